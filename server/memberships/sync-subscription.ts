import { eq } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { membershipStatus } from '../../db/schema/states.ts'
import { memberships } from '../../db/schema.ts'
import { formatCents } from '../../domain/money.ts'
import { readPlan } from '../catalog/read-plans.ts'
import { isDisputed } from '../ledger/disputes.ts'
import { lockMembership, type Membership, membershipOf } from '../ledger/find-membership.ts'
import { enqueueMail } from '../outbox/enqueue-mail.ts'
import type { SubscriptionState } from '../shop/payment-states.ts'
import { type Shop, shopDay } from '../shop/shop.ts'
import { applyBills } from './apply-invoice.ts'
import { endMembership, markCancelled, notifyRenewsAgain, notLost } from './end-membership.ts'
import { expectedTerms } from './next-terms.ts'

/**
 * Fetches a subscription and applies it to its membership (stripe.md §6). Covers what the customer does on the provider's
 * page, and changes of ours whose answer was lost.
 */
export async function syncSubscription(shop: Shop, subscriptionId: string): Promise<void> {
  for (;;) {
    const before = await membershipOf(shop, subscriptionId)
    if (!before) return
    const state = await shop.payments.fetchSubscription(subscriptionId)
    if (!state) return
    // We missed an invoice: a declined one, the one paid after it, or the last one before the end.
    if (isBehind(before, state)) await applyBills(shop, subscriptionId)
    await followBoxes(shop, before, state)
    // Whoever ended the subscription, close its open invoice so that nobody pays it anymore.
    if (state.status === 'ended' && before.status !== 'ended')
      await shop.payments.endSubscription(subscriptionId)
    const terms = await otherTerms(shop, before, state)
    const isDone = await shop.db.transaction(async (tx) => {
      const locked = await lockMembership(tx, before.id)
      // Our row changed while we asked the provider, so the answer may be older than the change: ask again.
      if (locked.status !== before.status || +(locked.cancelledAt ?? 0) !== +(before.cancelledAt ?? 0))
        return false
      await mirror(tx, shop, locked, state)
      await noteTerms(tx, shop, locked, terms)
      return true
    })
    if (isDone) return shop.wakeWorker()
  }
}

// The cancellation was undone on the provider's page after boxes were skipped here: move the charge too, as `undoCancel`
// does.
async function followBoxes(shop: Shop, { status, paidUntil }: Membership, state: SubscriptionState) {
  if (status !== 'cancelled' || state.status !== 'active' || state.cancelsAtPeriodEnd) return
  const chargedOn = state.nextChargeAt && shopDay(shop, state.nextChargeAt)
  if (!chargedOn || chargedOn === paidUntil || paidUntil <= shopDay(shop)) return
  await shop.payments.moveNextCharge({ subscriptionId: state.subscriptionId, to: paidUntil })
}

function isBehind({ status }: Membership, state: SubscriptionState): boolean {
  if (state.status === 'ended') return status !== 'ended'
  return (state.status === 'past_due') !== (status === 'past_due') && status !== 'ended'
}

/** What the provider would charge: in words, and the amount before tax in cents, null if unknown. */
type OtherTerms = { words: string; cents: number | null }

/** What the provider would charge if it differs from what this membership sells; null if they agree. */
async function otherTerms(
  shop: Shop,
  membership: Membership,
  state: SubscriptionState,
): Promise<OtherTerms | null> {
  const { subscriptionId, status, term, isPaused, mailsBills, hasDiscount } = state
  if (!term || status === 'ended') return null
  // The shop itself pauses payments during a dispute.
  if (isPaused && membership.renews && !(await isDisputed(shop, membership.id)))
    return { words: pausedTerms, cents: null }
  if (mailsBills && membership.renews) return { words: mailedTerms, cents: null }
  const right = await expectedTerms(shop, membership)
  const isSold = await isOneOf(shop, right, term)
  // A code that discounts every term may have been removed at the provider.
  const isPlain = !hasDiscount && right.every(({ dueCents, priceCents }) => dueCents === priceCents)
  if (isSold && isPlain) return null
  const bill = membership.renews ? await shop.payments.previewCharge(subscriptionId) : null
  const cents = bill && bill.amountCents - bill.balanceCents
  if (!isSold) return { words: `${inWords(term)}, before any discount`, cents }
  if (!bill || cents === null) return null
  const isSum = right.some(({ dueCents }) => dueCents === bill.amountCents)
  return isSum && bill.balanceCents === 0 ? null : afterDiscounts({ amountCents: cents, months: term.months })
}

