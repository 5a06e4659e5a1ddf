import { type SQL, sql } from 'drizzle-orm'
import { rowsOf } from '../../db/database.ts'
import { exchangeState, isSentBack } from '../../db/schema/states.ts'
import { addDays, instantAt } from '../../domain/calendar-date.ts'
import { answerDueAt } from '../../domain/contact.ts'
import { remedyDays, returnNumber } from '../../domain/exchange.ts'
import { terms } from '../../domain/terms.ts'
import { isToSettle } from '../exchanges/open-exchanges.ts'
import { arrivedUnexpected } from '../exchanges/returns.ts'
import { settleableSince } from '../ledger/disputes.ts'
import { findHolidays } from '../settings/settings.ts'
import { type Shop, shopDay } from '../shop/shop.ts'

/** Most rows read of a kind that should be rare. */
export const maxRows = 2_000

export const isoInstant = (column: SQL) =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
/** Columns that name the wearer of membership `m`, or its payer. */
export const wearer = sql`coalesce(m.address ->> 'fullName', '') as name, coalesce(m.member_email, m.payer_email) as email`
/** The same for box `b`: one sent before a handover belongs to whom it was sent to (ledger/find-membership.ts). */
const sentTo = sql`coalesce(case when b.person_id = m.person_id then m.address else b.ship_to end ->> 'fullName', '') as name,
  case when b.person_id = m.person_id then coalesce(m.member_email, m.payer_email)
    else (select substr(p.key, 7) from people p where p.id = b.person_id and p.key like 'email:%') end as email`
export type Wearer = { name: string; email: string | null }

export type Timed = Wearer & { id: string; at: string; orderId: string; orderNumber: string }

/** Columns that name the order of box `b`. */
export const ofOrder = sql`o.id::text as "orderId", o.order_number as "orderNumber"`
const orderOfBox = sql`join memberships m on m.id = b.membership_id join order_items i on i.id = m.order_item_id join orders o on o.id = i.order_id`

/** The due day of an instant, and the day it was promised. */
export function onDay(shop: Shop, dueAt: Date, since: Date) {
  return { dueOn: shopDay(shop, dueAt), dueAt, since: shopDay(shop, since) }
}

/** Returns that still need a label from the shop (spec §1 "prepaid return label"). */
export function labels(shop: Shop) {
  const isWaiting = sql`x.state in ${exchangeState.list('requested')} and ${isSentBack('x')} and x.label_sent_at is null`
  return answers(shop, isWaiting, 'Mail a prepaid label for', { label: 'Exchange', to: '/admin/exchanges' })
}

/** Warranty claims (spec §9, "returns page: 12 hours"). */
export function claims(shop: Shop) {
  const isWaiting = sql`x.state in ${exchangeState.list('claimed')}`
  const act = { label: 'Decide', to: '/admin/exchanges?state=claimed' }
  return answers(shop, isWaiting, 'Answer the warranty claim', act)
}

/** Exchanges that wait for us: each is answered within the hours promised for questions about orders. */
async function answers(shop: Shop, isWaiting: SQL, what: string, act: { label: string; to: string }) {
  const rows = await rowsOf<Timed>(
    shop.db,
    sql`select x.id::text as id, ${isoInstant(sql`x.created_at`)} as at, ${sentTo}, ${ofOrder}
      from exchanges x join boxes b on b.id = x.box_id ${orderOfBox}
      where ${isWaiting} order by x.created_at limit ${maxRows}`,
  )
  const holidays = await findHolidays(shop)
  return rows.map(({ id, at, name, email, orderNumber }) => {
    const createdAt = new Date(at)
    const dueAt = answerDueAt({ createdAt, category: 'order' }, holidays, shop.config.timeZone)
    return {
      id,
      what: `${what} ${returnNumber(id)}, order ${orderNumber}`,
      ...onDay(shop, dueAt, createdAt),
      person: { name, email },
      act,
    }
  })
}

/** Remedies due for belts that are back, or that don't have to come back, once no bank decides first (spec §9 "5-7 business days"). */
export async function remedies(shop: Shop) {
  const rows = await rowsOf<Timed & { remedy: keyof typeof remedyWords }>(
    shop.db,
    sql`select x.id::text as id, ${isoInstant(settleableSince)} as at, x.remedy, ${sentTo}, ${ofOrder}
      from exchanges x join boxes b on b.id = x.box_id ${orderOfBox}
      where ${isToSettle} order by ${settleableSince} limit ${maxRows}`,
  )
  return rows.map(({ id, at, remedy, name, email }) => {
    const from = new Date(at)
    const dueAt = new Date(from.getTime() + remedyDays * 86_400_000)
    const what = `${remedyWords[remedy]} for ${returnNumber(id)}`
    const act = { label: 'Exchange', to: '/admin/exchanges' }
    return { id, what, ...onDay(shop, dueAt, from), dueAt: null, person: { name, email }, act }
  })
}
const remedyWords = {
  replacement: 'Send the replacement',
  refund: 'Send the refund',
  credit: 'Give store credit',
  repair: 'Repair it and send it back,',
}

/** Belts that came back though nobody waited for them, until the exchange's note says what came of them. */
export async function arrivals(shop: Shop) {
  const since = instantAt(
    addDays(shopDay(shop), -4 * terms.sendBackDays),
    0,
    shop.config.timeZone,
  ).toISOString()
  const rows = await rowsOf<Timed>(
    shop.db,
    sql`select x.id::text as id, ${isoInstant(sql`coalesce(arrived.at, x.created_at)`)} as at, ${sentTo}, ${ofOrder}
      from exchanges x join boxes b on b.id = x.box_id ${orderOfBox}
        left join lateral (select max(p.tracked_at) as at from parcels p where p.box_id = x.box_id and p.exchange_id = x.id) arrived on true
      where x.created_at >= ${since}::timestamptz and x.received_at is null and x.note like ${`%${arrivedUnexpected}`}
      order by x.created_at limit ${maxRows}`,
  )
  return rows.map(({ id, at, name, email, orderId }) => {
    const from = new Date(at)
    const dueAt = new Date(from.getTime() + remedyDays * 86_400_000)
    const what = `Look at the belt of ${returnNumber(id)}, which came back after all, and note what came of it`
    const act = { label: 'Order', to: `/admin/orders/${orderId}` }
    return { id, what, ...onDay(shop, dueAt, from), dueAt: null, person: { name, email }, act }
  })
}
