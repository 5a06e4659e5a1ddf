import { and, eq, inArray, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { boxState } from '../../db/schema/states.ts'
import { boxes, disputes, drops, fraudWarnings, membershipPayments, memberships } from '../../db/schema.ts'
import { unshippedStates } from '../../domain/box.ts'
import { addDays } from '../../domain/calendar-date.ts'
import { noticeTime } from '../../domain/gift-notice.ts'
import { leftOf } from '../../domain/refund.ts'
import { lockInventory } from '../curation/inventory.ts'
import { isDisputed, replacementsOf, wasDisputedAt } from '../ledger/disputes.ts'
import { findMembership, isByPayer, lockMembership } from '../ledger/find-membership.ts'
import { applyBills } from '../memberships/apply-invoice.ts'
import { endMembership, markCancelled } from '../memberships/end-membership.ts'
import { unpaidClock, unpaidDays } from '../memberships/end-unpaid.ts'
import { reconcileMembership } from '../memberships/reconcile-renewals.ts'
import { syncSubscription } from '../memberships/sync-subscription.ts'
import { enqueueMail } from '../outbox/enqueue-mail.ts'
import type { DisputeState } from '../shop/payment-states.ts'
import type { Shop } from '../shop/shop.ts'
import { ensurePaymentBooked } from './ensure-payment-booked.ts'
import { givenBefore } from './given-before.ts'
import { unpaidBoxes } from './unpaid-boxes.ts'
import { isPackedAndHeld, putBack, tellWearers } from './withdraw-boxes.ts'

/**
 * Fetches a dispute and applies it (stripe.md §6). During an inquiry or a dispute, the payment's unshipped boxes are held;
 * during a dispute, its memberships aren't charged either. If won, the boxes are owed again, or packed as they were. If
 * lost, they are cancelled and the membership ends (docs/decisions/046). The ledger is updated first; every step is safe to
 * repeat with the event.
 */
export async function syncDispute(shop: Shop, disputeId: string): Promise<void> {
  const dispute = await shop.payments.fetchDispute(disputeId)
  if (!dispute?.intentId) return
  const { intentId, state, amountCents, reason, dueBy } = dispute
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
    const now = shop.now()
    const values = { intentId, amountCents, reason, state, dueBy, updatedAt: now }
    const openedAt = state === 'open' || state === 'lost' ? now : null
    const closedAt = state === 'won' || state === 'lost' ? now : null
    await tx
      .insert(disputes)
      .values({ id: disputeId, ...values, openedAt, closedAt, createdAt: now })
      .onConflictDoUpdate({
        target: disputes.id,
        // Keeps the first time, so that the books of a closed month don't change.
        set: {
          ...values,
          openedAt: sql`coalesce(${disputes.openedAt}, excluded.opened_at)`,
          closedAt: sql`coalesce(${disputes.closedAt}, excluded.closed_at)`,
        },
      })
    const worst = await worstOf(tx, intentId)
    const examined = worst === 'open' || worst === 'lost' ? worst : null
    await tx.update(membershipPayments).set({ dispute: examined }).where(inArray(membershipPayments.id, ids))
    await moveBoxes(tx, shop, { paymentIds: ids, state: worst })
    if (worst === 'lost') await keepWhatIsLeft(tx, ids)
    // One email per state: an inquiry that becomes a dispute is announced again, with its own deadline.
    await enqueueMail(tx, shop, { kind: 'dispute', about: { disputeId, state } })
    // After a handover, the bank's decision on what someone else paid is nothing to its new payer (docs/decisions/089).
    return [...new Set(payments.filter((each) => each.isByPayer).map((payment) => payment.membershipId))]
  })
  for (const id of members) await followMembership(shop, id, disputeId, state)
  shop.wakeWorker()
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

type Moved = { paymentIds: string[]; state: DisputeState['state'] }

async function moveBoxes(tx: Transaction, shop: Shop, { paymentIds: ids, state }: Moved) {
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
    await putBack(tx, and(wasPacked, unpaid))
    const gone = await tx
      .update(boxes)
      .set({
        ...{ state: boxState.to('cancelled', boxes.state), holdReason: null, productId: null },
        voidedAt: shop.now(),
      })
      .where(and(held, unpaid))
      .returning({ id: boxes.id })
    await tellWearers(
      tx,
      shop,
      gone.map(({ id }) => id),
    )
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

/** A payment of which the bank took a part only isn't lost: what's left of it buys belts, exchanges and refunds. */
async function keepWhatIsLeft(tx: Transaction, ids: string[]) {
  for (const id of ids) {
    const isIt = eq(membershipPayments.id, id)
    const [payment] = await tx.select().from(membershipPayments).where(isIt)
    if (leftOf(payment!, await givenBefore(tx, payment!)).totalCents > 0)
      await tx.update(membershipPayments).set({ dispute: null }).where(isIt)
  }
}

async function followMembership(shop: Shop, id: string, disputeId: string, state: DisputeState['state']) {
  const { stripeSubscriptionId: subscriptionId, status, renews } = await findMembership(shop, id)
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
  // A gift ends by itself. A renewal that isn't set up yet never is once the membership has ended.
  if (!subscriptionId && !renews) return
  if (subscriptionId) {
    await shop.payments.endSubscription(subscriptionId)
    // Nobody looks for the bills of an ended membership anymore: one that was just paid would be lost.
    await applyBills(shop, subscriptionId)
  }
  const isMade = await shop.db.transaction(async (tx) => {
    const locked = await lockMembership(tx, id)
    if (locked.status === 'ended') return false
    if (!subscriptionId && locked.stripeSubscriptionId) return true
    if (locked.renews) await markCancelled(tx, shop, locked, 'bank')
    await endMembership(tx, shop, { ...locked, status: 'cancelled' })
    return false
  })
  // It was set up just now after all.
  if (isMade) await followMembership(shop, id, disputeId, state)
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
