import { type SQL, sql } from 'drizzle-orm'
import { shopDay } from '../ledger/shop-day.ts'
import type { Shop } from '../shop/shop.ts'

/** Most rows read of a kind that should be rare. */
export const maxRows = 2_000

export const isoInstant = (column: SQL) =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
/** Columns that name the wearer of membership `m`, or its payer. */
export const wearer = sql`coalesce(m.address ->> 'fullName', '') as name, coalesce(m.member_email, m.payer_email) as email`
/** The same for box `b`: one sent before a handover belongs to whom it was sent to (ledger/find-membership.ts). */
export const sentTo = sql`coalesce(case when b.person_id = m.person_id then m.address else b.ship_to end ->> 'fullName', '') as name,
  case when b.person_id = m.person_id then coalesce(m.member_email, m.payer_email)
    else (select substr(p.key, 7) from people p where p.id = b.person_id and p.key like 'email:%') end as email`
export type Wearer = { name: string; email: string | null }

export type Timed = Wearer & { id: string; at: string; orderId: string; orderNumber: string }

/** Columns that name the order of box `b`. */
export const ofOrder = sql`o.id::text as "orderId", o.order_number as "orderNumber"`
export const orderOfBox = sql`join memberships m on m.id = b.membership_id join order_items i on i.id = m.order_item_id join orders o on o.id = i.order_id`

/** The due day of an instant, and the day it was promised. */
export function onDay(shop: Shop, dueAt: Date, since: Date) {
  return { dueOn: shopDay(shop, dueAt), dueAt, since: shopDay(shop, since) }
}
