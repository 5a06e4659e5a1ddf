import { and, eq, inArray } from 'drizzle-orm'
import type { Transaction } from '../../../db/database.ts'
import { demoCards, demoIntents, demoSubscriptions } from '../../../db/schema.ts'
import { nextCharge } from '../../../domain/drop.ts'
import { ShopError } from '../../../domain/errors.ts'
import type { DemoConfirmation } from '../../shop/payments.ts'
import { type Demo, report } from './demo.ts'
import { cardLabel, judgeCard, lastMonthOf, paysRenewals } from './demo-card.ts'

export const unpaid = ['requires_payment_method', 'requires_action'] as const

/**
 * What the demo's card form sends: pays, or keeps the card of a set-up, and reports it.
 * @throws ShopError 'card_declined' with the bank's sentence, 'payment_not_found' for an unknown secret
 */
export async function confirmDemo(demo: Demo, input: DemoConfirmation) {
  const [row] = await demo.db
    .select()
    .from(demoIntents)
    .where(eq(demoIntents.clientSecret, input.clientSecret))
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
  await demo.db.transaction((tx) => succeed(demo, tx, row, input))
  demo.onEvent()
  return { status: 'succeeded' as const, intentId: row.id }
}

async function succeed(
  demo: Demo,
  tx: Transaction,
  row: typeof demoIntents.$inferSelect,
  input: DemoConfirmation,
) {
  const label = cardLabel(input.cardNumber)
  const paid = await tx
    .update(demoIntents)
    .set({
      status: 'succeeded',
      payerEmail: input.email.trim() || null,
      paymentMethod: label,
      paidAt: demo.now(),
    })
    .where(and(eq(demoIntents.id, row.id), inArray(demoIntents.status, [...unpaid])))
    .returning({ id: demoIntents.id })
  if (paid.length === 0) return
  const card = {
    label,
    paysRenewals: paysRenewals(input.cardNumber),
    lastMonth: lastMonthOf(input.expiration),
  }
  await tx
    .insert(demoCards)
    .values({ customerId: row.customerId, ...card })
    .onConflictDoUpdate({ target: demoCards.customerId, set: card })
  if (row.subscriptionId) await begin(demo, tx, row.subscriptionId)
  const isSetup = row.kind === 'setup'
  await report(demo, tx, {
    name: row.id,
    type: isSetup ? 'setup_intent.succeeded' : 'payment_intent.succeeded',
    about: { kind: isSetup ? 'setup' : 'payment', id: row.id },
  })
}

// The term begins with its payment, which may come hours after the form was opened.
async function begin(demo: Demo, tx: Transaction, subscriptionId: string) {
  const [row] = await tx
    .select({ months: demoSubscriptions.months })
    .from(demoSubscriptions)
    .where(eq(demoSubscriptions.id, subscriptionId))
  if (!row) return
  await tx
    .update(demoSubscriptions)
    .set({
      status: 'active',
      nextChargeOn: nextCharge(demo.today(), row.months),
    })
    .where(eq(demoSubscriptions.id, subscriptionId))
}

async function wait(demo: Demo, id: string, status: (typeof unpaid)[number]) {
  await demo.db
    .update(demoIntents)
    .set({ status })
    .where(and(eq(demoIntents.id, id), inArray(demoIntents.status, [...unpaid])))
}
