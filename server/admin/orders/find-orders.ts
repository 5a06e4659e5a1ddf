import { type SQL, sql } from 'drizzle-orm'
import { rowsOf } from '../../../db/rows.ts'
import { isCalendarDate } from '../../../domain/calendar-date.ts'
import { ShopError } from '../../../domain/errors.ts'
import type { Shop } from '../../shop.ts'
import { beginsLike, fits, type OrderFilter, searchedWords } from './order-filter.ts'

/** The place after which a page begins: the order's instant to the microsecond, as the database has it, and its id. */
const cursorShape = /^(2\d{3}-\d{2}-\d{2}T[\d:]{8}\.\d{6}Z)_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/**
 * One page of ids, newest first, and the cursor of the next one. A page begins after an order, not after a number of
 * orders, so that new ones neither push a row onto the next page nor make page 1,000 slower than the first.
 */
export async function findOrders(shop: Shop, filter: OrderFilter, limit: number, cursor?: string) {
  const rows = await rowsOf(shop.db, ordersPage(shop, filter, limit + 1, cursor))
  const page = rows.slice(0, limit)
  const end = rows.length > limit ? page.at(-1) : undefined
  return { ids: page.map((row) => String(row.id)), nextCursor: end ? `${end.at}_${end.id}` : null }
}

/** The statement of one page; its plan is looked at in tests and by the bench. */
export function ordersPage(shop: Shop, filter: OrderFilter, limit: number, cursor?: string): SQL {
  const [first, ...others] = searchedWords(filter.search)
  const conditions = fits(shop, filter)
  const place = cursor === undefined ? null : placeOf(cursor)
  const at = sql`to_char(o.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`
  if (first === undefined) {
    const all = [...conditions, ...(place ? [sql`(o.created_at, o.id) < ${place}`] : [])]
    return sql`select o.id, ${at} from orders o ${where(all)} order by o.created_at desc, o.id desc limit ${limit}`
  }
  const found = [
    beginsLike(first),
    ...others.map(
      (word) => sql`w.order_id in (select w.order_id from order_words w where ${beginsLike(word)})`,
    ),
    ...(place ? [sql`(w.created_at, w.order_id) < ${place}`] : []),
  ]
  // Where nothing else is asked for, a page of the found ones is all that has to be read of the orders themselves.
  const enough =
    conditions.length === 0 ? sql`order by w.created_at desc, w.order_id desc limit ${limit}` : sql``
  return sql`select o.id, ${at} from (select distinct w.created_at, w.order_id from order_words w ${where(found)} ${enough}) f
    join orders o on o.id = f.order_id ${where(conditions)}
    order by f.created_at desc, f.order_id desc limit ${limit}`
}

function placeOf(cursor: string): SQL {
  const [, at, id] = cursorShape.exec(cursor) ?? []
  // A day that is none is another day to JavaScript, and an error to PostgreSQL.
  if (!at || !id || !isCalendarDate(at.slice(0, 10)) || Number.isNaN(Date.parse(at)))
    throw new ShopError('invalid_body', 'This page is not known. Begin at the first page again.')
  return sql`(${at}::timestamptz, ${id}::uuid)`
}

function where(conditions: SQL[]): SQL {
  return conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`
}
