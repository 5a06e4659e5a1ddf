import { and, count, eq, inArray, sql, sum } from 'drizzle-orm'
import { beltVariants, boxes, drops, products } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import type { DropView } from '../../../domain/admin/drop-calls.ts'
import { calendarDateIn } from '../../../domain/calendar-date.ts'
import { addDrops, cutOffDay, type Drop, firstDrop, shipBy } from '../../../domain/drop.ts'
import { shopDay } from '../../billing/shop-day.ts'
import { currentDrop } from '../../catalog/current-drop.ts'
import type { Shop } from '../../shop.ts'

/** States of a box that somebody still waits for. */
const waiting = ['owed', 'assigned', 'packed', 'held']

/** All drops, newest first: those that were created and those that have belts. */
export async function listDrops(
  shop: Shop,
  _input: AdminInput<'listDrops'>,
): Promise<AdminReply<'listDrops'>> {
  const { db, config } = shop
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
  const names = [...new Set([...created, ...belts].map((row) => row.drop))].sort().reverse()
  const owed = await db
    .select({ drop: boxes.drop, boxes: count() })
    .from(boxes)
    .where(and(inArray(boxes.drop, names), inArray(boxes.state, waiting)))
    .groupBy(boxes.drop)
  const current = await currentDrop(db)
  const next = nextOf(names[0], firstDrop(shopDay(shop)))

  function view(drop: Drop): DropView {
    const row = created.find((each) => each.drop === drop)
    const own = belts.find((each) => each.drop === drop)
    return {
      drop,
      cutOffDay: row ? calendarDateIn(config.timeZone, row.cutOffAt) : cutOffDay(drop),
      shipBy: row?.shipBy ?? shipBy(drop),
      state: (row?.state ?? 'open') as DropView['state'],
      belts: Number(own?.belts ?? 0),
      activeBelts: Number(own?.active ?? 0),
      pieces: Number(own?.pieces ?? 0),
      boxesOwed: owed.find((each) => each.drop === drop)?.boxes ?? 0,
      isCurrent: drop === current,
    }
  }
  return { drops: names.map(view), next: { drop: next, cutOffDay: cutOffDay(next), shipBy: shipBy(next) } }
}

// After a pause nobody wants the months that have gone by.
function nextOf(newest: Drop | undefined, coming: Drop): Drop {
  const following = newest ? addDrops(newest, 1) : coming
  return following > coming ? following : coming
}
