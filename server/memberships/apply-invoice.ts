import { and, eq, inArray, or } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { membershipStatus } from '../../db/schema/states.ts'
import { boxes, membershipPayments, memberships, orderItems, orders } from '../../db/schema.ts'
import { knownState } from '../../domain/address.ts'
import { addDays, type CalendarDate } from '../../domain/calendar-date.ts'
import { chargeDayAfter, hasDrifted } from '../../domain/charge-day.ts'
import { allocateDrops } from '../../domain/drop-calendar.ts'
import { noticeTime } from '../../domain/gift-notice.ts'
import { splitCents } from '../../domain/money.ts'
import { readPlan } from '../catalog/read-plans.ts'
import { settleCredit } from '../credit/renewal-credit.ts'
import { dropCalendar } from '../ledger/drop-calendar.ts'
import { lockMembership, type Membership, membershipOf } from '../ledger/find-membership.ts'
import { lastDrop } from '../ledger/next-drop.ts'
import { enqueueMail } from '../outbox/enqueue-mail.ts'
import type { InvoiceState } from '../shop/payment-states.ts'
import { type Shop, shopDay } from '../shop/shop.ts'
import { expectedTerms, settleTerms } from './next-terms.ts'
import { commitRenewalTax, renewalItem } from './renewal-item.ts'

/**
 * Applies one of the provider's invoices to its membership. It fetches the invoice afresh, so repeated or reordered events
 * change nothing (stripe.md §6). Skips a subscription's first invoice: checkout handles that one.
 */
