import { and, eq, inArray, or } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { membershipStatus } from '../../db/schema/states.ts'
import { boxes, membershipPayments, memberships, orderItems, orders } from '../../db/schema.ts'
import { knownState } from '../../domain/address.ts'
import { addDays, addMonths, type CalendarDate } from '../../domain/calendar-date.ts'
import { keepJoinedDay, nextCharge } from '../../domain/drop.ts'
import { allocateDrops } from '../../domain/drop-calendar.ts'
import { noticeTime } from '../../domain/gift-notice.ts'
import { splitCents } from '../../domain/money.ts'
import { readPlan } from '../catalog/read-plans.ts'
import { settleCredit } from '../credit/renewal-credit.ts'
import { dropCalendar } from '../ledger/drop-calendar.ts'
import { lockMembership, type Membership, membershipOf } from '../ledger/find-membership.ts'
import { lastDrop } from '../ledger/last-drop.ts'
import { shopDay } from '../ledger/shop-day.ts'
import { enqueueMail } from '../outbox/enqueue-mail.ts'
import type { InvoiceState } from '../shop/payment-states.ts'
import type { Shop } from '../shop/shop.ts'
import { rightTerms, settleTerms } from './next-terms.ts'
import { commitRenewalTax, renewalItem } from './renewal-item.ts'

/**
 * What a bill of the provider says, done to its membership. The bill is fetched afresh, so events that come twice or
 * in another order change nothing (stripe.md §6). The first bill of a subscription belongs to its checkout.
 */
export async function applyInvoice(shop: Shop, invoiceId: string): Promise<void> {
  const invoice = await shop.payments.fetchInvoice(invoiceId)
  if (!invoice?.subscriptionId || invoice.reason === 'first') return
  const membership = await membershipOf(shop, invoice.subscriptionId)
  if (!membership) return
  if (invoice.status !== 'draft' && invoice.status !== 'paid') {
    // Void, given up, or final before the credit was on it: what was kept for it is its owner's again.
    if (invoice.status === 'void' || invoice.isGivenUp || invoice.creditCents === 0)
      await shop.db.transaction((tx) => settleCredit(tx, shop, invoiceId, 0))
    if (invoice.status === 'void' && invoice.reason === 'renewal') await forgive(shop, membership, invoice)
  }
  if (invoice.status === 'paid') {
    // Trial starts and moved charges write bills of nothing, which buy nothing.
    if (invoice.reason === 'other' && (invoice.totalCents === 0 || !invoice.intentId)) return
    const expected = await expectedOf(shop, membership, invoice)
    const putOffTo = expected.isRight ? await deferCharge(shop, membership, invoice) : null
    await recordRenewal(shop, membership.id, invoice, { putOffTo, ...expected })
    await commitRenewalTax(shop, membership, invoice)
    await nameRenewal(shop, membership, invoice)
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
    const about = { invoiceId: invoice.invoiceId }
    const later = (days: number) => noticeTime(addDays(today, days), shop.config.timeZone)
    await enqueueMail(tx, shop, { kind: 'renewal-failed-0', about })
    await enqueueMail(tx, shop, { kind: 'renewal-failed-3', about, runAt: later(3) })
    await enqueueMail(tx, shop, { kind: 'renewal-failed-7', about, runAt: later(7) })
    await enqueueMail(tx, shop, { kind: 'renewal-failed-18', about, runAt: later(18) })
  })
  shop.wakeWorker()
}

/**
 * A paid renewal becomes a payment of its membership with the boxes that it bought, once for each bill (club-rules.md "The
 * box ledger"). Money that came always counts, also for a membership that has ended meanwhile; only one that renews
 * becomes active by it.
 * @param putOffTo the day of the next charge where the owner's move has put it off
 * @param isRight the sum is one that this membership sells; else it is booked as money, and buys nothing until the owner has
 *   said what (billing/decide-payment.ts). So is a bill that shows more store credit than there was
 */
