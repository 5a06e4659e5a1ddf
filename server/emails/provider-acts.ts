import { asc, eq } from 'drizzle-orm'
import { fraudWarnings, membershipPayments, memberships, orderItems, orders } from '../../db/schema.ts'
import { subjectOf } from '../../domain/mail-subjects.ts'
import { formatCents } from '../../domain/money.ts'
import { pausedTerms } from '../memberships/sync-subscription.ts'
import type { Dropped, MailContent } from '../shop/mailer.ts'
import type { Shop } from '../shop/shop.ts'
import { type Sender, senderOf } from './layout.tsx'
import { loadMembershipView } from './membership-view.ts'
import { renderNotice } from './notice.tsx'

// Emails that tell the owner what someone did on the payment provider's own site.

export const reason = 'You’re getting this email because this is the shop’s support address.'

/** The membership, described so that the owner can look it up. */
export type OwnersView = {
  /** "Monthly membership" */
  name: string
  buyer: string
  orderNumber: string
  orderLink: string
}

async function ownersView(shop: Shop, membershipId: string) {
  const { membership, name, to } = await loadMembershipView(shop, membershipId)
  const [order] = await shop.db
    .select({ id: orders.id, number: orders.orderNumber })
    .from(orders)
    .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
    .innerJoin(memberships, eq(memberships.orderItemId, orderItems.id))
    .where(eq(memberships.id, membershipId))
  const orderLink = `${shop.config.publicUrl}/admin/orders/${order?.id}`
  const view: OwnersView = { name, buyer: to, orderNumber: order?.number ?? '', orderLink }
  return { membership, view }
}

export const openOrder = (view: OwnersView) => ({ words: 'Open the order', href: view.orderLink })

export type DiffersView = OwnersView & { amountCents: number; expectedCents: number }

/** Writes the payment-differs email. @param paymentId the outbox row's subject id */
export async function paymentDiffers(shop: Shop, paymentId: string): Promise<MailContent | Dropped> {
  const [payment] = await shop.db
    .select()
    .from(membershipPayments)
    .where(eq(membershipPayments.id, paymentId))
  if (!payment) throw new Error(`payment ${paymentId} is gone`)
  if (payment.decidedAt) return { droppedBecause: 'somebody has said what it buys' }
  const { view } = await ownersView(shop, payment.membershipId)
  const { amountCents, expectedCents } = payment
  return renderPaymentDiffers(senderOf(shop), { ...view, amountCents, expectedCents: expectedCents ?? 0 })
}

export function renderPaymentDiffers(sender: Sender, view: DiffersView): Promise<MailContent> {
  const { name, orderNumber } = view
  const paid = formatCents(view.amountCents)
  return renderNotice(sender, {
    to: sender.supportEmail,
    subject: `The amount paid isn’t the price: ${paid}, ${orderNumber}`,
    title: 'A payment needs a decision from you.',
    paragraphs: [
      `${view.buyer} was charged ${paid} before tax for the ${name} of order ${orderNumber}, which costs ${formatCents(view.expectedCents)}. Someone changed a price, a plan or a discount at the payment provider.`,
      'The money’s in the books, but it hasn’t bought any belts. On the order’s page, say how many it buys, or refund it.',
    ],
    link: openOrder(view),
    reason,
  })
}

/** Writes the price-differs email. @param subjectId "membership:what the provider would charge" */
export async function priceDiffers(shop: Shop, subjectId: string): Promise<MailContent | Dropped> {
  const { membershipId, terms } = subjectOf('price-differs', subjectId)
  const { membership, view } = await ownersView(shop, membershipId)
  if (membership.providerTerms !== terms) return { droppedBecause: 'it was changed again' }
  return renderPriceDiffers(senderOf(shop), { ...view, terms })
}

