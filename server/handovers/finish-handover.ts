import { and, eq, inArray, isNotNull, ne, or, sql } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { boxState, handoverState, priceRunState } from '../../db/schema/states.ts'
import {
  accountLinks,
  boxes,
  handovers,
  membershipLinks,
  memberships,
  outbox,
  priceRunMembers,
} from '../../db/schema.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { ShopError } from '../../domain/errors.ts'
import { changedTerms, type HandoverChoice } from '../../domain/handover.ts'
import { openPriceRuns } from '../../domain/price-change.ts'
import { unsureSize } from '../../domain/sizing.ts'
import { findMembership, lockMembership, type Membership, personOf } from '../ledger/find-membership.ts'
import { quoteTax } from '../ledger/quote-tax.ts'
import { untaxed } from '../ledger/snapshot.ts'
import { settleOrder } from '../members/settle-order.ts'
import { inStep } from '../memberships/move-drops.ts'
import { openChange } from '../memberships/next-terms.ts'
import { renewalItem } from '../memberships/renewal-item.ts'
import { syncSubscription } from '../memberships/sync-subscription.ts'
import { enqueueMail } from '../outbox/enqueue-mail.ts'
import { itemFailed, stepDone } from '../shop/rounds.ts'
import { type Shop, shopDay } from '../shop/shop.ts'
import { agreedTerms, askAgain } from './agreed-terms.ts'
import { findHandover, type Handover, isChargedAs } from './handover-link.ts'
import { boxesToHandOver, needsCard, requireMovable } from './request-handover.ts'
import { endFormerCharge, endTheirCharge, giveBackEarlier, isBilled } from './their-charges.ts'

/** A subscription on the new person's card; charges nothing before the next charge date. */
type NewCharge = {
  subscriptionId: string
  customerId: string
  on: CalendarDate
  planId: string
  priceCents: number
  /** the former payer's choice of another plan, which the new one agreed to */
  changeId: string | null
}

/** Attempts when the membership keeps changing meanwhile. */
const maxRounds = 5

/**
 * Transfers a membership to the new person, once they have chosen where its belts go and, if it renews, given a card. First
 * the new subscription is made, which charges nothing before the next term; then the row changes; then the former
 * subscription ends. A retry after a crash continues: the provider finds the same subscription by the handover's id.
 * @throws ShopError 'payment_not_completed' without a card or an agreement, 'price_changed' if the terms aren't those agreed
 *   to anymore (the new person is asked again), 'not_possible' if it can't be handed over now
 */
export async function finishHandover(shop: Shop, id: string): Promise<void> {
  for (let round = 0; round < maxRounds; round++) {
    const handover = await findHandover(shop, id)
    if (handover?.state === 'done') return startNewCharge(shop, handover)
    if (handover?.state !== 'accepted' || !handover.choice) return
    const membership = await movable(shop, handover).catch(async (error: unknown) => {
      await endTheirCharge(shop, handover)
      throw error
    })
    const charge = await chargeTheirCard(shop, membership, handover)
    if (charge === 'again') continue
    if (!(await handOver(shop, membership, handover, charge))) continue
    shop.wakeWorker()
    const then = await findHandover(shop, id)
    if (then?.state === 'done') return startNewCharge(shop, then)
    // Withdrawn in the meantime: the new card must never be charged.
    if (charge) await shop.payments.endSubscription(charge.subscriptionId)
    return
  }
  throw new ShopError('not_possible', 'This membership is being changed right now. Try again in a minute.')
}

/** The new card's turn. Someone may have cancelled its subscription at the provider before it belonged to a membership. */
async function startNewCharge(shop: Shop, handover: Handover): Promise<void> {
  const { stripeSubscriptionId } = await findMembership(shop, handover.membershipId)
  if (stripeSubscriptionId) await syncSubscription(shop, stripeSubscriptionId)
  await endFormerCharge(shop, handover)
}

async function movable(shop: Shop, { membershipId, toEmail }: Handover): Promise<Membership> {
  const membership = await inStep(shop, membershipId)
  await requireMovable(shop, membership, toEmail)
  return membership
}

