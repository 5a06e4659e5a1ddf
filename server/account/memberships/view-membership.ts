import type { boxes, products } from '../../../db/schema.ts'
import { leftStates, unpackedStates, unshippedStates, voidStates } from '../../../domain/box.ts'
import type { CalendarDate } from '../../../domain/calendar-date.ts'
import { waysWithReason } from '../../../domain/cancellation.ts'
import { addDrops, type Drop, dropsBetween, firstDrop } from '../../../domain/drop.ts'
import { type DropCalendar, daysOf, isBeforeCutOff, shiftBoxes } from '../../../domain/drop-calendar.ts'
import { type BeltDay, beltDay } from '../../../domain/first-belt.ts'
import { isGiven } from '../../../domain/giving.ts'
import {
  addressViewOf,
  type BoxView,
  type MembershipView,
  type MoneyView,
  type OutcomeView,
  type TasteView,
} from '../../../domain/membership-view.ts'
import { knownSize } from '../../../domain/sizing.ts'
import { oneLine } from '../../../domain/slug.ts'
import { trackingOf } from '../../../domain/tracking.ts'
import { nameForGiver, paysSince } from '../../ledger/find-membership.ts'
import { movedCharge, nextOfEach } from '../../ledger/next-drop.ts'
import type { Right } from '../../members/own-membership.ts'
import { type NextCharge, nextChargeOfEach, sumOf } from '../../memberships/next-charge.ts'
import { type NextTerms, nextTermsOfEach } from '../../memberships/next-terms.ts'
import { longestPause, monthsToResumeOfEach } from '../../memberships/skip-box.ts'
import { type Shop, shopDay } from '../../shop/shop.ts'
import type { Loaded } from './load-memberships.ts'

/** What a membership's page says that is read for all of them at once. */
type Ahead = {
  /** the next drop that can still be changed */
  next: Drop | null
  /** for who sees money: what the next charge buys, and the charge, if one will come */
  terms: NextTerms | null
  charge: NextCharge | null
  /** for who chooses: how many months the belts could move back from a pause */
  back: number
}

/**
 * Memberships for one reader: money for the payer, taste for the wearer (club-rules.md "Words"). Parts the reader may not see
 * aren't in the response at all. As many statements for thirty as for one.
 */
export async function viewMemberships(
  shop: Shop,
  all: Loaded[],
  rightsOf: (loaded: Loaded) => Right[],
): Promise<MembershipView[]> {
  if (all.length === 0) return []
  const { calendar } = all[0]!
  const rights = new Map(all.map((loaded) => [loaded, rightsOf(loaded)]))
  const those = (right: Right) => all.filter((loaded) => rights.get(loaded)!.includes(right))
  const memberships = all.map(({ membership }) => membership)
  const nexts = await nextOfEach(shop.db, memberships, shopDay(shop), shop.config.timeZone, calendar)
  const paying = those('money').map(({ membership }) => membership)
  const terms = await nextTermsOfEach(shop, paying)
  const charges = await nextChargeOfEach(shop, paying, terms)
  const later = those('preferences').flatMap(({ membership }) => {
    const next = movableFrom(membership, nexts.get(membership.id)!.drop)
    return next && dropsBetween(firstDrop(shopDay(shop)), next) > 0 ? [{ membership, next }] : []
  })
  const backs = await monthsToResumeOfEach(shop, later, calendar)
  return all.map((loaded) => {
    const { id } = loaded.membership
    const ahead = { next: nexts.get(id)!.drop, terms: terms.get(id) ?? null, charge: charges.get(id) ?? null }
    return viewMembership(shop, loaded, rights.get(loaded)!, { ...ahead, back: backs.get(id) ?? 0 })
  })
}

// An unpaid renewal waits for its card; nothing can be moved until then (move-drops.ts).
const movableFrom = ({ status }: Loaded['membership'], next: Drop | null) =>
  status === 'past_due' ? null : next

