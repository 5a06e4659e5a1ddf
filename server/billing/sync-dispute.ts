import { and, eq, inArray, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { boxState } from '../../db/schema/states.ts'
import {
  boxes,
  disputes,
  drops,
  fraudWarnings,
  lostTaxes,
  membershipPayments,
  memberships,
} from '../../db/schema.ts'
import { unshippedStates } from '../../domain/box.ts'
import { addDays } from '../../domain/calendar-date.ts'
import { isMoneyAway, plainStatus } from '../../domain/dispute.ts'
import { noticeTime } from '../../domain/gift-notice.ts'
import { leftOf, type Money } from '../../domain/refund.ts'
import { lockInventory } from '../curation/inventory.ts'
import { isDisputed, replacementsOf, wasDisputedAt } from '../ledger/disputes.ts'
import { findMembership, isByPayer } from '../ledger/find-membership.ts'
import { unpaidClock, unpaidDays } from '../memberships/end-unpaid.ts'
import { reconcileMembership } from '../memberships/reconcile-renewals.ts'
import { syncSubscription } from '../memberships/sync-subscription.ts'
import { enqueueMail } from '../outbox/enqueue-mail.ts'
import type { DisputeState } from '../shop/payment-states.ts'
import type { Shop } from '../shop/shop.ts'
import { endIfFraud } from './end-if-fraud.ts'
import { endWithoutMoney } from './end-without-money.ts'
import { ensurePaymentBooked } from './ensure-payment-booked.ts'
import { givenHere, goneBefore, takenByBank } from './given-before.ts'
import { boxesRefund } from './refunds.ts'
import { holdFailedRefunds } from './refunds-at-bank.ts'
import { reverseLostTaxes } from './reverse-refund-tax.ts'
import { tellOfDispute } from './tell-of-dispute.ts'
import { unpaidBoxes } from './unpaid-boxes.ts'
import { isPackedAndHeld, putBack, withdrawBoxes } from './withdraw-boxes.ts'

/**
 * Fetches a dispute and applies it (stripe.md §6). During an inquiry or a dispute, the payment's unshipped boxes are held;
 * during a dispute, its memberships aren't charged either. If won, the boxes are owed again, or packed as they were. If
 * lost, they are withdrawn and the membership ends (docs/decisions/046). A decision can be turned round by an appeal: what was
 * held is held again, and what was withdrawn stays so. Each status is kept with its day (docs/decisions/125). The ledger is
 * updated first; every step is safe to repeat with the event.
 * @param at when the provider says it happened; absent: now
 */
export async function syncDispute(shop: Shop, disputeId: string, at = shop.now()): Promise<void> {
  const dispute = await shop.payments.fetchDispute(disputeId)
  if (!dispute?.intentId) return
  const { intentId, state, amountCents, reason, dueBy, status = plainStatus[state] } = dispute
  await ensurePaymentBooked(shop, intentId)
  const members = await shop.db.transaction(async (tx) => {
    const { id, membershipId } = membershipPayments
    const payments = await tx
      .select({ id, membershipId, isByPayer: sql<boolean>`${isByPayer}` })
      .from(membershipPayments)
      .innerJoin(memberships, eq(membershipPayments.membershipId, memberships.id))
      .where(eq(membershipPayments.intentId, intentId))
    if (payments.length === 0) return []
    const ids = payments.map((payment) => payment.id)
    await lockLabelFiles(tx, ids)
    const [before] = await tx.select().from(disputes).where(eq(disputes.id, disputeId)).for('update')
    // Events come in any order, and none takes a day of the history back.
    const seenAt = before && before.updatedAt > at ? before.updatedAt : at
    const values = { intentId, amountCents, reason, state, status, dueBy, updatedAt: seenAt }
    const isNews =
      before?.status !== status ||
      before.amountCents !== amountCents ||
      +(before.dueBy ?? 0) !== +(dueBy ?? 0)
    const openedAt = before?.openedAt ?? (isMoneyAway(state) ? seenAt : null)
    const isClosed = state === 'won' || state === 'lost'
    const closedAt = isClosed ? (before?.state === state && before.closedAt) || seenAt : null
    if (!before)
      await tx.insert(disputes).values({ id: disputeId, ...values, openedAt, closedAt, createdAt: seenAt })
    else if (isNews)
      await tx
        .update(disputes)
        .set({ ...values, openedAt, closedAt })
        .where(eq(disputes.id, disputeId))
    const worst = await worstOf(tx, intentId)
    const examined = isMoneyAway(worst) ? worst : null
    await tx.update(membershipPayments).set({ dispute: examined }).where(inArray(membershipPayments.id, ids))
    await moveBoxes(tx, shop, { paymentIds: ids, state: worst, disputeId, at: seenAt })
    if (worst === 'lost') await keepWhatIsLeft(tx, ids)
    if (isNews && isMoneyAway(worst)) await holdFailedRefunds(tx, shop, ids)
    if (state === 'won') await undoLostTaxes(tx, disputeId, seenAt)
    if (isNews) await tellOfDispute(tx, shop, disputeId)
    // After a handover, the bank's decision on what someone else paid is nothing to its new payer (docs/decisions/089).
    return [...new Set(payments.filter((each) => each.isByPayer).map((payment) => payment.membershipId))]
  })
  for (const id of members) await followMembership(shop, id, disputeId, state)
  await reverseLostTaxes(shop)
  shop.wakeWorker()
}

/** Tax of a payment that is the shop's after all is charged again: someone makes a new order of it, or refunds it. */
async function undoLostTaxes(tx: Transaction, disputeId: string, at: Date) {
  const isIt = and(eq(lostTaxes.disputeId, disputeId), isNull(lostTaxes.undoneAt))
  await tx.update(lostTaxes).set({ undoneAt: at }).where(isIt)
}

// A payment may have several disputes: one that is over must not release boxes that another still holds.
async function worstOf(tx: Transaction, intentId: string): Promise<DisputeState['state']> {
  const rows = await tx
    .select({ state: disputes.state })
    .from(disputes)
    .where(eq(disputes.intentId, intentId))
  const states = new Set(rows.map((row) => row.state))
  return (['open', 'lost', 'inquiry'] as const).find((state) => states.has(state)) ?? 'won'
}

/**
 * A file of labels locks its drop, as packing does. One is made before or after the bank's word, never meanwhile, so that
 * their times say which boxes are in it.
 */
async function lockLabelFiles(tx: Transaction, paymentIds: string[]) {
  const packed = tx
    .select({ drop: boxes.drop })
    .from(boxes)
    .where(and(inArray(boxes.paymentId, paymentIds), or(eq(boxes.state, 'packed'), isPackedAndHeld)))
  await tx.select().from(drops).where(inArray(drops.drop, packed)).orderBy(drops.drop).for('update')
}

/** Files of labels made since a box was packed; `l` is a file. */
const labelFiles = sql`from audit_log l where l.entity = 'drops' and l.action = 'drop.labels'
  and l.entity_id = boxes.drop and l.at >= boxes.packed_at`

/**
 * Whether files of labels were made since a box was packed, but only while the bank looked into it, so that it's in none of
 * them. It then counts as packed now, which puts it among the new ones (admin/drops/export-labels.ts).
 */
const missedItsLabel = sql`exists (select 1 ${labelFiles})
  and not exists (select 1 ${labelFiles} and not ${wasDisputedAt('boxes', sql`l.at`)})`

type Moved = { paymentIds: string[]; state: DisputeState['state']; disputeId: string; at: Date }

async function moveBoxes(tx: Transaction, shop: Shop, { paymentIds: ids, state, disputeId, at }: Moved) {
  const ofPayments = inArray(boxes.paymentId, ids)
  if (state === 'inquiry' || state === 'open') {
    await hold(tx, ofPayments)
    return unpackReplacements(tx, ids)
  }
  const held = and(ofPayments, eq(boxes.state, 'held'), eq(boxes.holdReason, 'dispute'))
  const wasPacked = and(held, isNotNull(boxes.packedAt))
  if (state === 'lost') {
    await lockInventory(tx)
    const unpaid = inArray(boxes.id, await unpaidBoxes(tx, ids))
    // It may be lost before the shop hears of it: the network returned the money at once, or the event is late.
    await hold(tx, unpaid)
    await unpackReplacements(tx, ids)
    const gone = await tx.select().from(boxes).where(and(held, unpaid))
    for (const [paymentId, group] of Map.groupBy(gone, (box) => box.paymentId!)) {
      const [payment] = await tx.select().from(membershipPayments).where(eq(membershipPayments.id, paymentId))
      const whole = boxesRefund(payment!, await givenHere(tx, payment!), group)
      // A refund by hand that the shop hasn't heard of yet may have given a part of it, with its tax.
      const [taken = whole] = await takenByBank(tx, payment!)
      const given = totalOf(taken) < totalOf(whole) ? taken : whole
      await withdrawBoxes(tx, shop, { payment: payment!, group, by: { disputeId, given }, at })
    }
  }
  // Whatever is still paid: boxes packed before the dispute are still packed; the others get a belt again.
  await tx
    .update(boxes)
    .set({
      state: boxState.to('packed', boxes.state),
      holdReason: null,
      packedAt: sql`case when ${missedItsLabel} then ${shop.now().toISOString()}::timestamptz else boxes.packed_at end`,
    })
    .where(wasPacked)
  await tx
    .update(boxes)
    .set({ state: boxState.to('owed', boxes.state), holdReason: null, productId: null })
    .where(held)
}

const totalOf = ({ amountCents, taxCents }: Money) => amountCents + taxCents

/** A payment of which the bank took a part only isn't lost: what's left of it buys belts, exchanges and refunds. */
async function keepWhatIsLeft(tx: Transaction, ids: string[]) {
  for (const id of ids) {
    const isIt = eq(membershipPayments.id, id)
    const [payment] = await tx.select().from(membershipPayments).where(isIt)
    if (leftOf(payment!, await goneBefore(tx, payment!)).totalCents > 0)
      await tx.update(membershipPayments).set({ dispute: null }).where(isIt)
  }
}

async function followMembership(shop: Shop, id: string, disputeId: string, state: DisputeState['state']) {
  const { stripeSubscriptionId: subscriptionId, status } = await findMembership(shop, id)
  if (status === 'ended' || state === 'inquiry') return
  if (state !== 'lost') {
    if (!subscriptionId) return
    // Another payment of this membership may still be disputed.
    const isPaused = state === 'open' || (await isDisputed(shop, id))
    await shop.payments.pauseCharging(subscriptionId, isPaused)
    if (isPaused) return
    // Someone at the provider may have paused it, too.
    await syncSubscription(shop, subscriptionId)
    await startOver(shop, id, disputeId)
    return
  }
  await endWithoutMoney(shop, id)
}

/** Tells the payer of an unpaid renewal, whose card wasn't tried during the dispute, until when it can be paid now. */
async function startOver(shop: Shop, id: string, disputeId: string) {
  // A card that was changed meanwhile is tried right away.
  if ((await findMembership(shop, id)).status === 'past_due') await reconcileMembership(shop, id)
  const { status, pastDueSince, stripeSubscriptionId } = await findMembership(shop, id)
  if (status !== 'past_due' || !pastDueSince || !stripeSubscriptionId) return
  const clock = await unpaidClock(shop, id, pastDueSince)
  if (clock.disputeId !== disputeId) return
  const bills = await shop.payments.invoicesOf(stripeSubscriptionId)
  const open = bills.find((bill) => bill.status === 'open' && bill.reason === 'renewal')
  if (!open) return
  const about = { invoiceId: open.invoiceId, after: disputeId }
  const runAt = noticeTime(addDays(clock.endsOn, 18 - unpaidDays), shop.config.timeZone)
  const last = { kind: 'renewal-failed-18' as const, about, runAt }
  await enqueueMail(shop.db, shop, { kind: 'renewal-failed-7', about }, last)
}

/** Stores the bank's early fraud warning and emails the owner while a refund still helps. */
export async function syncFraudWarning(shop: Shop, warningId: string): Promise<void> {
  const warning = await shop.payments.fetchFraudWarning(warningId)
  if (!warning?.intentId) return
  const { intentId, kind, isOpen } = warning
  await ensurePaymentBooked(shop, intentId)
  if ((await shop.db.$count(membershipPayments, eq(membershipPayments.intentId, intentId))) === 0) return
  await shop.db.transaction(async (tx) => {
    await tx
      .insert(fraudWarnings)
      .values({ id: warningId, intentId, kind, isOpen, createdAt: shop.now() })
      .onConflictDoUpdate({ target: fraudWarnings.id, set: { isOpen } })
    if (isOpen) await enqueueMail(tx, shop, { kind: 'fraud-warning', about: { warningId } })
  })
  await endIfFraud(shop, intentId)
  shop.wakeWorker()
}

async function hold(tx: Transaction, which: SQL) {
  const isNot = or(isNull(boxes.holdReason), ne(boxes.holdReason, 'dispute'))
  await tx
    .update(boxes)
    .set({ state: boxState.to('held', boxes.state), holdReason: 'dispute' })
    .where(and(which, inArray(boxes.state, unshippedStates), isNot))
}

/** Their replacements wait with their exchanges (ledger/disputes.ts), so that one that is packed doesn't leave. */
async function unpackReplacements(tx: Transaction, paymentIds: string[]) {
  const isPacked = and(inArray(boxes.id, replacementsOf(paymentIds)), eq(boxes.state, 'packed'))
  if ((await tx.$count(boxes, isPacked)) === 0) return
  await lockInventory(tx)
  await putBack(tx, isPacked)
  await tx
    .update(boxes)
    .set({ state: boxState.to('assigned', boxes.state), checkedAt: null })
    .where(isPacked)
}
