import { createHash, randomBytes } from 'node:crypto'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { builtOnce, prepareParts } from '../../../db/built-once.ts'
import { insertRows, rowsAsJson } from '../../../db/database.ts'
import { demoCards, demoIntents, demoSubscriptions, paymentEvents } from '../../../db/schema.ts'
import { nextChargeDay } from '../../../domain/charge-day.ts'
import { ShopError } from '../../../domain/errors.ts'
import type { DemoConfirmation, StartedPayment, StartPayment } from '../../shop/payments.ts'
import { type Demo, eventRow, newDemoId, renewalOf } from './demo.ts'
import { cardLabel, judgeCard, lastMonthOf, paysRenewals } from './demo-card.ts'

/** Opens a payment, or a setup if nothing is due now. Asked again with the same contents, it returns the same one. */
export async function startDemo(demo: Demo, input: StartPayment): Promise<StartedPayment> {
  const idempotencyKey = keyOf(input)
  const id = newDemoId(input.kind === 'setup' ? 'seti' : 'pi')
  const intent = {
    id,
    clientSecret: `${id}_secret_${randomBytes(16).toString('hex')}`,
    idempotencyKey,
    checkoutId: input.checkoutId,
    customerId: newDemoId('cus'),
    subscriptionId: input.kind === 'subscription' ? newDemoId('sub') : null,
    kind: input.kind === 'setup' ? 'setup' : 'payment',
    amountCents: input.kind === 'setup' ? 0 : totalOf(input),
    createdAt: demo.now(),
  }
  const row = (await make(demo, input, intent)) ? intent : await readByKey(demo, idempotencyKey)
  return {
    intentId: row.id,
    clientSecret: row.clientSecret,
    customerId: row.customerId,
    subscriptionId: row.subscriptionId,
    totalCents: row.amountCents,
  }
}

/** @returns false if the same payment was requested before */
async function make(demo: Demo, input: StartPayment, intent: typeof demoIntents.$inferInsert) {
  const item = input.items[0]
  const intents = rowsAsJson(demoIntents, [intent])
  if (!item || !intent.subscriptionId) return isMade(await intentOnce(demo.db, intent).execute({ intents }))
  const renewal = {
    id: intent.subscriptionId,
    idempotencyKey: `first:${intent.idempotencyKey}`,
    customerId: intent.customerId,
    planId: item.planId,
    months: item.months,
    checkoutId: input.checkoutId,
    ...renewalOf(item, input.taxes[item.id]?.ratePercent ?? null),
    nextChargeOn: nextChargeDay(demo.today(), item.months),
    status: 'incomplete',
    createdAt: demo.now(),
  }
  const renewals = rowsAsJson(demoSubscriptions, [renewal])
  return isMade(await renewingOnce(demo.db, intent, renewal).execute({ intents, renewals }))
}

const isMade = (rows: unknown[]) => rows.length > 0

const intentOnce = builtOnce((db, intent: typeof demoIntents.$inferInsert) =>
  prepareParts(db, { made: insertIntent(intent) }, 'made'),
)

const renewingOnce = builtOnce(
  (db, intent: typeof demoIntents.$inferInsert, renewal: typeof demoSubscriptions.$inferInsert) => {
    const from = { given: sql`made`, sent: sql.placeholder('renewals') }
    const renewing = insertRows(demoSubscriptions, [renewal], from)
    return prepareParts(db, { made: insertIntent(intent), renewing }, 'made')
  },
)

function insertIntent(intent: typeof demoIntents.$inferInsert): SQL {
  const from = { given: sql`(select 1) one`, sent: sql.placeholder('intents') }
  return sql`${insertRows(demoIntents, [intent], from)} on conflict do nothing returning id`
}

async function readByKey(demo: Demo, idempotencyKey: string) {
  const [row] = await demo.db.select().from(demoIntents).where(eq(demoIntents.idempotencyKey, idempotencyKey))
  return row!
}

function totalOf({ items, taxes }: StartPayment): number {
  const totals = items.map((item) => item.amountCents - item.discountCents + (taxes[item.id]?.taxCents ?? 0))
  return totals.reduce((sum, total) => sum + total, 0)
}

function keyOf({ checkoutId, kind, items, taxes }: StartPayment): string {
  const contents = createHash('sha256')
    .update(JSON.stringify([kind, items, taxes]))
    .digest('hex')
  return `i:${checkoutId}:${contents.slice(0, 16)}`
}

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
  await payOnce(demo.db, card, event).execute({
    id: row.id,
    email: input.email.trim() || null,
    label,
    paidAt: demo.now().toISOString(),
    subscriptionId: row.subscriptionId,
    nextChargeOn: nextChargeDay(demo.today(), months ?? 1),
    cards: rowsAsJson(demoCards, [card]),
    events: rowsAsJson(paymentEvents, [event]),
  })
}

const payOnce = builtOnce(
  (db, card: typeof demoCards.$inferInsert, event: typeof paymentEvents.$inferInsert) => {
    const value = sql.placeholder
    const from = (sent: 'cards' | 'events') => ({ given: sql`paid`, sent: value(sent) })
    const paid = sql`update ${demoIntents} set status = 'succeeded', payer_email = ${value('email')},
        payment_method = ${value('label')}, paid_at = ${value('paidAt')}::timestamptz, updated_at = now()
      where id = ${value('id')} and status in ('requires_payment_method', 'requires_action') returning id`
    const kept = sql`${insertRows(demoCards, [card], from('cards'))} on conflict (customer_id) do update
      set label = excluded.label, pays_renewals = excluded.pays_renewals, last_month = excluded.last_month, updated_at = now()`
    const term = sql`update ${demoSubscriptions} s set status = 'active', next_charge_on = ${value('nextChargeOn')}
      from paid where s.id = ${value('subscriptionId')}`
    const told = sql`${insertRows(paymentEvents, [event], from('events'))} on conflict do nothing`
    return prepareParts(db, { paid, card: kept, term, told }, 'paid')
  },
)

async function wait(demo: Demo, id: string, status: (typeof unpaid)[number]) {
  await demo.db
    .update(demoIntents)
    .set({ status })
    .where(and(eq(demoIntents.id, id), inArray(demoIntents.status, [...unpaid])))
}
