import { type SQL, sql } from 'drizzle-orm'
import { rowsOf } from '../../../db/database.ts'
import type { AdminInput } from '../../../domain/admin/contracts.ts'
import { addDays, instantAt, isCalendarDate } from '../../../domain/calendar-date.ts'
import { ShopError } from '../../../domain/errors.ts'
import { plainTracking } from '../../../domain/tracking.ts'
import type { Shop } from '../../shop/shop.ts'

export type OrderFilter = Omit<AdminInput<'exportOrders'>, 'only'> & {
  /** for roles that may not see email addresses */
  isWithoutEmails?: boolean
}

// Sorts after every character a word can continue with.
const last = '\u{10ffff}'

/** Prefix of a tag in order_words. */
const tagged = 'tag:'

/** The search as words: order numbers without "BC-", a tracking number in one piece. */
function searchedWords(search: string | undefined): string[] {
  // Copied from an email: "BC-7K3F-9QMT.", or <maya@example.com>. Read from paper: BC 7K3F 9QMT.
  const typed = (search ?? '')
    .split(/[\s,]+/)
    .map((word) => word.replaceAll(/^["“‘(<[]+|["”’)>\].;:!?]+$/g, '') || word)
    .join(' ')
    .replaceAll(/(?<=^| )#?bc[ -]([a-z0-9]{4})[ -]?([a-z0-9]{4})(?= |$)/gi, '$1$2')
  // Tracking numbers are printed in groups.
  const parcel = typed.replaceAll(/[\s-]/g, '')
  const words = /^(1z\w{16}|\d{12,34})$/i.test(parcel)
    ? [plainTracking(parcel)]
    : typed.split(/[\s,]+/).filter(Boolean)
  const terms = words.map((word) => word.replace(/^#?bc-(?=.)/i, '').slice(0, 100))
  return [...new Set(terms)].slice(0, 5)
}

/** Condition: words of order_words that begin with this; a tag must match whole. */
function beginsLike(word: string, isWithoutEmails = false, column = sql`w.word`): SQL {
  if (word.startsWith(tagged)) return sql`${column} = lower(${word})`
  // fold_words turns a lone apostrophe into '', and everything begins with that.
  const from = (start: string) =>
    sql`(fold_words(${start}) <> '' and ${column} >= fold_words(${start}) and ${column} < fold_words(${start}) || ${last})`
  // An order number as people say it, "BC7K3F9QMT". A name or an address may look like that too.
  const [, number] = /^#?bc([a-z0-9]{4,8})$/i.exec(word) ?? []
  const either = number ? sql`(${from(word)} or ${from(number)})` : from(word)
  return isWithoutEmails ? sql`${either} and position('@' in ${column}) = 0` : either
}

/** Conditions on an order `o`, apart from the search words. */
function fits(shop: Shop, filter: OrderFilter): SQL[] {
  const { timeZone } = shop.config
  const begin = (day: string) => instantAt(day, 0, timeZone).toISOString()
  return [
    ...(filter.status ? [sql`o.status = ${filter.status}`] : []),
    ...(filter.recipientType ? [sql`o.recipient_type = ${filter.recipientType}`] : []),
    ...(filter.plan
      ? [
          sql`exists (select 1 from order_words p where p.word = ${`plan:${filter.plan}`} and p.order_id = o.id)`,
        ]
      : []),
    ...(filter.from ? [sql`o.created_at >= ${begin(filter.from)}::timestamptz`] : []),
    ...(filter.to ? [sql`o.created_at < ${begin(addDays(filter.to, 1))}::timestamptz`] : []),
  ]
}

/** A page's cursor: the order's created_at to the microsecond, as the database has it, and its id. */
const cursorShape = /^(2\d{3}-\d{2}-\d{2}T[\d:]{8}\.\d{6}Z)_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** A word with this many rows is common: the query then walks orders from the newest until enough have it. */
const common = 10_000

/** The search words, rarest first, and whether even the rarest is common. */
async function sortWords(shop: Shop, { search, tag, isWithoutEmails }: OrderFilter) {
  const words = [...(tag ? [`${tagged}${tag}`] : []), ...searchedWords(search)]
  if (words.length === 0) return { words, isCommon: false }
  const counted = words.map(
    (word) =>
      sql`(select count(*) from (select 1 from order_words w where ${beginsLike(word, isWithoutEmails)} limit ${common}) few)::int`,
  )
  const [row] = await rowsOf<{ counts: number[] }>(
    shop.db,
    sql`select json_build_array(${sql.join(counted, sql`, `)}) as counts`,
  )
  const counts = row!.counts
  const order = words.map((word, index) => ({ word, count: counts[index]! }))
  order.sort((a, b) => a.count - b.count)
  return { words: order.map(({ word }) => word), isCommon: order[0]!.count >= common }
}

/**
 * One page of ids, newest first, and the next cursor. The cursor names an order rather than an offset, so new orders
 * don't shift rows onto the next page, and page 1,000 is as fast as the first.
 */
export async function findOrders(shop: Shop, filter: OrderFilter, limit: number, cursor?: string) {
  const rows = await rowsOf(shop.db, await ordersPage(shop, filter, limit + 1, cursor))
  const page = rows.slice(0, limit)
  const end = rows.length > limit ? page.at(-1) : undefined
  return { ids: page.map((row) => String(row.id)), nextCursor: end ? `${end.at}_${end.id}` : null }
}

/** The SQL of one page; tests and the bench check its plan. */
export async function ordersPage(
  shop: Shop,
  filter: OrderFilter,
  limit: number,
  cursor?: string,
): Promise<SQL> {
  const { words, isCommon } = await sortWords(shop, filter)
  const [first, ...others] = words
  const conditions = fits(shop, filter)
  const place = cursor === undefined ? null : placeOf(cursor)
  const at = sql`to_char(o.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`
  // "limit 1" makes PostgreSQL probe the index order by order; a join would read every row of the word.
  const has = (id: SQL, word: string) =>
    sql`(select v.order_id from order_words v where v.order_id = ${id} and ${beginsLike(word, filter.isWithoutEmails, sql`v.word`)} limit 1) is not null`
  if (first === undefined || isCommon) {
    const all = [
      ...conditions,
      ...words.map((word) => has(sql`o.id`, word)),
      ...(place ? [sql`(o.created_at, o.id) < ${place}`] : []),
    ]
    return sql`select o.id, ${at} from orders o ${where(all)} order by o.created_at desc, o.id desc limit ${limit}`
  }
  const found = [
    beginsLike(first, filter.isWithoutEmails),
    ...others.map((word) => has(sql`w.order_id`, word)),
    ...(place ? [sql`(w.created_at, w.order_id) < ${place}`] : []),
  ]
  // Without other conditions, one page of matches is all that needs to be joined to orders.
  const enough =
    conditions.length === 0 ? sql`order by w.created_at desc, w.order_id desc limit ${limit}` : sql``
  return sql`select o.id, ${at} from (select distinct w.created_at, w.order_id from order_words w ${where(found)} ${enough}) f
    join orders o on o.id = f.order_id ${where(conditions)}
    order by f.created_at desc, f.order_id desc limit ${limit}`
}

function placeOf(cursor: string): SQL {
  const [, at, id] = cursorShape.exec(cursor) ?? []
  // For a day that doesn't exist, JavaScript rolls over to another one and PostgreSQL raises an error.
  if (!at || !id || !isCalendarDate(at.slice(0, 10)) || Number.isNaN(Date.parse(at)))
    throw new ShopError('invalid_body', 'We can’t find that page. Start with the first one.')
  return sql`(${at}::timestamptz, ${id}::uuid)`
}

function where(conditions: SQL[]): SQL {
  return conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`
}
