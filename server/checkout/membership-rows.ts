import { knownState } from '../../domain/address.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { giftNoticeDay } from '../../domain/cart.ts'
import { nextChargeDay } from '../../domain/charge-day.ts'
import { allocateDrops, type DropCalendar } from '../../domain/drop-calendar.ts'
import { normalizeEmail } from '../../domain/email.ts'
import { newId } from '../../domain/id.ts'
import type { OfflinePaymentMethod } from '../../domain/manual-order.ts'
import { measuredFor } from '../../domain/measured.ts'
import { memberEmail, personKey } from '../../domain/membership.ts'
import { splitCents } from '../../domain/money.ts'
import { unsureSize } from '../../domain/sizing.ts'
import { type SnapshotItem, termOf } from '../ledger/snapshot.ts'

type NewMembership = {
  orderItemId: string
  item: SnapshotItem
  /** the discount is store credit, which counts as payment: the boxes are worth it (server/credit/) */
  isPaidByCredit: boolean
  /** day of the payment in the shop's time zone */
  paidOn: CalendarDate
  paidAt: Date
  /** unique reference of this item's payment */
  reference: string
  subscriptionId: string | null
  customerId: string | null
  /** the provider's payment that holds the money; null if nothing was due */
  intentId: string | null
  /** not paid through the provider, or free: there is no card to renew it; null otherwise */
  manual: { paidBy: OfflinePaymentMethod | null } | null
  /** the provider bills it, and somebody there marked this bill as paid elsewhere */
  isTransfer: boolean
  /** who gets emails about money */
  payerEmail: string | null
  /** the day from which the terms the buyer agreed to count the next charge; null: that of the payment */
  agreedFrom: CalendarDate | null
  /** the owner's drop dates */
  calendar: DropCalendar
}

/**
 * Builds what one order item becomes: a membership, its first payment and the boxes that payment bought, one per following
 * drop (club-rules.md "The box ledger"). If the owner has moved the first of these drops to another month, the next charge
 * moves with it. Each row names its person by key; the order's statement looks up the id.
 */
export function membershipRows(input: NewMembership) {
  const { item, paidOn } = input
  const { months } = termOf(item)
  const paidCents = item.amountCents - (item.discountCents ?? 0)
  const creditCents = input.isPaidByCredit ? (item.discountCents ?? 0) : 0
  const isGift = item.cart.recipientType === 'gift'
  const { drops, movedBy } = allocateDrops(input.calendar, paidOn, months)
  const person = personKey(item.cart)
  const membership = {
    id: newId(),
    person,
    orderItemId: input.orderItemId,
    planId: item.planId,
    isGift,
    renews: !isGift && !input.manual,
    stripeSubscriptionId: isGift ? null : input.subscriptionId,
    customerId: input.customerId,
    paidUntil: nextChargeDay(input.agreedFrom ?? paidOn, months + movedBy),
    noticeOn: isGift ? giftNoticeDay(item.cart) : null,
    gender: item.cart.gender,
    styles: item.cart.styles,
    size: item.cart.size,
    measuredInches: measuredFor(item.cart.gender, item.cart.size, item.cart.measured),
    needsGuide: item.cart.size === unsureSize,
    address: item.cart.shippingDetails ?? {},
    memberEmail: memberEmail(item.cart),
    payerEmail: input.payerEmail && normalizeEmail(input.payerEmail),
    createdAt: input.paidAt,
  }
  const payment = {
    id: newId(),
    membershipId: membership.id,
    reference: input.reference,
    intentId: input.intentId,
    paidBy: input.isTransfer ? 'transfer' : (input.manual?.paidBy ?? null),
    amountCents: paidCents,
    taxCents: item.taxCents,
    creditCents,
    shipState: knownState(item.cart.shippingDetails?.state),
    planId: item.planId,
    boxCount: months,
    paidAt: input.paidAt,
  }
  const values = splitCents(paidCents + creditCents, months)
  const boxes = drops.map((drop, index) => ({
    person,
    membershipId: membership.id,
    paymentId: payment.id,
    ordinal: index + 1,
    drop,
    valueCents: values[index]!,
    size: item.cart.size,
    createdAt: input.paidAt,
  }))
  return { membership, payment, boxes }
}
