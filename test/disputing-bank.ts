import { and, eq, gt, inArray } from 'drizzle-orm'
import { demoInvoices, membershipPayments, paymentEvents } from '../db/schema.ts'
import { calendarDateIn } from '../domain/calendar-date.ts'
import { eventRow } from '../server/adapters/demo/demo.ts'
import { syncDispute } from '../server/billing/sync-dispute.ts'
import type { DisputeState } from '../server/shop/payment-states.ts'
import type { TestShop } from './create-test-shop.ts'

/**
 * Gives the demo provider what it lacks: a bank that disputes payments, and subscriptions that can stop charging as
 * Stripe's do. While stopped, a bill is voided as soon as it's written, and an unpaid one isn't tried.
 */
export function disputingBank(test: TestShop) {
  const { shop } = test
  const disputes = new Map<string, DisputeState>()
  const paused = new Set<string>()
  const billsOf = (ids: string[]) =>
    and(inArray(demoInvoices.subscriptionId, ids), eq(demoInvoices.status, 'open'))
  shop.payments = {
    ...shop.payments,
    fetchDispute: async (id) => disputes.get(id) ?? null,
    async pauseCharging(id, isPaused) {
      if (isPaused) paused.add(id)
      else paused.delete(id)
      if (isPaused) await voidDrafts()
      const nextAttemptOn = isPaused ? null : calendarDateIn(shop.config.timeZone, shop.now())
      const unpaid = and(billsOf([id]), gt(demoInvoices.attempts, 0))
      await shop.db.update(demoInvoices).set({ nextAttemptOn }).where(unpaid)
    },
  }

  /** Voids what was written while stopped; to be called after each round of billing. */
  async function voidDrafts() {
    const voided = await shop.db
      .update(demoInvoices)
      .set({ status: 'void', nextAttemptOn: null })
      .where(and(billsOf([...paused]), eq(demoInvoices.attempts, 0)))
      .returning({ id: demoInvoices.id })
    for (const { id } of voided) {
      const event = {
        name: `${id}_voided`,
        type: 'invoice.voided',
        about: { kind: 'invoice', id },
      } as const
      await shop.db.insert(paymentEvents).values(eventRow(shop, event))
    }
  }

  /** Opens a payment's dispute, or decides the one that is open. */
  async function dispute(intentId: string, decision: 'won' | 'lost') {
    const disputeId = `dp_${intentId}`
    const known = disputes.get(disputeId)
    if (known && known.state !== 'open') return
    const paid = await shop.db
      .select({ cents: membershipPayments.amountCents, taxCents: membershipPayments.taxCents })
      .from(membershipPayments)
      .where(eq(membershipPayments.intentId, intentId))
    const amountCents = paid.reduce((sum, { cents, taxCents }) => sum + cents + taxCents, 0)
    disputes.set(disputeId, {
      ...{ disputeId, intentId, state: known ? decision : 'open' },
      ...{ amountCents, reason: 'fraudulent', dueBy: null, answer: null },
    })
    await syncDispute(shop, disputeId)
  }

  return { dispute, voidDrafts }
}