function viewMembership(shop: Shop, loaded: Loaded, rights: Right[], ahead: Ahead): MembershipView {
  const { membership, item } = loaded
  const mayPay = rights.includes('money')
  const mayChoose = rights.includes('preferences')
  const { next } = ahead
  // A replacement isn't counted: it stands for a box that already is.
  const counted = loaded.boxes
    .map(({ box }) => box)
    .filter((box) => box.kind === 'owed' && !voidStates.includes(box.state))
  const lastPayment = loaded.payments.find(({ reference }) => !isGiven(reference)) ?? loaded.payments[0]
  const term = counted.filter((box) => box.paymentId === lastPayment?.id)
  const nextBox = counted.find((box) => box.drop === next)
  const size = (box: { size: string | null } | undefined) => knownSize(membership.size, box?.size ?? null)
  const cart = item.preferences
  const paid = mayPay ? ownPayments(loaded).map(({ id }) => id) : []
  return {
    id: membership.id,
    role: !membership.isGift && mayPay ? 'own' : mayPay ? 'giver' : 'recipient',
    wearer:
      membership.isGift && mayPay && !loaded.isForStaff
        ? nameForGiver(membership)
        : oneLine(membership.address.fullName),
    giver: membership.isGift ? oneLine(cart?.giftDetails?.senderName) || null : null,
    isGift: membership.isGift,
    mails: mailsOf(membership),
    status: membership.status,
    gender: membership.gender,
    sentCount: counted.filter((box) => leftStates.includes(box.state)).length,
    term: { sent: term.filter((box) => leftStates.includes(box.state)).length, count: term.length },
    lastDrop: counted.at(-1)?.drop ?? null,
    next:
      next !== null
        ? {
            ...beltDay(next, size(nextBox), loaded.calendar),
            changeUntil: daysOf(loaded.calendar, next).cutOffDay,
            isPaid: nextBox !== undefined,
            holdReason: nextBox?.state === 'held' ? holdFor(nextBox, paid) : null,
          }
        : null,
    boxes: loaded.boxes.map(({ box, belt }) => ({
      ...viewBox(shop, box, belt),
      ...beltDay(box.drop, leftStates.includes(box.state) ? '' : size(box), loaded.calendar),
      holdReason: holdFor(box, paid),
      size: mayChoose ? box.size : null,
    })),
    money: mayPay ? viewMoney(shop, loaded, ahead) : null,
    taste: mayChoose ? viewTaste(shop, loaded, ahead, mayPay) : null,
  }
}

/** Which email address gets which emails, if one person has two (server/emails/ uses the same two columns). */
function mailsOf({ isGift, payerEmail, memberEmail }: Loaded['membership']): MembershipView['mails'] {
  if (isGift || !payerEmail || !memberEmail || payerEmail === memberEmail) return null
  return { money: payerEmail, belts: memberEmail }
}

/** The payments that a payer sees: after a handover, those since then. */
function ownPayments({ membership, payments, isForStaff }: Loaded) {
  const since = paysSince(membership)
  return payments.filter(({ paidAt }) => isForStaff || !since || paidAt >= since)
}

/** Why a box is on hold. That a bank is looking into its payment concerns only who paid it. */
function holdFor({ holdReason, paymentId }: typeof boxes.$inferSelect, paid: string[]) {
  return holdReason === 'dispute' && !(paymentId && paid.includes(paymentId)) ? 'other' : holdReason
}

/** What the payer sees: charges, receipts, the card, and whether they can cancel or undo that. */
function viewMoney(shop: Shop, loaded: Loaded, { charge, terms }: Ahead): MoneyView {
  const { membership, order } = loaded
  const isUnshipped = loaded.boxes.some(({ box }) => unshippedStates.includes(box.state))
  return {
    planId: membership.planId,
    planName: loaded.planName,
    nextPlan: terms?.change ? { planId: terms.plan.id, name: terms.plan.name } : null,
    nextChargeOn: charge?.on ?? null,
    nextChargeCents: sumOf(charge),
    ...(charge?.isPaused && { isChargingPaused: true }),
    nextCreditCents: charge?.creditCents ?? 0,
    pastDueSince: membership.status === 'past_due' ? membership.pastDueSince : null,
    hasCard: charge !== null && membership.customerId !== null,
    canCancel: charge !== null,
    canUndo: membership.status === 'cancelled' && membership.stripeSubscriptionId !== null && isUnshipped,
    cancelReason: membership.cancelReason,
    asksReason: membership.lostBy !== null && waysWithReason.includes(membership.lostBy),
    receipts: ownPayments(loaded).map((payment) => ({
      id: payment.id,
      planName: payment.planName,
      orderNumber: order.orderNumber,
      paidOn: shopDay(shop, payment.paidAt),
      amountCents: payment.amountCents,
      creditCents: payment.creditCents,
      taxCents: payment.taxCents,
      taxState: payment.taxCents > 0 ? payment.shipState : null,
      boxCount: payment.boxCount,
      refunds: payment.refunds
        .filter((refund) => refund.status !== 'failed')
        .map((refund) => ({
          id: refund.id,
          on: shopDay(shop, refund.createdAt),
          amountCents: refund.amountCents + refund.taxCents,
          // Or someone paid it back another way.
          isDone: refund.status === 'succeeded' || refund.status === 'settled',
        })),
    })),
  }
}