export async function applyInvoice(shop: Shop, invoiceId: string): Promise<void> {
  const invoice = await shop.payments.fetchInvoice(invoiceId)
  if (!invoice?.subscriptionId || invoice.reason === 'first') return
  const membership = await membershipOf(shop, invoice.subscriptionId)
  if (!membership) return
  if (invoice.status !== 'draft' && invoice.status !== 'paid') {
    // The invoice is void, given up, or was finalized before the credit was applied: give the reserved credit back.
    if (invoice.status === 'void' || invoice.isGivenUp || invoice.creditCents === 0)
      await shop.db.transaction((tx) => settleCredit(tx, shop, invoiceId, 0))
    if (invoice.status === 'void' && invoice.reason === 'renewal') await forgive(shop, membership, invoice)
  }
  if (invoice.status === 'paid') {
    // Trial starts and moved charges produce zero-amount invoices, which buy nothing.
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
 * Handles a renewal that the bank declined: marks the membership past due from today, and emails its buyer now and after 3,
 * 7 and 18 days, the last shortly before the membership would end (club-rules.md "Renewal law"). Paid boxes still ship. An
 * open invoice may just not have been charged yet, so the subscription's status decides.
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
 * Records a paid renewal as a payment of its membership and adds the boxes it bought, once per invoice (club-rules.md "The
 * box ledger"). Money received always counts, even when the membership has ended since; only one that is past due becomes
 * active again.
 * @param putOffTo day of the next charge if `deferCharge` moved it, else null
 * @param isRight whether the membership sells a term at this amount. If not, or if the invoice shows more store credit than
 *   there was, the money is booked but buys nothing until the owner decides (billing/decide-payment.ts)
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
    // The plan on the invoice may differ from the membership's current plan.
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
        // Someone who moved since it was first tried pays the tax of the state where they lived then.
        shipState:
          (taxCents > 0 ? invoice.taxState : null) ??
          knownState((membership.address as { state?: string }).state),
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
    // An unexpected invoice in the middle of a term doesn't renew it.
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

/** Adds the order number and the shipping address to the payment, for whoever looks at it on the provider's page. */
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

/**
 * What was actually paid, in cents: a customer balance applied to the invoice isn't money received, and tax can't go below
 * zero.
 */
function paidOf({ amountCents, taxCents, balanceCents }: InvoiceState) {
  const paidCents = amountCents + taxCents - balanceCents
  const paidTaxCents = Math.max(0, Math.min(taxCents, paidCents))
  return { amountCents: paidCents - paidTaxCents, taxCents: paidTaxCents }
}

/**
 * Handles a voided renewal invoice, whether declined or not yet tried: the membership continues until its next charge, and
 * its buyer isn't asked to pay. It adds no boxes, and it doesn't count as a pause that could be ended early.
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
 * Adds the boxes a payment bought, one per month, starting after the last drop already bought.
 * @param payment.priceCents money plus store credit, before tax, split across the boxes as their value
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
 * Whether an invoice's amount, store credit included, is one this membership sells, and what it should have been, in cents
 * before tax. Someone may have changed the price, plan or discount at the provider, or invoiced something else there.
 */
export async function expectedOf(shop: Shop, membership: Membership, invoice: InvoiceState) {
  const planId = invoice.planId ?? membership.planId
  const priceCents = invoice.amountCents + invoice.creditCents
  const terms = await expectedTerms(shop, membership)
  // Someone adjusted the customer's balance at the provider: the owner decides how many belts the rest buys.
  const isRight =
    invoice.balanceCents === 0 &&
    terms.some((each) => !each.isUndone && each.planId === planId && each.dueCents === priceCents)
  return { isRight, dueCents: terms[0]!.dueCents }
}

function periodEnd(shop: Shop, membership: Membership, { periodEndsAt }: InvoiceState, months: number) {
  if (periodEndsAt) return shopDay(shop, periodEndsAt)
  return chargeDayAfter(shopDay(shop, membership.createdAt), membership.paidUntil, months)
}

function renewed(membership: Membership, end: CalendarDate) {
  // An invoice processed late must not undo a charge date that a skip has moved since.
  const term = end > membership.paidUntil ? { paidUntil: end, monthsMoved: 0 } : {}
  return membership.status === 'past_due'
    ? { ...term, status: membershipStatus.to('active', memberships.status), pastDueSince: null }
    : { ...term, pastDueSince: null }
}

// True if this invoice is booked, or if it is the checkout's own payment, booked under its payment intent.
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
 * Moves the charge after this renewal if needed. If the owner moved the drop this renewal buys, the charge moves with the
 * boxes (decision 026). If the provider counts
 * to another day than the shop (domain/charge-day.ts), the shop's holds. It moves the charge at the provider first, to an
 * explicit date, so that a retry after a crash sets the same date.
 * @returns the day of that charge; null to keep the provider's date
 */
async function deferCharge(
  shop: Shop,
  membership: Membership,
  invoice: InvoiceState,
): Promise<CalendarDate | null> {
  const { invoiceId, paidAt, periodEndsAt } = invoice
  const { id, planId, renews, createdAt, stripeSubscriptionId: subscriptionId } = membership
  if (!renews || !subscriptionId || !periodEndsAt) return null
  const { months } = await readPlan(shop.db, invoice.planId ?? planId)
  const calendar = await dropCalendar(shop.db, shop.config.timeZone)
  const paidOn = shopDay(shop, paidAt ?? shop.now())
  const { movedBy } = allocateDrops(calendar, paidOn, months, await lastDrop(shop.db, id))
  const end = shopDay(shop, periodEndsAt)
  const joinedOn = shopDay(shop, createdAt)
  const own = chargeDayAfter(joinedOn, shopDay(shop, invoice.createdAt), months)
  const to = chargeDayAfter(joinedOn, hasDrifted(own, end) ? own : end, movedBy)
  if (to === end || (await isKnown(shop, invoiceId))) return null
  const state = await shop.payments.fetchSubscription(subscriptionId)
  const chargedOn = state?.status === 'active' && state.nextChargeAt && shopDay(shop, state.nextChargeAt)
  // Already later: a skip came first, or this invoice arrived after the one that follows it.
  if (!chargedOn || (chargedOn > to && chargedOn !== end)) return null
  if (chargedOn !== to) await shop.payments.moveNextCharge({ subscriptionId, to })
  return to
}

async function isKnown(shop: Shop, reference: string): Promise<boolean> {
  return (await shop.db.$count(membershipPayments, eq(membershipPayments.reference, reference))) > 0
}

/** Applies those invoices of a subscription that aren't in the ledger yet, oldest first. Returns all its invoices. */
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