async function recordRenewal(
  shop: Shop,
  membershipId: string,
  invoice: InvoiceState,
  { putOffTo, isRight, dueCents }: { putOffTo: CalendarDate | null; isRight: boolean; dueCents: number },
) {
  const paidAt = invoice.paidAt ?? shop.now()
  await shop.db.transaction(async (tx) => {
    const membership = await lockMembership(tx, membershipId)
    // What the bill sold, which need not be what the membership has been until now.
    const { id: planId, months } = await readPlan(tx, invoice.planId ?? membership.planId)
    if (await isBooked(tx, membershipId, invoice)) return
    const { amountCents, taxCents } = paidOf(invoice)
    const creditCents = await settleCredit(tx, shop, invoice.invoiceId, invoice.creditCents, membership)
    const priceCents = amountCents + creditCents
    const expectedCents = isRight && creditCents === invoice.creditCents ? null : dueCents
    const [payment] = await tx
      .insert(membershipPayments)
      .values({
        membershipId,
        reference: invoice.invoiceId,
        intentId: invoice.intentId,
        amountCents,
        creditCents,
        taxCents,
        paidBy: invoice.isPaidElsewhere ? 'transfer' : null,
        shipState: knownState((membership.address as { state?: string }).state),
        boxCount: expectedCents === null ? months : 0,
        planId,
        expectedCents,
        paidAt,
      })
      .onConflictDoNothing()
      .returning({ id: membershipPayments.id })
    if (!payment) return
    if (expectedCents === null) {
      const bought = { id: payment.id, priceCents, boxCount: months, on: shopDay(shop, paidAt) }
      await insertBoxes(tx, shop, membership, bought)
    } else await enqueueMail(tx, shop, { kind: 'payment-differs', about: { paymentId: payment.id } })
    // A bill in the middle of a term is no renewal of it.
    if (expectedCents === null || invoice.reason === 'renewal')
      await tx
        .update(memberships)
        .set({
          ...renewed(membership, putOffTo ?? periodEnd(shop, membership, invoice, months)),
          ...(expectedCents === null ? await settleTerms(tx, membership, { planId, priceCents }) : {}),
        })
        .where(eq(memberships.id, membershipId))
    await enqueueMail(tx, shop, { kind: 'renewal-receipt', about: { paymentId: payment.id } })
  })
  shop.wakeWorker()
}

/** Whoever looks at the payment on the provider's page sees which order it renews, and where its belts go. */
async function nameRenewal(shop: Shop, membership: Membership, { intentId, amountCents }: InvoiceState) {
  if (!intentId) return
  const [order] = await shop.db
    .select({ orderNumber: orders.orderNumber })
    .from(orderItems)
    .innerJoin(orders, eq(orderItems.orderId, orders.id))
    .where(eq(orderItems.id, membership.orderItemId))
  if (!order) return
  const plan = await readPlan(shop.db, membership.planId)
  const { destination } = renewalItem(membership, plan, amountCents)
  await shop.payments.nameRenewal({ intentId, ...order, destination })
}

/** What was really paid of a bill, in cents: a balance of the customer's is no money that came, and no tax is less than nothing. */
function paidOf({ amountCents, taxCents, balanceCents }: InvoiceState) {
  const paidCents = amountCents + taxCents - balanceCents
  const paidTaxCents = Math.max(0, Math.min(taxCents, paidCents))
  return { amountCents: paidCents - paidTaxCents, taxCents: paidTaxCents }
}

/**
 * Nobody has to pay this bill, refused or not tried yet: the membership goes on with the next one, and its buyer is asked for
 * nothing more. It bought no boxes, and is no pause that could be ended.
 */
async function forgive(
  shop: Shop,
  { id, status, renews, paidUntil }: Membership,
  { subscriptionId, periodEndsAt }: InvoiceState,
) {
  const isDue = status === 'active' && renews && periodEndsAt && shopDay(shop, periodEndsAt) > paidUntil
  if (status !== 'past_due' && !isDue) return
  const subscription = await shop.payments.fetchSubscription(subscriptionId!)
  if (!subscription || subscription.status === 'ended') return
  const bills = await shop.payments.invoicesOf(subscriptionId!)
  if (bills.some((bill) => bill.status === 'draft' || bill.status === 'open')) return
  await shop.db.transaction(async (tx) => {
    const locked = await lockMembership(tx, id)
    if (locked.status !== status) return
    const next = subscription.nextChargeAt && shopDay(shop, subscription.nextChargeAt)
    await tx
      .update(memberships)
      .set(renewed(locked, next ?? locked.paidUntil))
      .where(eq(memberships.id, id))
  })
}

