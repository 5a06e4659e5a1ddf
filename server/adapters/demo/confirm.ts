import { and, eq, inArray, sql } from 'drizzle-orm'
import { builtOnce } from '../../../db/built-once.ts'
import { insertRows } from '../../../db/rows.ts'
import { demoCards, demoIntents, demoSubscriptions, paymentEvents } from '../../../db/schema.ts'
import { nextChargeDay } from '../../../domain/drop.ts'
import { ShopError } from '../../../domain/errors.ts'
import type { DemoConfirmation } from '../../shop/payments.ts'
import { type Demo, eventRow } from './demo.ts'
import { cardLabel, judgeCard, lastMonthOf, paysRenewals } from './demo-card.ts'

export const unpaid = ['requires_payment_method', 'requires_action'] as const

/**
 * Handles the demo's card form: pays, or stores the card of a setup, and reports it.
 * @throws ShopError 'card_declined' with the bank's message, 'payment_not_found' for an unknown secret
 */
export async function confirmDemo(demo: Demo, input: DemoConfirmation) {
  const [found] = await bySecret(demo.db).execute({ clientSecret: input.clientSecret })
  const row = found?.row
  if (!row)
    throw new ShopError(
      'payment_not_found',
      'We can’t find this payment. Go back to your cart and start again.',
    )
  if (row.status === 'succeeded') return { status: 'succeeded' as const, intentId: row.id }
  if (row.status === 'canceled') {
    throw new ShopError(
      'card_declined',
      'This payment has been closed. Go back to your cart and start again.',
    )
  }
  const answer = judgeCard(input, demo.now())
  if (answer === 'asks' && input.authentication === null) {
    await wait(demo, row.id, 'requires_action')
    return { status: 'requires_action' as const, intentId: row.id }
  }
  if (answer === 'asks' && input.authentication === 'failed') {
    await wait(demo, row.id, 'requires_payment_method')
    throw new ShopError(
      'card_declined',
      'Your bank did not confirm this payment. Try again or use another card.',
    )
  }
  await succeed(demo, row, found.months, input)
  demo.onEvent()
  return { status: 'succeeded' as const, intentId: row.id }
}

const bySecret = builtOnce((db) =>
  db
    .select({ row: demoIntents, months: demoSubscriptions.months })
    .from(demoIntents)
    .leftJoin(demoSubscriptions, eq(demoSubscriptions.id, demoIntents.subscriptionId))
    .where(eq(demoIntents.clientSecret, sql.placeholder('clientSecret')))
    .prepare(''),
)

// Writes payment, card, event and term in one statement. The term starts now: the form may have been open for hours.
async function succeed(
  demo: Demo,
  row: typeof demoIntents.$inferSelect,
  months: number | null,
  input: DemoConfirmation,
) {
  const label = cardLabel(input.cardNumber)
  const card = {
    customerId: row.customerId,
    label,
    paysRenewals: paysRenewals(input.cardNumber),
    lastMonth: lastMonthOf(input.expiration),
  }
  const kind = row.kind === 'setup' ? ('setup' as const) : ('payment' as const)
  const event = eventRow(demo, {
    name: row.id,
    type: kind === 'setup' ? 'setup_intent.succeeded' : 'payment_intent.succeeded',
    about: { kind, id: row.id },
  })
  const given = sql`paid`
  await demo.db.execute(sql`with paid as (
      update ${demoIntents} set status = 'succeeded', payer_email = ${input.email.trim() || null},
        payment_method = ${label}, paid_at = ${demo.now().toISOString()}::timestamptz, updated_at = now()
      where id = ${row.id} and status in ('requires_payment_method', 'requires_action') returning id
    ), card as (
      ${insertRows(demoCards, [card], { given })} on conflict (customer_id) do update
      set label = excluded.label, pays_renewals = excluded.pays_renewals, last_month = excluded.last_month, updated_at = now()
    ), term as (
      update ${demoSubscriptions} s set status = 'active', next_charge_on = ${nextChargeDay(demo.today(), months ?? 1)}
      from paid where s.id = ${row.subscriptionId}
    ), told as (${insertRows(paymentEvents, [event], { given })} on conflict do nothing) select id from paid`)
}

async function wait(demo: Demo, id: string, status: (typeof unpaid)[number]) {
  await demo.db
    .update(demoIntents)
    .set({ status })
    .where(and(eq(demoIntents.id, id), inArray(demoIntents.status, [...unpaid])))
}
