import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import { memberships, outbox } from '../../db/schema.ts'
import type { MailSubject } from '../../domain/mail-subjects.ts'
import { isDisputed } from '../ledger/disputes.ts'
import type { Membership } from '../ledger/find-membership.ts'
import { enqueueMail, mailRow } from '../outbox/enqueue-mail.ts'
import type { InvoiceState } from '../shop/payment-states.ts'
import type { Shop } from '../shop/shop.ts'
import { applyBills, applyInvoice } from './apply-invoice.ts'

/** The outcome of a customer's new card. */
export type CardOutcome = {
  membershipId: string
  label: string
  /** the open renewal invoice it was tried on; null: there was none, or it waits */
  bill: InvoiceState | null
  /** the card isn't tried on the open invoice before the bank has decided a dispute (docs/decisions/046) */
  waitsForBank: boolean
}

/**
 * Handles a customer's new card from the provider's page: their memberships are charged to it from now on, and a declined
 * invoice is charged right away. Safe to call in any order and repeatedly: it doesn't try a card again that the invoice was
 * last tried with.
 */
export async function syncCards(shop: Shop, customerId: string): Promise<CardOutcome[]> {
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
    const outcome = await syncCard(shop, membership)
    if (outcome) outcomes.push(outcome)
  }
  return outcomes
}

/** The same for one membership; null if no card is on file or there is nothing left to charge. */
export async function syncCard(shop: Shop, membership: Membership): Promise<CardOutcome | null> {
  const subscriptionId = membership.stripeSubscriptionId
  const card = subscriptionId ? await shop.payments.followCard(subscriptionId) : null
  if (!subscriptionId || !card) {
    if (subscriptionId) await notifyMissingCard(shop, membership, subscriptionId)
    return null
  }
  const refused = await refusedBill(shop, membership, subscriptionId)
  const waitsForBank = refused !== null && (await isDisputed(shop, membership.id))
  if (refused && refused.triedCardId !== card.cardId && !waitsForBank)
    await shop.payments.retryCharge(refused.invoiceId, card.cardId)
  if (refused) await applyInvoice(shop, refused.invoiceId)
  // The renewal may be paid already, with the provider's answer or event lost.
  else if (membership.status === 'past_due') await applyBills(shop, subscriptionId)
  const bill = refused && !waitsForBank ? await shop.payments.fetchInvoice(refused.invoiceId) : null
  if (card.isChosen && membership.status !== 'cancelled') {
    const about = { membershipId: membership.id, cardId: card.cardId }
    if (bill?.status === 'paid') await leaveToReceipt(shop, about)
    else await enqueueMail(shop.db, shop, { kind: 'card-changed', about })
  }
  shop.wakeWorker()
  return { membershipId: membership.id, label: card.label, bill, waitsForBank }
}

/** With no card the next charge would fail, so its payer is emailed now instead of then. Once per charge date. */
export async function notifyMissingCard(shop: Shop, membership: Membership, subscriptionId: string) {
  const { id, renews, status, paidUntil } = membership
  if (!renews || status !== 'active') return
  const state = await shop.payments.fetchSubscription(subscriptionId)
  if (!state || state.status === 'ended') return
  await enqueueMail(shop.db, shop, { kind: 'card-missing', about: { membershipId: id, chargeOn: paidUntil } })
  shop.wakeWorker()
}

// Records the email as already handled: the same event may come again after the invoice is paid, and must not send it then.
async function leaveToReceipt(shop: Shop, about: MailSubject<'card-changed'>) {
  const now = shop.now()
  const droppedBecause = 'the receipt of the charge says it'
  await shop.db
    .insert(outbox)
    .values({ ...mailRow(now, { kind: 'card-changed', about }), sentAt: now, droppedBecause })
    .onConflictDoNothing()
}

// An open invoice that was never tried will be charged by the provider soon, so leave it alone.
async function refusedBill(shop: Shop, { status }: Membership, subscriptionId: string) {
  const state = status === 'past_due' ? null : await shop.payments.fetchSubscription(subscriptionId)
  if (state && state.status !== 'past_due') return null
  const bills = await shop.payments.invoicesOf(subscriptionId)
  const open = bills.find((bill) => bill.reason === 'renewal' && bill.status === 'open')
  return open ? shop.payments.fetchInvoice(open.invoiceId) : null
}
