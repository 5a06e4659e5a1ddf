import { inArray } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { boxes, membershipPayments, memberships, people } from '../../db/schema.ts'
import { knownState } from '../../domain/address.ts'
import { addMonths, type CalendarDate } from '../../domain/calendar-date.ts'
import { giftNoticeDay } from '../../domain/cart.ts'
import { nextCharge } from '../../domain/drop.ts'
import { allocateDrops, type DropCalendar } from '../../domain/drop-calendar.ts'
import { normaliseEmail } from '../../domain/email.ts'
import { memberEmail } from '../../domain/membership.ts'
import { splitCents } from '../../domain/money.ts'
import { unsureSize } from '../../domain/sizing.ts'
import { type SnapshotItem, termOf } from '../ledger/snapshot.ts'

type NewMembership = {
  orderItemId: string
  item: SnapshotItem
  /** what was taken off is store credit, which pays: the boxes are worth it (server/credit/) */
  isPaidByCredit: boolean
  /** who wears the belts (add-people.ts) */
  personId: string
  /** the shop's day of the payment */
  paidOn: CalendarDate
  paidAt: Date
  /** the provider's reference of this item's payment, unique */
  reference: string
  subscriptionId: string | null
  customerId: string
  /** the provider's payment that holds the money; null when nothing was due */
  intentId: string | null
  /** who is asked about money */
  payerEmail: string | null
  /** the day of the next charge where the provider has said it */
  paidUntil: CalendarDate | null
  /** the owner's days */
  calendar: DropCalendar
}

/**
 * One order item becomes one membership with its first payment and the boxes which that payment bought, one per
 * following drop (club-rules.md "The box ledger"). Where the owner has moved the first of them to another month, the next
 * charge goes with it. Belongs to the order's transaction.
 */
export async function insertMembership(tx: Transaction, input: NewMembership) {
  const { item, paidOn } = input
  const { months } = termOf(item)
  const paidCents = item.amountCents - (item.discountCents ?? 0)
  const creditCents = input.isPaidByCredit ? (item.discountCents ?? 0) : 0
  const isGift = item.cart.recipientType === 'gift'
  const { drops, movedBy } = allocateDrops(input.calendar, paidOn, months)
  const [membership] = await tx
    .insert(memberships)
    .values({
      orderItemId: input.orderItemId,
      personId: input.personId,
      planId: item.planId,
      isGift,
      renews: !isGift,
      stripeSubscriptionId: isGift ? null : input.subscriptionId,
      customerId: input.customerId,
      paidUntil: addMonths(input.paidUntil ?? nextCharge(paidOn, months), movedBy),
      noticeOn: isGift ? giftNoticeDay(item.cart) : null,
      gender: item.cart.gender,
      styles: item.cart.styles,
      size: item.cart.size,
      needsGuide: item.cart.size === unsureSize,
      address: item.cart.shippingDetails ?? {},
      memberEmail: memberEmail(item.cart),
      payerEmail: input.payerEmail && normaliseEmail(input.payerEmail),
      createdAt: input.paidAt,
    })
    .returning({ id: memberships.id })
  const [payment] = await tx
    .insert(membershipPayments)
    .values({
      membershipId: membership!.id,
      reference: input.reference,
      intentId: input.intentId,
      amountCents: paidCents,
      taxCents: item.taxCents,
      creditCents,
      shipState: knownState(item.cart.shippingDetails?.state),
      boxCount: months,
      planId: item.planId,
      paidAt: input.paidAt,
    })
    .returning({ id: membershipPayments.id })
  const values = splitCents(paidCents + creditCents, months)
  await tx.insert(boxes).values(
    drops.map((drop, index) => ({
      membershipId: membership!.id,
      personId: input.personId,
      paymentId: payment!.id,
      ordinal: index + 1,
      drop,
      valueCents: values[index]!,
      size: item.cart.size,
      createdAt: input.paidAt,
    })),
  )
}

/**
 * The ids of the people of these keys (domain/membership.ts personKey), new ones added. Always in the same order: two
 * orders at once for the same two people would otherwise wait for each other, and one of them would fail.
 */
export async function addPeople(tx: Transaction, keys: string[]): Promise<Map<string, string>> {
  const sorted = [...new Set(keys)].sort()
  await tx
    .insert(people)
    .values(sorted.map((key) => ({ key })))
    .onConflictDoNothing()
  const rows = await tx
    .select({ key: people.key, id: people.id })
    .from(people)
    .where(inArray(people.key, sorted))
  return new Map(rows.map((row) => [row.key, row.id]))
}