/**
 * A box without its value, because a gift's recipient reads it too. The belt is only named once it shipped: until then
 * the choice may change.
 */
function viewBox(
  shop: Shop,
  box: typeof boxes.$inferSelect,
  belt: typeof products.$inferSelect | null,
): Omit<BoxView, 'holdReason' | 'size' | keyof BeltDay> {
  const day = (at: Date | null) => at && shopDay(shop, at)
  const isKnown = leftStates.includes(box.state)
  const tracking = box.trackingNumber ? trackingOf(box.trackingNumber) : null
  return {
    id: box.id,
    state: box.state as BoxView['state'],
    isReplacement: box.kind === 'replacement',
    belt:
      belt && isKnown
        ? {
            id: belt.id,
            name: belt.name,
            imageUrl: belt.imageUrl,
            nightImageUrl: belt.nightImageUrl,
            imageAlt: belt.imageAlt,
          }
        : null,
    tracking: box.trackingNumber
      ? {
          number: box.trackingNumber,
          carrier: tracking?.carrier ?? null,
          link: tracking?.link ?? null,
        }
      : null,
    shippedOn: day(box.shippedAt),
    deliveredOn: day(box.deliveredAt),
  }
}

/**
 * What the wearer sees and can change, with the dates that a skip, a pause or a resume would lead to.
 * @param mayPay whether the wearer also pays, and so may see charges
 */
function viewTaste(shop: Shop, loaded: Loaded, { next, back }: Ahead, mayPay: boolean): TasteView {
  const { membership, calendar, strap } = loaded
  const today = shopDay(shop)
  const from = movableFrom(membership, next)
  const owed = loaded.boxes.map(({ box }) => box).filter(({ kind }) => kind === 'owed')
  const drops = movableDrops(owed, calendar, today)
  const last = owed.findLast(({ state }) => !voidStates.includes(state))?.drop ?? null
  // Without a paid box, the next charge pays for the drop.
  const unpaid = drops.length > 0 ? null : { calendar, last }
  const outcome = (wished: number): OutcomeView => {
    const moved = shiftBoxes(calendar, { from: from ?? firstDrop(today), drops, months: wished })
    return {
      nextDrop: moved.drops[0] ?? (from && addDrops(from, moved.months)),
      nextChargeOn:
        mayPay && membership.renews
          ? movedCharge(membership, moved.months, today, shop.config.timeZone, unpaid)
          : null,
      lastDrop: moved.drops.at(-1) ?? null,
    }
  }
  return {
    size: membership.size,
    measured: membership.measuredInches,
    styles: membership.styles,
    strap: strap && {
      ...{ address: `${shop.config.publicUrl}/strap/${strap.token}`, words: strap.words },
      agreedOn: shopDay(shop, strap.agreedAt),
    },
    address: addressViewOf(membership.address),
    skip: from ? outcome(1) : null,
    pauses: from
      ? Array.from({ length: longestPause }, (_, index) => ({
          until: addDrops(from, index + 1),
          outcome: outcome(index + 1),
        }))
      : [],
    resume: back > 0 ? outcome(-back) : null,
  }
}

/** The drops of the boxes that a skip or pause would move, in order. */
function movableDrops(owed: Loaded['boxes'][number]['box'][], calendar: DropCalendar, today: CalendarDate) {
  const movable = owed.filter(
    ({ state, drop, packedAt }) =>
      unpackedStates.includes(state) && packedAt === null && isBeforeCutOff(calendar, drop, today),
  )
  return [...new Set(movable.map(({ drop }) => drop))]
}
