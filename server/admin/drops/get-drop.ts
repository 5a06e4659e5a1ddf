import { desc, eq, sql } from 'drizzle-orm'
import { rowsOf } from '../../../db/database.ts'
import { boxState } from '../../../db/schema/states.ts'
import { dropNotices, drops } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import type { BoxCounts, DropView } from '../../../domain/admin/drop-contracts.ts'
import { dropStateOf } from '../../../domain/admin/drop-state.ts'
import { calendarDateIn } from '../../../domain/calendar-date.ts'
import { cutOffDay, type Drop, shipBy } from '../../../domain/drop.ts'
import { currentDrop } from '../../catalog/current-drop.ts'
import type { Shop } from '../../shop/shop.ts'
import { beltViews } from '../belts/belts.ts'
import { boxCounts, noBoxes } from './drop-boxes.ts'

/** One drop. Any month is valid: boxes may be due in a drop that no one has created yet. */
export async function getDrop(shop: Shop, { drop }: AdminInput<'getDrop'>): Promise<AdminReply<'getDrop'>> {
  const { db } = shop
  const [row] = await db.select().from(drops).where(eq(drops.drop, drop))
  const boxes = (await boxCounts(db, { only: drop })).get(drop) ?? noBoxes
  const belts = await beltViews(db, sql`products.drop = ${drop}`)
  const wanted = await rowsOf<{ product: string; size: string; boxes: number }>(
    db,
    sql`select product_id::text as product, size, count(*)::int as boxes from boxes
      where drop = ${drop} and state in ${boxState.list('assigned')} and product_id is not null group by product_id, size`,
  )
  const notices = await db
    .select()
    .from(dropNotices)
    .where(eq(dropNotices.drop, drop))
    .orderBy(desc(dropNotices.createdAt))
    .limit(20)
  return {
    drop: dropView(shop, drop, {
      row,
      boxes,
      belts: {
        belts: belts.length,
        active: belts.filter((belt) => belt.isActive).length,
        pieces: belts.flatMap((belt) => belt.stock).reduce((all, { stock }) => all + stock, 0),
      },
      isCurrent: (await currentDrop(db)) === drop,
    }),
    boxes,
    belts: belts.map(({ id, name, sku, gender, style, isActive, stock }) => ({
      ...{ id, name, sku, gender, style, isActive },
      sizes: stock.map((each) => ({
        ...each,
        wanted: wanted.find((row) => row.product === id && row.size === each.size)?.boxes ?? 0,
      })),
    })),
    notices: notices.map(({ id, kind, words, username, createdAt }) => ({
      ...{ id, kind, words, username },
      createdAt: createdAt.toISOString(),
    })),
  }
}

type Known = {
  row: typeof drops.$inferSelect | undefined
  boxes: BoxCounts
  belts: { belts: number; active: number; pieces: number }
  isCurrent: boolean
}

/** A drop as the admin shows it. A drop that no one created has the club calendar's dates. */
export function dropView(shop: Shop, drop: Drop, { row, boxes, belts, isCurrent }: Known): DropView {
  return {
    drop,
    cutOffDay: row ? calendarDateIn(shop.config.timeZone, row.cutOffAt) : cutOffDay(drop),
    shipBy: row?.shipBy ?? shipBy(drop),
    state: dropStateOf(boxes, row?.state === 'held'),
    belts: belts.belts,
    activeBelts: belts.active,
    pieces: belts.pieces,
    boxesOwed: boxes.owed + boxes.assigned + boxes.packed + boxes.held,
    isCurrent,
    isCreated: row !== undefined,
  }
}
