import { eq, sql, sum } from 'drizzle-orm'
import { beltVariants, drops, products } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import { addDrops, cutOffDay, type Drop, firstDrop, shipBy } from '../../../domain/drop.ts'
import { shopDay } from '../../billing/shop-day.ts'
import { currentDrop } from '../../catalog/current-drop.ts'
import type { Shop } from '../../shop.ts'
import { boxCounts, noBoxes } from './box-counts.ts'
import { dropView } from './drop-view.ts'

/** All drops, newest first: those that were created, those that have belts, and those whose boxes are due. */
export async function listDrops(
  shop: Shop,
  _input: AdminInput<'listDrops'>,
): Promise<AdminReply<'listDrops'>> {
  const { db } = shop
  const created = await db.select().from(drops)
  const belts = await db
    .select({
      drop: products.drop,
      belts: sql<string>`count(distinct ${products.id})`,
      active: sql<string>`count(distinct ${products.id}) filter (where ${products.isActive})`,
      pieces: sum(beltVariants.stock),
    })
    .from(products)
    .leftJoin(beltVariants, eq(beltVariants.productId, products.id))
    .groupBy(products.drop)
  const prepared = [...created, ...belts].map((row) => row.drop).sort()
  const coming = firstDrop(shopDay(shop))
  const latest = [coming, ...prepared].sort().at(-1)!
  const boxes = await boxCounts(db, { upTo: latest })
  const due = [...boxes.keys()].filter((drop) => drop <= coming)
  const names = [...new Set([...prepared, ...due])].sort().reverse()
  const current = await currentDrop(db)
  const next = nextOf(prepared.at(-1), coming)

  return {
    drops: names.map((drop) => {
      const own = belts.find((each) => each.drop === drop)
      return dropView(shop, drop, {
        row: created.find((each) => each.drop === drop),
        boxes: boxes.get(drop) ?? noBoxes,
        belts: {
          belts: Number(own?.belts ?? 0),
          active: Number(own?.active ?? 0),
          pieces: Number(own?.pieces ?? 0),
        },
        isCurrent: drop === current,
      })
    }),
    next: { drop: next, cutOffDay: cutOffDay(next), shipBy: shipBy(next) },
  }
}

// After a pause nobody wants the months that have gone by.
function nextOf(newest: Drop | undefined, coming: Drop): Drop {
  const following = newest ? addDrops(newest, 1) : coming
  return following > coming ? following : coming
}
