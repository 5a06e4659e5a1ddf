import { and, eq, ne, sql } from 'drizzle-orm'
import { builtOnce } from '../../../db/built-once.ts'
import type { Transaction } from '../../../db/database.ts'
import { demoInvoices, demoSubscriptions } from '../../../db/schema.ts'
import { type CalendarDate, instantAt } from '../../../domain/calendar-date.ts'
import type { SubscriptionState } from '../../shop/payment-states.ts'
import type { NewSubscription, Payments } from '../../shop/payments.ts'
import { type Demo, newDemoId, renewalOf, report, reportBill } from './demo.ts'

type Row = typeof demoSubscriptions.$inferSelect

/** The hour, in the shop's time zone, at which the demo charges. */
const chargeHour = 0

/** Creates the subscription of a paid item, once. Returns its id. */
export async function subscribeDemo(demo: Demo, input: NewSubscription): Promise<string> {
  const idempotencyKey = `s:${input.checkoutId}:${input.item.id}`
  await demo.db
    .insert(demoSubscriptions)
    .values({
      id: newDemoId('sub'),
      idempotencyKey,
      customerId: input.customerId,
      planId: input.item.planId,
      months: input.item.months,
      checkoutId: input.checkoutId,
      ...renewalOf(input.item, input.tax.ratePercent),
      nextChargeOn: input.nextChargeOn,
      createdAt: demo.now(),
    })
    .onConflictDoNothing()
  const [row] = await demo.db
    .select({ id: demoSubscriptions.id })
    .from(demoSubscriptions)
    .where(eq(demoSubscriptions.idempotencyKey, idempotencyKey))
  return row!.id
}

/** A subscription's state, or null for an unknown id. */
export async function fetchDemoSubscription(demo: Demo, id: string): Promise<SubscriptionState | null> {
  const [row] = await subscriptionById(demo.db).execute({ id })
  return row ? demoSubscriptionState(demo, row) : null
}

const subscriptionById = builtOnce((db) =>
  db
    .select()
    .from(demoSubscriptions)
    .where(eq(demoSubscriptions.id, sql.placeholder('id')))
    .prepare(''),
)

/** Changes a subscription and reports it. As with the real provider, an ended one can't be changed. */
export async function changeDemoSubscription(
  demo: Demo,
  id: string,
  change: { nextChargeOn: CalendarDate } | { cancelAtPeriodEnd: boolean },
): Promise<SubscriptionState> {
  const state = await changeRow(demo, id, 'customer.subscription.updated', async (tx) => {
    await tx.update(demoSubscriptions).set(change).where(eq(demoSubscriptions.id, id))
  })
  if (state.status === 'ended') throw new Error(`the subscription ${id} has ended`)
  return state
}

/** Sets another plan or price from the next term on; the tax is corrected with the next bill. */
export async function setDemoTerms(
  demo: Demo,
  { subscriptionId, plan, renewalDiscountCents }: Parameters<Payments['setTerms']>[0],
) {
  await changeRow(demo, subscriptionId, 'customer.subscription.updated', async (tx) => {
    await tx
      .update(demoSubscriptions)
      .set({
        planId: plan.planId,
        months: plan.months,
        amountCents: Math.max(0, plan.amountCents - (renewalDiscountCents ?? 0)),
      })
      .where(eq(demoSubscriptions.id, subscriptionId))
  })
}

/** Ends a subscription now: open bills become void, paid ones stay paid. */
export async function endDemoSubscription(demo: Demo, id: string) {
  await changeRow(demo, id, 'customer.subscription.deleted', (tx) => endRows(demo, tx, id))
}

/** Writes the rows of an ending subscription. */
export async function endRows(demo: Demo, tx: Transaction, id: string) {
  await tx.update(demoSubscriptions).set({ status: 'canceled' }).where(eq(demoSubscriptions.id, id))
  const voided = await tx
    .update(demoInvoices)
    .set({ status: 'void', nextAttemptOn: null })
    .where(and(eq(demoInvoices.subscriptionId, id), eq(demoInvoices.status, 'open')))
    .returning({ id: demoInvoices.id })
  for (const bill of voided) await reportBill(demo, tx, bill.id, 'voided')
}

async function changeRow(
  demo: Demo,
  id: string,
  type: string,
  act: (tx: Transaction) => Promise<void>,
): Promise<SubscriptionState> {
  const row = await demo.db.transaction(async (tx) => {
    const [found] = await tx
      .select()
      .from(demoSubscriptions)
      .where(and(eq(demoSubscriptions.id, id), ne(demoSubscriptions.status, 'canceled')))
      .for('update')
    if (found) {
      await act(tx)
      await report(demo, tx, { name: newDemoId('change'), type, about: { kind: 'subscription', id } })
    }
    const [after] = await tx.select().from(demoSubscriptions).where(eq(demoSubscriptions.id, id))
    if (!after) throw new Error(`no such subscription: ${id}`)
    return after
  })
  demo.onEvent()
  return demoSubscriptionState(demo, row)
}

export function demoSubscriptionState(demo: Demo, row: Row): SubscriptionState {
  const hasEnded = row.status === 'canceled'
  return {
    subscriptionId: row.id,
    customerId: row.customerId,
    checkoutId: row.checkoutId,
    status: hasEnded ? 'ended' : (row.status as SubscriptionState['status']),
    nextChargeAt: hasEnded ? null : instantAt(row.nextChargeOn, chargeHour, demo.timeZone),
    cancelsAtPeriodEnd: row.cancelAtPeriodEnd,
    // Only the shop can change or end what the demo charges.
    term: null,
    isPaused: false,
    mailsBills: false,
    hasDiscount: false,
    endedBy: hasEnded || row.cancelAtPeriodEnd ? 'shop' : null,
  }
}