/**
 * The boxes that a payment bought: one belt a month, the drops go on after the last one that was bought.
 * @param payment.priceCents money and store credit, before tax: what the boxes are worth
 */
export async function insertBoxes(
  tx: Transaction,
  shop: Shop,
  membership: Membership,
  payment: { id: string; priceCents: number; boxCount: number; on: CalendarDate },
) {
  const calendar = await dropCalendar(tx, shop.config.timeZone)
  const last = await lastDrop(tx, membership.id)
  const { drops } = allocateDrops(calendar, payment.on, payment.boxCount, last)
  await tx.insert(boxes).values(
    splitCents(payment.priceCents, payment.boxCount).map((valueCents, index) => ({
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
 * Whether a bill, store credit included, is of a sum that this membership sells, and what it should have been, in cents before
 * tax. Somebody may have changed the price, the plan or a discount at the provider, or billed something else there.
 */
export async function expectedOf(shop: Shop, membership: Membership, invoice: InvoiceState) {
  const planId = invoice.planId ?? membership.planId
  const priceCents = invoice.amountCents + invoice.creditCents
  const terms = await rightTerms(shop, membership)
  // What was put on the customer's balance there is somebody's wish: how many belts the rest buys is the owner's word.
  const isRight =
    invoice.balanceCents === 0 && terms.some((each) => each.planId === planId && each.dueCents === priceCents)
  return { isRight, dueCents: terms[0]!.dueCents }
}

function periodEnd(shop: Shop, { paidUntil }: Membership, { periodEndsAt }: InvoiceState, months: number) {
  return periodEndsAt ? shopDay(shop, periodEndsAt) : nextCharge(paidUntil, months)
}

function renewed(membership: Membership, end: CalendarDate) {
  // A bill that is seen late must not take back a charge that a skip has moved since.
  const term = end > membership.paidUntil ? { paidUntil: end, monthsMoved: 0 } : {}
  return membership.status === 'past_due'
    ? { ...term, status: membershipStatus.to('active', memberships.status), pastDueSince: null }
    : { ...term, pastDueSince: null }
}

// This bill, or the checkout's own payment, which is in the ledger by its intent.
async function isBooked(tx: Transaction, membershipId: string, invoice: InvoiceState): Promise<boolean> {
  const { invoiceId, intentId } = invoice
  const isIt = eq(membershipPayments.reference, invoiceId)
  const isFirst = and(
    eq(membershipPayments.membershipId, membershipId),
    eq(membershipPayments.intentId, intentId ?? ''),
  )
  return (await tx.$count(membershipPayments, or(isIt, isFirst))) > 0
}

/**
 * Where the owner has moved the month that a renewal buys, the charge after it goes with the boxes, as for all whom the
 * move found (decision 026); and who joined on a 31st is charged on it again after a shorter month: at the provider first and to a named day, so that a repeat after a crash names the same.
 * @returns the day of that charge; null where it stays on the provider's
 */
async function deferCharge(
  shop: Shop,
  membership: Membership,
  invoice: InvoiceState,
): Promise<CalendarDate | null> {
  const { invoiceId, paidAt, periodEndsAt } = invoice
  const { id, planId, renews, createdAt, paidUntil, stripeSubscriptionId: subscriptionId } = membership
  if (!renews || !subscriptionId || !periodEndsAt) return null
  const { months } = await readPlan(shop.db, invoice.planId ?? planId)
  const calendar = await dropCalendar(shop.db, shop.config.timeZone)
  const paidOn = shopDay(shop, paidAt ?? shop.now())
  const { movedBy } = allocateDrops(calendar, paidOn, months, await lastDrop(shop.db, id))
  const end = shopDay(shop, periodEndsAt)
  const to = addMonths(keepJoinedDay(shopDay(shop, createdAt), paidUntil, end), movedBy)
  if (to === end || (await isKnown(shop, invoiceId))) return null
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