/** Null if nothing is to be charged; 'again' if an earlier attempt's subscription had to be ended. */
async function chargeTheirCard(
  shop: Shop,
  membership: Membership,
  handover: Handover,
): Promise<NewCharge | 'again' | null> {
  const { id, intentId, customerId, choice } = handover
  if (!needsCard(membership)) {
    // An earlier attempt may have made a subscription, before the membership was cancelled.
    await endTheirCharge(shop, handover)
    return null
  }
  const card = intentId ? await shop.payments.fetch(intentId) : null
  if (
    !card ||
    !customerId ||
    card.status !== 'succeeded' ||
    card.customerId !== customerId ||
    !choice?.consent
  )
    throw new ShopError('payment_not_completed', 'Give your card first. Nothing is charged for it today.')
  const terms = await agreedTerms(shop, membership, choice)
  if (!terms) {
    await askAgain(shop, handover)
    // An earlier attempt may have made a subscription on the terms agreed to then.
    await endTheirCharge(shop, (await findHandover(shop, id)) ?? handover)
    throw changedTerms()
  }
  const { plan, priceCents, offCents, change } = terms
  const theirs = { ...membership, address: choice.address }
  const due = renewalItem(theirs, plan, Math.max(0, priceCents - offCents))
  const tax = (await quoteTax(shop, [due], membership.paidUntil))[due.id]
  const subscriptionId = await shop.payments.subscribe({
    ...{ checkoutId: id, customerId, intentId: card.intentId, nextChargeOn: membership.paidUntil },
    item: { ...due, id: nameOf(due.id, choice), amountCents: priceCents, renewalDiscountCents: offCents },
    tax: tax ?? untaxed,
  })
  // An earlier attempt made it, and a term began while the shop was down: the former card pays for that one.
  if (await isBilled(shop, subscriptionId)) {
    await endTheirCharge(shop, handover)
    return 'again'
  }
  await giveBackEarlier(shop, handover)
  // An earlier attempt may have made it, before the membership skipped a month.
  const state = await shop.payments.fetchSubscription(subscriptionId)
  if (state?.nextChargeAt && shopDay(shop, state.nextChargeAt) !== membership.paidUntil)
    await shop.payments.moveNextCharge({ subscriptionId, to: membership.paidUntil })
  const changeId = change?.id ?? null
  return { subscriptionId, customerId, on: membership.paidUntil, planId: plan.id, priceCents, changeId }
}

/** The name of the subscription at the provider, another one after each that was ended. */
const nameOf = (itemId: string, { endedCharges = 0 }: HandoverChoice) =>
  endedCharges === 0 ? itemId : `${itemId}:${endedCharges}`

