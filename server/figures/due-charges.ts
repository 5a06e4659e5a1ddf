import { type SQL, sql } from 'drizzle-orm'
import { rowsOf } from '../../db/database.ts'
import { creditUseState, planChangeState, priceRunState } from '../../db/schema/states.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { creditFor } from '../../domain/credit.ts'
import { openPriceRuns } from '../../domain/price-change.ts'
import { terms } from '../../domain/terms.ts'
import { renewableCredit } from '../credit/renewal-credit.ts'
import type { Shop } from '../shop/shop.ts'
import { permanentOff, sumsOf } from './add-up.ts'

/** Days in the shop's time zone, both included. */
type Days = { from: CalendarDate; to: CalendarDate }

/**
 * SQL for what a due charge costs before tax, in dollars: the rules of `nextCharge` (server/memberships/next-charge.ts) for
 * many memberships at once; a test compares the two. `f`: membership_figures.
 */
export function dueAmount(timeZone: string): SQL {
  return sql`coalesce(
    (select ${due(sql`p.to_plan_id`, sql`p.price`)} from plan_changes p
      where p.membership_id = f.membership_id and p.state in ${planChangeState.list('open')}),
    (select ${due(sql`n.plan_id`, sql`r.then_price`)} from memberships m join price_run_members r on r.membership_id = m.id
      join price_changes n on n.id = r.run_id
      join outbox o on o.kind = 'price-change' and o.fact = m.id::text || ':' || n.id::text
      where m.id = f.membership_id and r.state in ${priceRunState.list(...openPriceRuns)} and n.plan_id = m.plan_id
        and n.withdrawn_at is null and o.dropped_because is null and n.effective_on <= f.due_on
        and (o.sent_at at time zone ${timeZone})::date + ${sql.raw(String(terms.priceNoticeDays))} <= f.due_on limit 1),
    greatest(0, f.term - f.off))`
}

/** SQL for a term of membership `f` at a plan and price, after its permanent code, in dollars. */
const due = (plan: SQL, price: SQL) => sql`greatest(0, ${price} - coalesce((
  select ${permanentOff({ plan, price })} from memberships m join order_items i on i.id = m.order_item_id
  join checkouts c on c.order_id = i.order_id left join promotion_codes k on k.code = c.promotion_code
  where m.id = f.membership_id), 0) / 100.0)`

/** What renewals will bring within some days, in integer cents before tax: charges, and the part store credit pays. */
export async function sumDue(shop: Shop, { from, to }: Days) {
  const sums = await sumsOf(shop, 'due', { from, to })
  // The few whose next term costs something different are computed one by one.
  const [other] = await rowsOf<{ more: string | null }>(
    shop.db,
    sql`with others as (
        select membership_id from plan_changes where state in ${planChangeState.list('open')}
        union select membership_id from price_run_members where state in ${priceRunState.list(...openPriceRuns)})
      select sum(${dueAmount(shop.config.timeZone)} - greatest(0, f.term - f.off)) * 100 as more
      from others join membership_figures f using (membership_id) where f.due_on between ${from} and ${to}`,
  )
  const credits = await creditsAhead(shop)
  return {
    charges: sums.reduce((sum, { number }) => sum + number, 0),
    amountCents: Math.round(
      sums.reduce((sum, { amountCents }) => sum + amountCents, 0) + Number(other?.more ?? 0),
    ),
    creditCents: [...credits.values()]
      .filter(({ on }) => on >= from && on <= to)
      .reduce((sum, { creditCents }) => sum + creditCents, 0),
  }
}

/**
 * What store credit will pay of the next charges, by membership, for everyone with credit: the amount already reserved for
 * an invoice, else today's balance, used by earlier charges of the same payer first.
 */
export async function creditsAhead(
  shop: Shop,
): Promise<Map<string, { on: CalendarDate; creditCents: number }>> {
  const kept = new Map<string, number>()
  for (const row of await rowsOf<{ id: string; cents: string }>(
    shop.db,
    sql`select membership_id::text as id, amount * 100 as cents from credit_uses where state in ${creditUseState.list('kept')}`,
  ))
    kept.set(row.id, Math.round(Number(row.cents)))
  const balances = new Map<string, number>()
  for (const row of await rowsOf<{ email: string; cents: string }>(
    shop.db,
    sql`with whose as (select person_id, sum(amount) as amount from store_credit group by 1 having sum(amount) > 0)
      select e.email, sum(w.amount) * 100 as cents from whose w cross join lateral (
        select substr(p.key, 7) as email from people p where p.id = w.person_id and p.key like 'email:%'
        union select m.member_email from memberships m where m.person_id = w.person_id and m.member_email is not null) e
      group by 1`,
  ))
    balances.set(row.email, Math.round(Number(row.cents)))
  if (balances.size === 0 && kept.size === 0) return new Map()
  const rows = await rowsOf<{ id: string; payer: string; on: string; cents: string; most: string }>(
    shop.db,
    sql`select m.id::text as id, m.payer_email as payer, f.due_on::text as on, ${dueAmount(shop.config.timeZone)} * 100 as cents,
        ${renewableCredit} * 100 as most
      from memberships m join membership_figures f on f.membership_id = m.id
      where f.due_on is not null and m.payer_email is not null and (
        m.payer_email in (select jsonb_array_elements_text(${JSON.stringify([...balances.keys()])}::jsonb))
        or m.id in (select jsonb_array_elements_text(${JSON.stringify([...kept.keys()])}::jsonb)::uuid))
      order by m.payer_email, f.due_on, m.id`,
  )
  const credits = new Map<string, { on: CalendarDate; creditCents: number }>()
  const ahead = new Map<string, number>()
  for (const { id, payer, on, cents, most } of rows) {
    const taken = ahead.get(payer) ?? 0
    const left = Math.min(balances.get(payer) ?? 0, Math.round(Number(most))) - taken
    const reserved = kept.get(id)
    const fromBalance = reserved === undefined ? creditFor(Math.round(Number(cents)), Math.max(0, left)) : 0
    ahead.set(payer, taken + fromBalance)
    credits.set(id, { on, creditCents: reserved ?? fromBalance })
  }
  return credits
}