export function renderPriceDiffers(
  sender: Sender,
  view: OwnersView & { terms: string },
): Promise<MailContent> {
  const next = `The next charge for ${view.buyer}’s ${view.name} is set to ${view.terms}.`
  const isPaused = view.terms === pausedTerms
  return renderNotice(sender, {
    to: sender.supportEmail,
    subject: `${isPaused ? 'Payments were paused' : 'A price was changed'} at the payment provider: ${view.orderNumber}`,
    title: isPaused
      ? 'A membership’s payments are paused at the provider.'
      : 'The next charge has the wrong price.',
    paragraphs: isPaused
      ? [
          `${next} Months that pass until you resume them there buy no belts. The member’s page says that payments are paused.`,
        ]
      : [
          `${next} That’s not this membership’s price.`,
          'Fix it at the payment provider before then. If you don’t, the charge goes in the books but buys no belts until you say how many.',
        ],
    link: openOrder(view),
    reason,
  })
}

/** Writes the cancelled-at-provider email. @param subjectId the same as membership-cancelled's */
export async function cancelledAtProvider(shop: Shop, subjectId: string): Promise<MailContent | Dropped> {
  const { membershipId, cancelledAt } = subjectOf('cancelled-at-provider', subjectId)
  const { membership, view } = await ownersView(shop, membershipId)
  if (membership.cancelledAt?.getTime() !== Number(cancelledAt))
    return { droppedBecause: 'the cancellation was taken back' }
  return renderCancelledAtProvider(senderOf(shop), {
    ...{ ...view, hasEnded: membership.status === 'ended', isDisputed: membership.lostBy === 'bank' },
  })
}

export function renderCancelledAtProvider(
  sender: Sender,
  view: OwnersView & { hasEnded: boolean; isDisputed?: boolean },
): Promise<MailContent> {
  const theirs = `${view.buyer}’s ${view.name}`
  const undo = view.hasEnded
    ? 'ask them to join again: a subscription that’s ended can’t be restarted.'
    : 'undo it at the payment provider before the term ends, and the shop will follow.'
  return renderNotice(sender, {
    to: sender.supportEmail,
    subject: `Canceled at the payment provider: ${view.orderNumber}`,
    title: 'A membership was canceled at the provider.',
    paragraphs: view.isDisputed
      ? [
          `The payment provider canceled ${theirs} because a payment is disputed. That’s a setting of your account there. We’ve emailed the buyer. Belts that payment bought are on hold, and any others still ship.`,
          'To keep members whose dispute you win, turn that setting off: the shop pauses their charges until the bank has decided.',
          `If you win this one and they want to stay, ${undo}`,
        ]
      : [
          `Someone canceled ${theirs} at the payment provider, not in the shop. We’ve emailed the buyer, and what’s paid for still ships.`,
          `If it was a mistake, ${undo}`,
        ],
    link: openOrder(view),
    reason,
  })
}

/** The membership a payment was for; if it paid for several, the first. */
export async function ownersViewOf(shop: Shop, intentId: string) {
  const [payment] = await shop.db
    .select({ membershipId: membershipPayments.membershipId })
    .from(membershipPayments)
    .where(eq(membershipPayments.intentId, intentId))
    .orderBy(asc(membershipPayments.paidAt), asc(membershipPayments.id))
    .limit(1)
  if (!payment) throw new Error(`the payment ${intentId} is gone`)
  return ownersView(shop, payment.membershipId)
}

export type FraudView = OwnersView & { kind: string }

/** Writes the fraud-warning email. @param id the warning's id */
export async function fraudWarning(shop: Shop, id: string): Promise<MailContent | Dropped> {
  const [warning] = await shop.db.select().from(fraudWarnings).where(eq(fraudWarnings.id, id))
  if (!warning) throw new Error(`fraud warning ${id} is gone`)
  if (!warning.isOpen) return { droppedBecause: 'it was refunded or is disputed by now' }
  return renderFraudWarning(senderOf(shop), {
    ...(await ownersViewOf(shop, warning.intentId)).view,
    kind: warning.kind,
  })
}

export function renderFraudWarning(sender: Sender, view: FraudView): Promise<MailContent> {
  return renderNotice(sender, {
    to: sender.supportEmail,
    subject: `A bank suspects fraud: ${view.orderNumber}`,
    title: 'A bank suspects fraud.',
    paragraphs: [
      `The bank behind ${view.buyer}’s order ${view.orderNumber} says: ${view.kind.replaceAll('_', ' ')}. Most payments like this end up disputed.`,
      'If you don’t know the buyer, refund the whole order now. That avoids the dispute and its fee, and ends the membership.',
    ],
    link: openOrder(view),
    reason,
  })
}
