import { sql } from 'drizzle-orm'
import type { CalendarDate } from '../domain/calendar-date.ts'
import type { TestShop } from './create-test-shop.ts'

const monthOf = (column: string) =>
  `(substr(${column}, 1, 4)::integer * 12 + substr(${column}, 6, 2)::integer)`
const isSent = "b.state in ('packed', 'shipped', 'delivered', 'returned')"

/** Each promise of club-rules.md as a query that finds violations, over the whole ledger and without the shop's own code. */
const promises: Record<string, (today: CalendarDate) => string> = {
  'the same belt twice within 36 months': () => `
    select person_id::text as who from (select b.person_id, ${monthOf('b.drop')} - lag(${monthOf('b.drop')})
      over (partition by b.person_id, b.product_id order by b.drop) as apart
      from boxes b where b.product_id is not null and not b.is_replaced and ${isSent}) sent where apart < 36`,
  'a payment whose boxes are not worth it': () => `
    select p.id::text as who from membership_payments p join boxes b on b.payment_id = p.id
    group by p.id having sum(b.value) <> p.amount or count(*) <> p.box_count`,
  'a refund that is not what its boxes are worth': () => `
    select p.id::text as who from membership_payments p
    where (select coalesce(sum(r.amount), 0) from refunds r where r.payment_id = p.id) <>
      (select coalesce(sum(b.value), 0) from boxes b where b.payment_id = p.id and b.refund_id is not null)`,
  'a refunded box without its refund, or more tax given than taken': () => `
    select b.id::text as who from boxes b where b.state = 'refunded' and b.refund_id is null and b.value > 0
    union all select p.id::text from membership_payments p
      where (select sum(r.tax) from refunds r where r.payment_id = p.id) > p.tax`,
  'a returned box that was neither refunded nor credited': () => `
    select b.id::text as who from boxes b where b.state = 'returned' and b.kind = 'owed' and b.refund_id is null
      and not exists (select 1 from store_credit c where c.person_id = b.person_id and c.amount = b.value)`,
  'a box sent without belt, size or address, or in a size that nobody has': () => `
    select b.id::text as who from boxes b where ${isSent} and (b.product_id is null
      or not exists (select 1 from belt_variants v where v.product_id = b.product_id and v.size = b.size)
      or coalesce(b.ship_to ->> 'address', '') = '' or coalesce(b.ship_to ->> 'zipCode', '') = '')`,
  'a belt of the other gender': () => `
    select b.id::text as who from boxes b join memberships m on m.id = b.membership_id
      join products p on p.id = b.product_id where p.gender <> m.gender`,
  'more pieces promised than lie on the shelf': () => `
    select v.id::text as who from belt_variants v join boxes b on b.product_id = v.product_id and b.size = v.size
    where b.state = 'assigned' and b.packed_at is null group by v.id having count(*) > v.stock`,
  'a gift that was paid again, or renews': () => `
    select m.id::text as who from memberships m where m.is_gift and (m.renews
      or (select count(*) from membership_payments p where p.membership_id = m.id) <> 1)`,
  'a gift that was not announced': (today) => `
    select m.id::text as who from memberships m join order_items i on i.id = m.order_item_id
    where m.is_gift and i.preferences #>> '{giftDetails,emailDate}' <= '${today}T00:00:00.000Z'
      and exists (select 1 from boxes b where b.membership_id = m.id and b.state not in ('refunded', 'cancelled'))
      and not exists (select 1 from outbox o where o.kind = 'gift-notice' and o.fact = m.id::text)`,
  'a shipped box of which nobody was told': () => `
    select b.id::text as who from boxes b where b.kind = 'owed' and b.tracking_number is not null
      and not exists (select 1 from outbox o where o.kind = 'box-shipped' and o.fact = b.id || ':' || b.tracking_number)`,
  'a mail that is due and was not sent': () => `
    select o.kind || ' ' || o.fact || ': ' || coalesce(o.last_error, 'no error') as who from outbox o
    where o.sent_at is null and o.dropped_because is null and o.attempts > 0`,
}

/** Charges whose payer wasn't told beforehand. A lost reply from the provider excuses one, because its day was lost, too. */
const untold = `
  select m.id::text as who from demo_invoices d join memberships m on m.stripe_subscription_id = d.subscription_id
  where d.status <> 'void' and not exists (select 1 from outbox o where o.kind like 'renewal-notice-%'
    and o.fact = m.id || ':' || d.period_start and o.created_at < d.created_at)`

/** The first broken promise and how often it's broken; null: all are kept. */
export async function brokenPromise(
  { shop, mails }: TestShop,
  today: CalendarDate,
  unsure: ReadonlySet<string>,
  sendsMails: boolean,
): Promise<string | null> {
  const ask = async (question: string) =>
    ((await shop.db.execute(sql.raw(question))) as unknown as { rows: { who: string }[] }).rows.map(
      ({ who }) => who,
    )
  for (const [promise, question] of Object.entries(promises)) {
    const who = await ask(question(today))
    if (who.length > 0) return `${promise}: ${who.length}, such as ${who[0]}`
  }
  const surprised = (await ask(untold)).filter((id) => !unsure.has(id))
  if (surprised.length > 0)
    return `a charge of which nobody was told: ${surprised.length}, such as ${surprised[0]}`
  if (!sendsMails) return null
  const ids = new Set(mails.map((mail) => mail.id))
  return ids.size === mails.length ? null : `a mail that was sent twice: ${mails.length - ids.size}`
}

/** Counts what the club went through: a simulation where nothing happens proves nothing. */
export async function livedThrough({ shop }: TestShop): Promise<Record<string, number>> {
  const { rows } = (await shop.db.execute(
    sql.raw(`
    select (select count(*)::int from memberships) as members,
      (select count(*)::int from boxes where shipped_at is not null) as sent,
      (select count(*)::int from boxes where kind = 'replacement' and shipped_at is not null) as replaced,
      (select count(*)::int from boxes where state = 'held') as held,
      (select count(*)::int from refunds) as refunds,
      (select count(*)::int from store_credit) as credits,
      (select count(*)::int from exchanges) as exchanges,
      (select count(*)::int from membership_payments where reference like 'in_%') as renewals,
      (select count(*)::int from memberships where not is_gift and status = 'ended') as ended,
      (select count(*)::int from outbox where sent_at is not null) as mails`),
  )) as unknown as {
    rows: Record<string, number>[]
  }
  return rows[0]!
}