/** Returns false if the membership or its new charge changed meanwhile. */
async function handOver(
  shop: Shop,
  seen: Membership,
  handover: Handover,
  charge: NewCharge | null,
): Promise<boolean> {
  const { id, toEmail } = handover
  const choice = handover.choice!
  return shop.db.transaction(async (tx) => {
    const locked = await lockMembership(tx, seen.id)
    if (locked.renews !== seen.renews || locked.status !== seen.status || locked.paidUntil !== seen.paidUntil)
      return false
    // Another plan was chosen, or that was undone, since the terms were compared with those agreed to.
    if (charge && ((await openChange(tx, locked.id))?.id ?? null) !== charge.changeId) return false
    const [mine] = await tx
      .update(handovers)
      .set({
        state: handoverState.to('done', handovers.state),
        doneAt: shop.now(),
        formerSubscriptionId: locked.stripeSubscriptionId,
      })
      .where(and(eq(handovers.id, id), eq(handovers.state, 'accepted'), isChargedAs(choice)))
      .returning({ id: handovers.id })
    if (!mine) {
      const [now] = await tx.select({ state: handovers.state }).from(handovers).where(eq(handovers.id, id))
      return now?.state !== 'accepted'
    }
    const personId = await personOf(tx, toEmail)
    await tx
      .update(memberships)
      .set({
        ...{
          personId,
          memberEmail: toEmail,
          theirsSince: shop.now(),
          needsGuide: choice.size === unsureSize,
        },
        measuredInches: choice.measured ?? null,
        ...{ styles: choice.styles, size: choice.size, address: { ...choice.address, email: toEmail } },
        // A gift's giver remains its payer.
        ...(locked.isGift ? {} : { payerEmail: toEmail }),
        ...{ stripeSubscriptionId: charge?.subscriptionId ?? null, customerId: charge?.customerId ?? null },
        ...(charge ? { providerPlanId: charge.planId, providerPriceCents: charge.priceCents } : {}),
        ...{ providerTerms: null, providerChargeCents: null, cardCheckedFor: null },
      })
      .where(eq(memberships.id, locked.id))
    // The new person has a different history and size, so these boxes need new belts. Those the bank is asking about wait on.
    const isAsked = sql`${boxes.holdReason} = 'dispute'`
    await tx
      .update(boxes)
      .set({
        ...{ personId, size: choice.size, productId: null, isChosen: false },
        holdReason: sql`case when ${isAsked} then ${boxes.holdReason} end`,
        state: sql`case when ${isAsked} then ${boxes.state} when ${boxes.state} in ${boxState.list('assigned', 'held')} then ${boxState.to('owed', boxes.state)} else ${boxes.state} end`,
      })
      .where(boxesToHandOver(locked.id))
    // Earlier belts belong to the former wearer, so nobody is asked to review them.
    await tx
      .update(boxes)
      .set({ reviewOn: null })
      .where(and(eq(boxes.membershipId, locked.id), sql`${boxes.personId} <> ${personId}::uuid`))
    // Links that were emailed to the former member: to the gift's page, and to the payer's card.
    await tx.delete(accountLinks).where(eq(accountLinks.membershipId, locked.id))
    if (!locked.isGift) await tx.delete(membershipLinks).where(eq(membershipLinks.membershipId, locked.id))
    if (charge) await keepAgreedPrice(tx, locked.id, charge.priceCents)
    await settleOrder(tx, locked.orderItemId)
    await enqueueMail(tx, shop, { kind: 'handover-done', about: { handoverId: id } })
    await enqueueMail(tx, shop, { kind: 'handover-gone', about: { handoverId: id } })
    return true
  })
}

// A later price that only the former payer was told of isn't charged: the new one agreed to this.
async function keepAgreedPrice(tx: Transaction, membershipId: string, priceCents: number) {
  await tx
    .update(priceRunMembers)
    .set({ state: priceRunState.to('left', priceRunMembers.state) })
    .where(
      and(
        eq(priceRunMembers.membershipId, membershipId),
        inArray(priceRunMembers.state, openPriceRuns),
        ne(priceRunMembers.thenCents, priceCents),
        sql`exists (select 1 from ${outbox} where ${outbox.kind} = 'price-change' and ${outbox.sentAt} is not null
          and ${outbox.subjectId} = ${priceRunMembers.membershipId}::text || ':' || ${priceRunMembers.runId}::text)`,
      ),
    )
}

/** Finishes handovers whose new person gave a card and closed the page, or that a crash interrupted. */
export async function finishHandovers(shop: Shop): Promise<void> {
  const rows = await shop.db
    .select()
    .from(handovers)
    .where(or(eq(handovers.state, 'accepted'), isNotNull(handovers.formerSubscriptionId)))
  for (const handover of rows) {
    stepDone()
    try {
      if (await isReady(shop, handover)) await finishHandover(shop, handover.id)
      // The process may have died after the agreement was forgotten, before the subscription was ended.
      else if (handover.intentId) await endTheirCharge(shop, handover)
    } catch (error) {
      itemFailed(
        shop,
        { error, handoverId: handover.id },
        'a handover could not be finished; it is tried again',
      )
    }
  }
}

/** Whether nothing is missing anymore: the card and the agreement to its terms, if they are needed. */
export async function isReady(
  shop: Shop,
  { state, intentId, membershipId, choice }: Handover,
): Promise<boolean> {
  if (state === 'done') return true
  if (intentId && (await shop.payments.fetch(intentId))?.status !== 'succeeded') return false
  return Boolean(intentId && choice?.consent) || !needsCard(await findMembership(shop, membershipId))
}
