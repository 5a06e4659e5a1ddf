import { and, eq, inArray } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { membershipStatus } from '../../db/schema/states.ts'
import { boxes, membershipPayments, memberships } from '../../db/schema.ts'
import { knownState } from '../../domain/address.ts'
import { addDays, addMonths, type CalendarDate } from '../../domain/calendar-date.ts'
import { nextCharge } from '../../domain/drop.ts'
import { allocateDrops } from '../../domain/drop-calendar.ts'
import { noticeTime } from '../../domain/gift-notice.ts'
import { splitCents } from '../../domain/money.ts'
import { readPlan } from '../catalog/read-plans.ts'
import { dropCalendar } from '../ledger/drop-calendar.ts'
import { lockMembership, type Membership, membershipOf } from '../ledger/find-membership.ts'
import { lastDrop } from '../ledger/last-drop.ts'
import { shopDay } from '../ledger/shop-day.ts'
import { enqueueMail } from '../outbox/enqueue-mail.ts'
import type { InvoiceState } from '../shop/payments.ts'
import type { Shop } from '../shop/shop.ts'
import { rightTerms, settleTerms } from './next-terms.ts'
import { commitRenewalTax } from './renewal-item.ts'

/**
 * What a bill of the provider says, done to its membership. The bill is fetched afresh, so events that come twice or
 * in another order change nothing (stripe.md §6). The first bill of a subscription belongs to its checkout.
 */
export async function applyInvoice(shop: Shop, invoiceId: string): Promise<void> {
  const invoice = await shop.payments.fetchInvoice(invoiceId)
  if (!invoice?.subscriptionId || invoice.reason === 'first') return
  const membership = await membershipOf(shop, invoice.subscriptionId)
  if (!membership) return
  if (invoice.status === 'paid') {
    // Trial starts and moved charges write bills of nothing, which buy nothing.
    if (invoice.reason === 'other' && (invoice.totalCents === 0 || !invoice.intentId)) return
    const expectedCents = await otherThan(shop, membership, invoice)
    const putOffTo = expectedCents === null ? await deferCharge(shop, membership, invoice) : null
    await recordRenewal(shop, membership.id, invoice, { putOffTo, expectedCents })
    await commitRenewalTax(shop, membership, invoice)
  } else if (invoice.status === 'open' && invoice.reason === 'renewal') {
    await markPastDue(shop, membership, invoice)
  }
}

/**
 * A renewal that the bank has refused: the membership is past due from this day, and its buyer is told now and after
 * 3, 7 and 18 days, the last before it would end (club-rules.md "Renewal law"). Boxes that are paid still ship. An open bill that is about to be charged is
 * not a failed one: the subscription says which it is.
 */
async function markPastDue(shop: Shop, membership: Membership, invoice: InvoiceState) {
  const subscription = await shop.payments.fetchSubscription(invoice.subscriptionId!)
  if (subscription?.status !== 'past_due') return
  const today = shopDay(shop)
  await shop.db.transaction(async (tx) => {
    const locked = await lockMembership(tx, membership.id)
    if (locked.status !== 'active') return
    await tx
      .update(memberships)
      .set({ status: membershipStatus.to('past_due', memberships.status), pastDueSince: today })
      .where(eq(memberships.id, locked.id))
    const subjectId = invoice.invoiceId
    const later = (days: number) => noticeTime(addDays(today, days), shop.config.timeZone)
    await enqueueMail(tx, shop, { kind: 'renewal-failed-0', subjectId })
    await enqueueMail(tx, shop, { kind: 'renewal-failed-3', subjectId, runAt: later(3) })
    await enqueueMail(tx, shop, { kind: 'renewal-failed-7', subjectId, runAt: later(7) })
    await enqueueMail(tx, shop, { kind: 'renewal-failed-18', subjectId, runAt: later(18) })
  })
  shop.wakeWorker()
}

/**
 * A paid renewal becomes a payment of its membership with the boxes that it bought, once for each bill (club-rules.md "The
 * box ledger"). Money that came always counts, also for a membership that has ended meanwhile; only one that renews
 * becomes active by it.
 * @param putOffTo the day of the next charge where the owner's move has put it off
 * @param expectedCents what should have been paid where it was another sum: it is booked as money, and buys nothing until
 *   the owner has said what (billing/decide-payment.ts)
 */
async function recordRenewal(
  shop: Shop,
  membershipId: string,
  invoice: InvoiceState,
  { putOffTo, expectedCents }: { putOffTo: CalendarDate | null; expectedCents: number | null },
) {
  const paidAt = invoice.paidAt ?? shop.now()
  await shop.db.transaction(async (tx) => {
    const membership = await lockMembership(tx, membershipId)
    // What the bill sold, which need not be what the membership has been until now.
    const { id: planId, months } = await readPlan(tx, invoice.planId ?? membership.planId)
    if (await isFirstPayment(tx, membershipId, invoice)) return
    const [payment] = await tx
      .insert(membershipPayments)
      .values({
        membershipId,
        reference: invoice.invoiceId,
        intentId: invoice.intentId,
        amountCents: invoice.amountCents,
        taxCents: invoice.taxCents,
        shipState: knownState((membership.address as { state?: string }).state),
        boxCount: expectedCents === null ? months : 0,
        planId,
        expectedCents,
        paidAt,
      })
      .onConflictDoNothing()
      .returning({ id: membershipPayments.id })
    if (!payment) return
    const { amountCents } = invoice
    if (expectedCents === null) {
      const bought = { id: payment.id, amountCents, boxCount: months, on: shopDay(shop, paidAt) }
      await insertBoxes(tx, shop, membership, bought)
    } else await enqueueMail(tx, shop, { kind: 'payment-differs', subjectId: payment.id })
    // A bill in the middle of a term is no renewal of it.
    if (expectedCents === null || invoice.reason === 'renewal')
      await tx
        .update(memberships)
        .set({
          ...renewed(membership, putOffTo ?? periodEnd(shop, membership, invoice, months)),
          ...(expectedCents === null ? await settleTerms(tx, membership, { planId, amountCents }) : {}),
        })
        .where(eq(memberships.id, membershipId))
    await enqueueMail(tx, shop, { kind: 'renewal-receipt', subjectId: payment.id })
  })
  shop.wakeWorker()
}

