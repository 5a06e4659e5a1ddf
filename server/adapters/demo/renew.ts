import { randomBytes } from 'node:crypto'
import { and, asc, eq, inArray, lte } from 'drizzle-orm'
import type { Transaction } from '../../../db/database.ts'
import { demoCards, demoIntents, demoInvoices, demoSubscriptions } from '../../../db/schema.ts'
import { addDays } from '../../../domain/calendar-date.ts'
import { nextChargeDay } from '../../../domain/charge-day.ts'
import { type Demo, demoCardId, newDemoId, report, reportBill } from './demo.ts'
import { endRows } from './subscriptions.ts'

type Subscription = typeof demoSubscriptions.$inferSelect
type Invoice = typeof demoInvoices.$inferSelect
type Card = typeof demoCards.$inferSelect

/** Days before a declined bill is retried, by attempts so far. After the last one it stays open. */
const retryAfter = [3, 5, 7]

/**
 * One round of the demo's billing: charges the bills that are due, then writes a draft for every subscription whose term
 * is over. The next round charges a draft, so that the shop can correct its tax in between, as with the real provider.
 * Any number of processes may run it. Returns how many rows changed: 0 when nothing is left to do.
 */
export async function renewDemo(demo: Demo): Promise<number> {
  const bills = await demo.db
    .select({ id: demoInvoices.id })
    .from(demoInvoices)
    .where(and(eq(demoInvoices.status, 'open'), lte(demoInvoices.nextAttemptOn, demo.today())))
    .orderBy(asc(demoInvoices.periodStart))
  for (const { id } of bills) await demo.db.transaction((tx) => chargeBill(demo, tx, id))
  const due = await demo.db
    .select({ id: demoSubscriptions.id })
    .from(demoSubscriptions)
    .where(
      and(
        inArray(demoSubscriptions.status, ['active', 'past_due']),
        lte(demoSubscriptions.nextChargeOn, demo.today()),
      ),
    )
  for (const { id } of due) await demo.db.transaction((tx) => endTerm(demo, tx, id))
  if (bills.length + due.length > 0) demo.onEvent()
  return bills.length + due.length
}

async function endTerm(demo: Demo, tx: Transaction, id: string) {
  const [row] = await tx.select().from(demoSubscriptions).where(eq(demoSubscriptions.id, id)).for('update')
  if (!row || row.status === 'canceled' || row.nextChargeOn > demo.today()) return
  if (row.cancelAtPeriodEnd) return end(demo, tx, row)
  const periodEnd = nextChargeDay(row.nextChargeOn, row.months)
  const invoiceId = newDemoId('in')
  await tx
    .insert(demoInvoices)
    .values({
      id: invoiceId,
      subscriptionId: row.id,
      planId: row.planId,
      amountCents: row.amountCents,
      taxCents: row.taxCents,
      periodStart: row.nextChargeOn,
      periodEnd,
      nextAttemptOn: demo.today(),
      createdAt: demo.now(),
    })
    .onConflictDoNothing()
  await tx.update(demoSubscriptions).set({ nextChargeOn: periodEnd }).where(eq(demoSubscriptions.id, row.id))
  await reportBill(demo, tx, invoiceId, 'created')
}

async function end(demo: Demo, tx: Transaction, row: Subscription) {
  await endRows(demo, tx, row.id)
  await report(demo, tx, {
    name: `${row.id}_deleted`,
    type: 'customer.subscription.deleted',
    about: { kind: 'subscription', id: row.id },
  })
}

/** Charges an open bill that is due. */
export async function chargeBill(demo: Demo, tx: Transaction, id: string) {
  const [bill] = await tx.select().from(demoInvoices).where(eq(demoInvoices.id, id)).for('update')
  if (bill?.status !== 'open' || bill.nextAttemptOn === null || bill.nextAttemptOn > demo.today()) return
  const [row] = await tx.select().from(demoSubscriptions).where(eq(demoSubscriptions.id, bill.subscriptionId))
  const [card] = await tx.select().from(demoCards).where(eq(demoCards.customerId, row!.customerId))
  const isFree = bill.amountCents + bill.taxCents === 0
  if (isFree || (card?.paysRenewals ?? true)) await settle(demo, tx, bill, row!)
  else await decline(demo, tx, bill, card)
}

async function settle(demo: Demo, tx: Transaction, bill: Invoice, row: Subscription) {
  const paidAt = demo.now()
  const amountCents = bill.amountCents + bill.taxCents
  // A bill fully paid by store credit has no payment.
  const intentId = amountCents > 0 ? newDemoId('pi') : null
  if (intentId)
    await tx.insert(demoIntents).values({
      id: intentId,
      clientSecret: `${intentId}_secret_${randomBytes(16).toString('hex')}`,
      idempotencyKey: `r:${bill.id}`,
      checkoutId: row.checkoutId,
      customerId: row.customerId,
      amountCents,
      status: 'succeeded',
      paidAt,
      createdAt: paidAt,
    })
  await tx
    .update(demoInvoices)
    .set({ status: 'paid', attempts: bill.attempts + 1, nextAttemptOn: null, intentId, paidAt })
    .where(eq(demoInvoices.id, bill.id))
  const others = await tx
    .select({ id: demoInvoices.id })
    .from(demoInvoices)
    .where(and(eq(demoInvoices.subscriptionId, row.id), eq(demoInvoices.status, 'open')))
  if (others.length === 0 && row.status === 'past_due')
    await tx.update(demoSubscriptions).set({ status: 'active' }).where(eq(demoSubscriptions.id, row.id))
  await reportBill(demo, tx, bill.id, 'paid')
}

async function decline(demo: Demo, tx: Transaction, bill: Invoice, card: Card | undefined) {
  const wait = retryAfter[bill.attempts]
  await tx
    .update(demoInvoices)
    .set({
      attempts: bill.attempts + 1,
      triedCardId: card ? demoCardId(card) : null,
      nextAttemptOn: wait === undefined ? null : addDays(demo.today(), wait),
    })
    .where(eq(demoInvoices.id, bill.id))
  await tx
    .update(demoSubscriptions)
    .set({ status: 'past_due' })
    .where(and(eq(demoSubscriptions.id, bill.subscriptionId), eq(demoSubscriptions.status, 'active')))
  await reportBill(demo, tx, bill.id, 'payment_failed', `failed_${bill.attempts + 1}`)
}
