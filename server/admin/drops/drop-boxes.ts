import { type SQL, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../../db/database.ts'
import { rowsOf } from '../../../db/rows.ts'
import { boxState } from '../../../db/schema/states.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import type { BoxView, boxFilters } from '../../../domain/admin/curation-contracts.ts'
import type { BoxCounts } from '../../../domain/admin/drop-contracts.ts'
import { voidStates } from '../../../domain/box.ts'
import { boxReference, type Drop, readBoxReference } from '../../../domain/drop.ts'
import { oneLine } from '../../../domain/slug.ts'
import type { Shop } from '../../shop/shop.ts'

const none: BoxCounts = { owed: 0, assigned: 0, held: 0, packed: 0, shipped: 0, delivered: 0 }

/** Boxes by drop and state, of all drops up to one or of one; void ones do not count. */
export async function boxCounts(
  db: Database | Transaction,
  where: { upTo: Drop } | { only: Drop },
): Promise<Map<Drop, BoxCounts>> {
  const which = 'only' in where ? sql`drop = ${where.only}` : sql`drop <= ${where.upTo}`
  const rows = await rowsOf<{ drop: Drop; state: keyof BoxCounts; boxes: number }>(
    db,
    sql`select drop, state, sum(boxes)::int as boxes from box_counts
      where ${which} and state not in ${boxState.list(...voidStates)} group by drop, state having sum(boxes) > 0`,
  )
  const counts = new Map<Drop, BoxCounts>()
  for (const { drop, state, boxes } of rows)
    counts.set(drop, { ...(counts.get(drop) ?? none), [state]: boxes })
  return counts
}

export const noBoxes = none

type Filter = (typeof boxFilters)[number]
type Row = Omit<BoxView, 'reference' | 'belt'> & Record<'beltId' | 'beltName' | 'beltStyle', string | null>

const states: Record<Filter, SQL> = {
  waiting: sql`b.state in ${boxState.list('owed', 'held')}`,
  proposed: sql`b.state in ${boxState.list('assigned')}`,
  packed: sql`b.state in ${boxState.list('packed')}`,
  shipped: sql`b.state in ${boxState.list('shipped')}`,
  delivered: sql`b.state in ${boxState.list('delivered')}`,
}
const wearer = sql`lower(coalesce(m.address ->> 'fullName', ''))`
const onePage = 100

/** Boxes of a drop by their wearers' names, page by page; found by name, order number, reference or tracking number. */
export async function listDropBoxes(
  shop: Shop,
  { drop, filter, search, cursor, limit = onePage }: AdminInput<'listDropBoxes'>,
): Promise<AdminReply<'listDropBoxes'>> {
  const words = search?.trim()
  const isFilter = filter ? states[filter] : sql`b.state not in ${boxState.list(...voidStates)}`
  const place = cursor
    ? sql`and (${wearer}, b.id) > (select lower(coalesce(n.address ->> 'fullName', '')), c.id
        from boxes c join memberships n on n.id = c.membership_id where c.id::text = ${cursor})`
    : sql``
  const rows = await rowsOf<Row>(
    shop.db,
    sql`select b.id::text as id, o.id::text as "orderId", o.order_number as "orderNumber",
        coalesce(m.address ->> 'fullName', '') as name, m.gender, case when b.product_id is null then m.size else b.size end as size,
        m.styles, m.is_gift as "isGift", b.state, b.hold_reason as "holdReason", b.is_chosen as "isChosen",
        b.tracking_number as "trackingNumber", p.id::text as "beltId", p.name as "beltName", p.style as "beltStyle"
      from boxes b join memberships m on m.id = b.membership_id join order_items i on i.id = m.order_item_id
        join orders o on o.id = i.order_id left join products p on p.id = b.product_id
      where b.drop = ${drop} and ${isFilter} ${words ? sql`and ${isFound(words)}` : sql``} ${place}
      order by ${wearer}, b.id limit ${limit + 1}`,
  )
  const page = rows.slice(0, limit)
  return {
    boxes: page.map(({ beltId, beltName, beltStyle, ...row }) => ({
      ...row,
      name: oneLine(row.name),
      reference: boxReference(row.id),
      belt: beltId ? { id: beltId, name: beltName ?? '', style: beltStyle ?? '' } : null,
    })),
    nextCursor: rows.length > limit ? page.at(-1)!.id : null,
  }
}

function isFound(words: string): SQL {
  const like = `%${words.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`
  const reference = readBoxReference(words)
  return sql`(${wearer} like ${like} or lower(o.order_number) like ${like} or lower(b.tracking_number) like ${like}
    ${reference ? sql`or replace(b.id::text, '-', '') like ${`${reference}%`}` : sql``})`
}
