import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import { membershipPayments, memberships, outbox } from '../../db/schema.ts'
import type { MailSubject } from '../../domain/mail-subjects.ts'
import type { Membership } from '../ledger/find-membership.ts'
import { enqueueMail, mailRow } from '../outbox/enqueue-mail.ts'
import type { InvoiceState } from '../shop/payment-states.ts'
import type { Shop } from '../shop/shop.ts'
import { applyBills, applyInvoice } from './apply-invoice.ts'

/** What became of the card that somebody chose; the bill is the one that it was tried with, if one was open. */
export type CardOutcome = { membershipId: string; label: string; bill: InvoiceState | null }

/**
 * A customer has chosen another card at the provider's page: the memberships that they pay for are charged with it, and a
 * bill that the bank had refused is charged at once. Whoever hears of it does it, in any order and as often as it comes:
 * the same card is tried once a day.
 */
export async function followCard(shop: Shop, customerId: string): Promise<CardOutcome[]> {
  const theirs = await shop.db
    .select()
    .from(memberships)
    .where(
      and(
        eq(memberships.customerId, customerId),
        isNotNull(memberships.stripeSubscriptionId),
        inArray(memberships.status, ['active', 'past_due', 'cancelled']),
      ),
    )
  const outcomes: CardOutcome[] = []
  for (const membership of theirs) {
    const outcome = await followOne(shop, membership)
    if (outcome) outcomes.push(outcome)
  }
  return outcomes
}

/** The same for one membership; null where no card is on file or nothing will be charged any more. */
export async function followOne(shop: Shop, membership: Membership): Promise<CardOutcome | null> {
  const subscriptionId = membership.stripeSubscriptionId
  const card = subscriptionId ? await shop.payments.followCard(subscriptionId) : null
  if (!subscriptionId || !card) {
    if (subscriptionId) await tellMissing(shop, membership, subscriptionId)
    return null
  }
  const refused = await refusedBill(shop, membership, subscriptionId)
  if (refused && refused.triedCardId !== card.cardId && !(await isDisputed(shop, membership.id)))
    await shop.payments.retryCharge(refused.invoiceId, card.cardId)
  if (refused) await applyInvoice(shop, refused.invoiceId)
  // Paid already, and the answer or its event was lost.
  else if (membership.status === 'past_due') await applyBills(shop, subscriptionId)
  const bill = refused && (await shop.payments.fetchInvoice(refused.invoiceId))
  if (card.isChosen && membership.status !== 'cancelled') {
    const about = { membershipId: membership.id, cardId: card.cardId }
    if (bill?.status === 'paid') await leaveToReceipt(shop, about)
    else await enqueueMail(shop.db, shop, { kind: 'card-changed', about })
  }
  shop.wakeWorker()
  return { membershipId: membership.id, label: card.label, bill }
}

/** Nothing could be charged: its payer hears so now, and not when a charge fails. Told once for each charge. */
export async function tellMissing(shop: Shop, membership: Membership, subscriptionId: string) {
  const { id, renews, status, paidUntil } = membership
  if (!renews || status !== 'active') return
  const state = await shop.payments.fetchSubscription(subscriptionId)
  if (!state || state.status === 'ended') return
  await enqueueMail(shop.db, shop, { kind: 'card-missing', about: { membershipId: id, chargeOn: paidUntil } })
  shop.wakeWorker()
}

// The same news may come again, when nothing is open any more: it must not be told then either.
async function leaveToReceipt(shop: Shop, about: MailSubject<'card-changed'>) {
  const now = shop.now()
  const droppedBecause = 'the receipt of the charge says it'
  await shop.db
    .insert(outbox)
    .values({ ...mailRow(now, { kind: 'card-changed', about }), sentAt: now, droppedBecause })
    .onConflictDoNothing()
}

// A bill that is open and was never tried is about to be charged by itself.
async function refusedBill(shop: Shop, { status }: Membership, subscriptionId: string) {
  const state = status === 'past_due' ? null : await shop.payments.fetchSubscription(subscriptionId)
  if (state && state.status !== 'past_due') return null
  const bills = await shop.payments.invoicesOf(subscriptionId)
  const open = bills.find((bill) => bill.reason === 'renewal' && bill.status === 'open')
  return open ? shop.payments.fetchInvoice(open.invoiceId) : null
}

/** Whether the bank examines a payment of this membership: nothing more is charged meanwhile. */
export async function isDisputed(shop: Shop, membershipId: string): Promise<boolean> {
  const isOpen = and(
    eq(membershipPayments.membershipId, membershipId),
    eq(membershipPayments.dispute, 'open'),
  )
  return (await shop.db.$count(membershipPayments, isOpen)) > 0
}
