import { sql } from 'drizzle-orm'
import { rowsOf } from '../../db/rows.ts'
import type { Shop } from '../shop/shop.ts'

/** Rows of box_counts from which they are merged: every statement that moves boxes adds some. */
const many = 500

/** Merges the counts of boxes (db/schema/boxes.ts); safe while others write or merge. */
export async function aggregateBoxCounts(shop: Shop): Promise<void> {
  const [row] = await rowsOf<{ lines: number }>(
    shop.db,
    sql`select count(*)::int as lines from (select 1 from box_counts limit ${many}) few`,
  )
  if (row!.lines < many) return
  await shop.db.execute(sql`
    with gone as (delete from box_counts returning drop, kind, state, boxes, value)
    insert into box_counts (drop, kind, state, boxes, value)
      select drop, kind, state, sum(boxes), sum(value) from gone group by 1, 2, 3 having sum(boxes) <> 0 or sum(value) <> 0`)
}