/** The terms of a membership whose payments somebody paused at the provider: nothing is charged meanwhile. */
export const pausedTerms = 'nothing, because somebody paused its payments there'

/** The same of one whose bills somebody has mailed: no card is charged. */
export const mailedTerms = 'nothing, because somebody has invoices mailed there instead'

async function isOneOf(
  shop: Shop,
  right: { planId: string; priceCents: number }[],
  term: { amountCents: number; months: number },
): Promise<boolean> {
  for (const { planId, priceCents } of right) {
    if (priceCents !== term.amountCents) continue
    if ((await readPlan(shop.db, planId)).months === term.months) return true
  }
  return false
}

const afterDiscounts = (sums: { amountCents: number; months: number }): OtherTerms => ({
  words: `${inWords(sums)}, after discounts and credit there`,
  cents: sums.amountCents,
})

const inWords = ({ amountCents, months }: { amountCents: number; months: number }) =>
  `${formatCents(amountCents)} for ${months === 1 ? '1 month' : months === 0 ? 'days or weeks' : `${months} months`}`

/**
 * Records that the provider's next invoice differs from what the membership sells: if its price and term match, a discount
 * was changed there. It becomes a task for the owner.
 * @param sums of that invoice; null: none will be made
 */
export async function recordOtherCharge(
  shop: Shop,
  membershipId: string,
  subscriptionId: string,
  sums: { amountCents: number; months: number } | null,
): Promise<void> {
  await syncSubscription(shop, subscriptionId)
  if (!sums) return
  await shop.db.transaction(async (tx) => {
    const locked = await lockMembership(tx, membershipId)
    if (locked.renews && !locked.providerTerms) await noteTerms(tx, shop, locked, afterDiscounts(sums))
  })
  shop.wakeWorker()
}

async function noteTerms(tx: Transaction, shop: Shop, membership: Membership, terms: OtherTerms | null) {
  const { id, providerTerms, providerChargeCents } = membership
  if ((terms?.words ?? null) === providerTerms && (terms?.cents ?? null) === providerChargeCents) return
  await tx
    .update(memberships)
    .set({ providerTerms: terms?.words ?? null, providerChargeCents: terms?.cents ?? null })
    .where(eq(memberships.id, id))
  if (terms && terms.words !== providerTerms)
    await enqueueMail(tx, shop, { kind: 'price-differs', about: { membershipId: id, terms: terms.words } })
}

async function mirror(tx: Transaction, shop: Shop, membership: Membership, state: SubscriptionState) {
  if (membership.status === 'ended') return
  const by = state.endedBy === 'shop' ? 'member' : state.endedBy === 'dispute' ? 'bank' : 'provider'
  if (state.status === 'ended') {
    const isUnpaid = membership.status === 'past_due' && (by === 'member' || state.endedBy === 'unpaid')
    // It was still renewing until now, so its buyer gets the cancellation email, whoever did it.
    if (membership.renews && !isUnpaid) {
      await markCancelled(tx, shop, membership, by, by !== 'member')
      return endMembership(tx, shop, { ...membership, status: 'cancelled' })
    }
    return endMembership(tx, shop, membership)
  }
  if (state.cancelsAtPeriodEnd && membership.status === 'active')
    return markCancelled(tx, shop, membership, by, by !== 'member')
  if (!state.cancelsAtPeriodEnd && membership.status === 'cancelled') {
    await tx
      .update(memberships)
      .set({ status: membershipStatus.to('active', memberships.status), renews: true, ...notLost })
      .where(eq(memberships.id, membership.id))
    await notifyRenewsAgain(tx, shop, membership)
  }
}

/** Whether a subscription has ended at the provider, which then rejects every change. If so, it updates the membership. */
export async function hasEnded(shop: Shop, subscriptionId: string): Promise<boolean> {
  const state = await shop.payments.fetchSubscription(subscriptionId)
  if (state?.status !== 'ended') return false
  await syncSubscription(shop, subscriptionId)
  return true
}

/** Makes a change at the provider. Null if the subscription had ended there just before. */
export async function changeUnlessEnded<T>(
  shop: Shop,
  subscriptionId: string,
  change: () => Promise<T>,
): Promise<T | null> {
  try {
    return await change()
  } catch (error) {
    if (await hasEnded(shop, subscriptionId).catch(() => false)) return null
    throw error
  }
}
