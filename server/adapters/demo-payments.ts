import { randomBytes } from 'node:crypto'
import { and, eq, inArray } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { demoIntents, demoSubscriptions, paymentEvents } from '../../db/schema.ts'
import { ShopError } from '../../domain/errors.ts'
import { statewideTaxCents } from '../../domain/tax.ts'
import type { DemoConfirmation, PaymentState, Payments, StartPayment } from '../payments.ts'
import { cardLabel, judgeCard } from './demo-card.ts'

/**
 * A payment provider for use without keys: no money moves. It remembers its payments in tables of its own, in
 * transactions of its own, so that it can disagree with the shop after a crash just as a real one can, and it
 * reports a payment as an event in the shop's inbox, as a webhook would.
 */
export function demoPayments(db: Database, now: () => Date, onEvent: () => void): Payments {
  return {
    kind: 'demo',
    async quoteTax(items) {
      return Object.fromEntries(
        items.map((item) => [item.id, statewideTaxCents(item.amountCents, item.destination.state)]),
      )
    },
    start: (input) => start(db, input),
    async fetch(intentId) {
      const [row] = await db.select().from(demoIntents).where(eq(demoIntents.id, intentId))
      return row ? stateOf(row) : null
    },
    async cancel(intentId) {
      await db
        .update(demoIntents)
        .set({ status: 'canceled' })
        .where(and(eq(demoIntents.id, intentId), inArray(demoIntents.status, [...unpaid])))
    },
    async fetchSession(sessionId) {
      // The demo has no hosted page; a session's id is its payment's id under another prefix.
      const intentId = sessionId.replace(/^cs_demo_/, 'pi_demo_')
      const [row] = await db.select().from(demoIntents).where(eq(demoIntents.id, intentId))
      return row ? { checkoutId: row.checkoutId } : null
    },
    async subscribe(input) {
      const values = {
        id: newId('sub'),
        idempotencyKey: input.idempotencyKey,
        customerId: input.customerId,
        planId: input.item.planId,
        checkoutId: input.checkoutId,
        nextChargeOn: input.nextChargeOn,
      }
      await db.insert(demoSubscriptions).values(values).onConflictDoNothing()
      const [row] = await db
        .select({ id: demoSubscriptions.id })
        .from(demoSubscriptions)
        .where(eq(demoSubscriptions.idempotencyKey, input.idempotencyKey))
      return row!.id
    },
    confirmDemo: (input) => confirm(db, input, now(), onEvent),
  }
}

const unpaid = ['requires_payment_method', 'requires_action'] as const

async function start(db: Database, input: StartPayment) {
  const id = newId('pi')
  const total = input.items.reduce((sum, item) => sum + item.amountCents + (input.taxCents[item.id] ?? 0), 0)
  await db
    .insert(demoIntents)
    .values({
      id,
      clientSecret: `${id}_secret_${randomBytes(16).toString('hex')}`,
      idempotencyKey: input.idempotencyKey,
      checkoutId: input.checkoutId,
      customerId: newId('cus'),
      subscriptionId: input.kind === 'subscription' ? newId('sub') : null,
      amountCents: total,
    })
    .onConflictDoNothing()
  const [row] = await db
    .select()
    .from(demoIntents)
    .where(eq(demoIntents.idempotencyKey, input.idempotencyKey))
  return {
    intentId: row!.id,
    clientSecret: row!.clientSecret,
    customerId: row!.customerId,
    subscriptionId: row!.subscriptionId,
    totalCents: row!.amountCents,
  }
}

async function confirm(db: Database, input: DemoConfirmation, now: Date, onEvent: () => void) {
  const [row] = await db.select().from(demoIntents).where(eq(demoIntents.clientSecret, input.clientSecret))
  if (!row)
    throw new ShopError(
      'payment_not_found',
      'This payment is not known here. Go back to your cart and start again.',
    )
  if (row.status === 'succeeded') return { status: 'succeeded' as const, intentId: row.id }
  if (row.status === 'canceled') {
    throw new ShopError(
      'card_declined',
      'This payment has been closed. Go back to your cart and start again.',
    )
  }
  const answer = judgeCard(input, now)
  if (answer === 'asks' && input.authentication === null) {
    await set(db, row.id, { status: 'requires_action' })
    return { status: 'requires_action' as const, intentId: row.id }
  }
  if (answer === 'asks' && input.authentication === 'failed') {
    await set(db, row.id, { status: 'requires_payment_method' })
    throw new ShopError(
      'card_declined',
      'Your bank did not confirm this payment. Try again or use another card.',
    )
  }
  await db.transaction(async (tx) => {
    const paid = await tx
      .update(demoIntents)
      .set({
        status: 'succeeded',
        payerEmail: input.email.trim() || null,
        paymentMethod: cardLabel(input.cardNumber),
        paidAt: now,
      })
      .where(and(eq(demoIntents.id, row.id), inArray(demoIntents.status, [...unpaid])))
      .returning({ id: demoIntents.id })
    if (paid.length === 0) return
    await tx
      .insert(paymentEvents)
      .values({
        id: `evt_demo_${row.id}`,
        type: 'payment_intent.succeeded',
        payload: { intentId: row.id },
        receivedAt: now,
        runAt: now,
      })
      .onConflictDoNothing()
  })
  onEvent()
  return { status: 'succeeded' as const, intentId: row.id }
}

async function set(db: Database, id: string, values: Partial<typeof demoIntents.$inferInsert>) {
  await db
    .update(demoIntents)
    .set(values)
    .where(and(eq(demoIntents.id, id), inArray(demoIntents.status, [...unpaid])))
}

function stateOf(row: typeof demoIntents.$inferSelect): PaymentState {
  return {
    intentId: row.id,
    status: row.status as PaymentState['status'],
    clientSecret: row.clientSecret,
    amountCents: row.amountCents,
    currency: row.currency,
    customerId: row.customerId,
    payerEmail: row.payerEmail,
    paidAt: row.paidAt,
  }
}

function newId(prefix: string): string {
  return `${prefix}_demo_${randomBytes(12).toString('hex')}`
}