/** The boxes that a payment bought: one belt a month, the drops go on after the last one that was bought. */
export async function insertBoxes(
  tx: Transaction,
  shop: Shop,
  membership: Membership,
  payment: { id: string; amountCents: number; boxCount: number; on: CalendarDate },
) {
  const calendar = await dropCalendar(tx, shop.config.timeZone)
  const last = await lastDrop(tx, membership.id)
  const { drops } = allocateDrops(calendar, payment.on, payment.boxCount, last)
  await tx.insert(boxes).values(
    splitCents(payment.amountCents, payment.boxCount).map((valueCents, index) => ({
      membershipId: membership.id,
      personId: membership.personId,
      paymentId: payment.id,
      ordinal: index + 1,
      drop: drops[index]!,
      valueCents,
      size: membership.size,
    })),
  )
}

/**
 * What should have been paid, in cents before tax, where a bill is of another sum; null where it is right. Somebody changed
 * the price, the plan or a discount at the provider, or billed something else there.
 */
async function otherThan(shop: Shop, membership: Membership, invoice: InvoiceState): Promise<number | null> {
  const planId = invoice.planId ?? membership.planId
  const terms = await rightTerms(shop, membership)
  const isRight = terms.some((each) => each.planId === planId && each.dueCents === invoice.amountCents)
  return isRight ? null : terms[0]!.dueCents
}

function periodEnd(shop: Shop, { paidUntil }: Membership, { periodEndsAt }: InvoiceState, months: number) {
  return periodEndsAt ? shopDay(shop, periodEndsAt) : nextCharge(paidUntil, months)
}

function renewed(membership: Membership, end: CalendarDate) {
  // A bill that is seen late must not take back a charge that a skip has moved since.
  const paidUntil = end > membership.paidUntil ? end : membership.paidUntil
  return membership.status === 'past_due'
    ? { paidUntil, status: membershipStatus.to('active', memberships.status), pastDueSince: null }
    : { paidUntil, pastDueSince: null }
}

// The checkout's own payment is in the ledger already, by its intent.
async function isFirstPayment(
  tx: Transaction,
  membershipId: string,
  invoice: InvoiceState,
): Promise<boolean> {
  if (!invoice.intentId) return false
  const known = await tx
    .select({ reference: membershipPayments.reference })
    .from(membershipPayments)
    .where(
      and(
        eq(membershipPayments.membershipId, membershipId),
        eq(membershipPayments.intentId, invoice.intentId),
      ),
    )
  return known.some((row) => row.reference !== invoice.invoiceId)
}

/**
 * Where the owner has moved the month that a renewal buys, the charge after it goes with the boxes, as for all whom the
 * move found (decision 026): at the provider first and to a named day, so that a repeat after a crash names the same.
 * @returns the day of that charge; null where it stays on the provider's
 */
async function deferCharge(
  shop: Shop,
  membership: Membership,
  invoice: InvoiceState,
): Promise<CalendarDate | null> {
  const { invoiceId, paidAt, periodEndsAt } = invoice
  const { id, planId, renews, stripeSubscriptionId: subscriptionId } = membership
  if (!renews || !subscriptionId || !periodEndsAt) return null
  const { months } = await readPlan(shop.db, invoice.planId ?? planId)
  const calendar = await dropCalendar(shop.db, shop.config.timeZone)
  const paidOn = shopDay(shop, paidAt ?? shop.now())
  const { movedBy } = allocateDrops(calendar, paidOn, months, await lastDrop(shop.db, id))
  if (movedBy === 0 || (await isKnown(shop, invoiceId))) return null
  const to = addMonths(shopDay(shop, periodEndsAt), movedBy)
  const state = await shop.payments.fetchSubscription(subscriptionId)
  const chargedOn = state?.status === 'active' && state.nextChargeAt && shopDay(shop, state.nextChargeAt)
  // Later already: a skip was faster, or this bill is heard of after the one that follows it.
  if (!chargedOn || chargedOn > to) return null
  if (chargedOn < to) await shop.payments.moveNextCharge({ subscriptionId, to })
  return to
}

async function isKnown(shop: Shop, reference: string): Promise<boolean> {
  return (await shop.db.$count(membershipPayments, eq(membershipPayments.reference, reference))) > 0
}

/** Does what the bills of a subscription say that are not in the ledger yet, oldest first. Returns all its bills. */
export async function applyBills(shop: Shop, subscriptionId: string): Promise<InvoiceState[]> {
  const bills = await shop.payments.invoicesOf(subscriptionId)
  const ids = bills.map((bill) => bill.invoiceId)
  const rows =
    ids.length === 0
      ? []
      : await shop.db
          .select({ reference: membershipPayments.reference })
          .from(membershipPayments)
          .where(inArray(membershipPayments.reference, ids))
  const known = new Set(rows.map((row) => row.reference))
  for (const id of ids.toReversed()) if (!known.has(id)) await applyInvoice(shop, id)
  return bills
}
