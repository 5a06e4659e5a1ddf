import { sql } from 'drizzle-orm'
import { rowsOf } from '../../db/database.ts'
import { wordsOf } from '../../db/schema/columns.ts'
import { askingStatuses, type DisputeStatus, disputeWords } from '../../domain/dispute.ts'
import { formatCents } from '../../domain/money.ts'
import { openStrays } from '../books/stray-movements.ts'
import { unmatchedPayments } from '../checkout/unmatched-payments.ts'
import { type Shop, shopDay } from '../shop/shop.ts'
import { isoInstant, maxRows, onDay } from './exchange-promises.ts'

/** Disputes whose bank waits for an answer, until it's sent (docs/decisions/125). */
export async function answersDue(shop: Shop) {
  const rows = await rowsOf<{
    id: string
    status: DisputeStatus
    cents: number
    due: string | null
    since: string
    orderNumber: string
    name: string
    email: string | null
  }>(
    shop.db,
    sql`select d.id, d.status, round(d.amount * 100)::int as cents, ${isoInstant(sql`d.due_by`)} as due,
        ${isoInstant(sql`d.updated_at`)} as since, o.order_number as "orderNumber",
        coalesce(m.address ->> 'fullName', '') as name, coalesce(m.payer_email, o.purchaser_email) as email
      from disputes d
      join lateral (select * from membership_payments p where p.intent_id = d.intent_id order by p.paid_at, p.id limit 1) p on true
      join memberships m on m.id = p.membership_id join order_items i on i.id = m.order_item_id join orders o on o.id = i.order_id
      where d.status in ${wordsOf(askingStatuses)} order by d.due_by limit ${maxRows}`,
  )
  return rows.map(({ id, status, cents, due, since, orderNumber, name, email }) => ({
    id,
    what: `${disputeWords(status)}: ${formatCents(cents)}, ${orderNumber}`,
    ...onDay(shop, new Date(due ?? since), new Date(since)),
    person: { name, email },
    act: { label: 'Answer', to: `/admin/disputes/${id}` },
  }))
}

/** Money at the provider that nothing here explains, until someone says what it is (docs/decisions/126). */
export async function strays(shop: Shop) {
  return (await openStrays(shop)).slice(0, maxRows).map(({ id, amountCents, at, foundAt }) => ({
    id,
    what: `${formatCents(amountCents)} at the payment provider that nothing here explains`,
    ...{ dueOn: shopDay(shop, foundAt), dueAt: null, since: shopDay(shop, at), person: null },
    act: { label: 'Say what it is', to: '/admin/books' },
  }))
}

/** Payments that aren't what their cart asked for, until someone decides (docs/decisions/129). */
export async function unmatched(shop: Shop) {
  return (await unmatchedPayments(shop))
    .slice(0, maxRows)
    .map(({ id, at, askedCents, why, name, email }) => ({
      id,
      what: `A payment without an order, for a cart of ${formatCents(askedCents)}: ${why}`,
      ...{ dueOn: shopDay(shop, at), dueAt: null, since: shopDay(shop, at), person: { name, email } },
      act: { label: 'Decide', to: '/admin/books' },
    }))
}
