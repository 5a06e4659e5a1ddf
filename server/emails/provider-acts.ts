import { eq } from 'drizzle-orm'
import { membershipPayments, memberships, orderItems, orders } from '../../db/schema.ts'
import { formatCents } from '../../domain/money.ts'
import type { Dropped, MailContent } from '../shop/mailer.ts'
import type { Shop } from '../shop/shop.ts'
import type { Sender } from './layout.tsx'
import { loadMembershipView } from './membership-view.ts'
import { renderNotice } from './notice.tsx'

// What somebody did at the payment provider's own pages, told to the owner.

/** An id and the colon after it. */
const idLength = 36
const reason = 'You’re getting this email because this is the shop’s support address.'

/** Whose membership it is, as the owner looks it up. */
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

const openOrder = (view: OwnersView) => ({ words: 'Open the order', href: view.orderLink })

export type DiffersView = OwnersView & { amountCents: number; expectedCents: number }

/** The mail of the outbox's kind payment-differs; the fact is the payment's id. */
export async function paymentDiffers(shop: Shop, paymentId: string): Promise<MailContent | Dropped> {
  const [payment] = await shop.db
    .select()
    .from(membershipPayments)
    .where(eq(membershipPayments.id, paymentId))
  if (!payment) throw new Error(`payment ${paymentId} is gone`)
  if (payment.decidedAt) return { droppedBecause: 'somebody has said what it buys' }
  const { view } = await ownersView(shop, payment.membershipId)
  const { amountCents, expectedCents } = payment
  return renderPaymentDiffers(shop.config, { ...view, amountCents, expectedCents: expectedCents ?? 0 })
}

/** Renders it from its view alone. */
export function renderPaymentDiffers(sender: Sender, view: DiffersView): Promise<MailContent> {
  const { name, orderNumber } = view
  const paid = formatCents(view.amountCents)
  return renderNotice(sender, {
    to: sender.supportEmail,
    subject: `Another sum than the price was paid: ${paid}, ${orderNumber}`,
    title: 'A payment needs your word.',
    paragraphs: [
      `${view.buyer} was charged ${paid} before tax for the ${name} of order ${orderNumber}, which costs ${formatCents(view.expectedCents)}. Somebody changed a price, a plan or a discount at the payment provider.`,
      'The money is booked. It has bought no belts: on the order’s page say how many it buys, or give it back.',
    ],
    link: openOrder(view),
    reason,
  })
}

/** The mail of the outbox's kind price-differs; the fact is "membership:what the provider would charge". */
export async function priceDiffers(shop: Shop, fact: string): Promise<MailContent | Dropped> {
  const { membership, view } = await ownersView(shop, fact.slice(0, idLength))
  const terms = fact.slice(idLength + 1)
  if (membership.providerTerms !== terms) return { droppedBecause: 'it was changed again' }
  return renderPriceDiffers(shop.config, { ...view, terms })
}

/** Renders it from its view alone. */
export function renderPriceDiffers(
  sender: Sender,
  view: OwnersView & { terms: string },
): Promise<MailContent> {
  return renderNotice(sender, {
    to: sender.supportEmail,
    subject: `A price was changed at the payment provider: ${view.orderNumber}`,
    title: 'The provider would charge another price.',
    paragraphs: [
      `The ${view.name} of ${view.buyer} would be charged ${view.terms} next, before any discount. That is not what this membership sells.`,
      'Set it right at the payment provider before the next charge. Otherwise that charge is booked as money that buys no belts until you say how many.',
    ],
    link: openOrder(view),
    reason,
  })
}

/** The mail of the outbox's kind cancelled-at-provider; the fact is as of membership-cancelled. */
export async function cancelledAtProvider(shop: Shop, fact: string): Promise<MailContent | Dropped> {
  const { membership, view } = await ownersView(shop, fact.slice(0, idLength))
  if (membership.cancelledAt?.getTime() !== Number(fact.slice(idLength + 1)))
    return { droppedBecause: 'the cancellation was taken back' }
  return renderCancelledAtProvider(shop.config, { ...view, hasEnded: membership.status === 'ended' })
}

/** Renders it from its view alone. */
export function renderCancelledAtProvider(
  sender: Sender,
  view: OwnersView & { hasEnded: boolean },
): Promise<MailContent> {
  return renderNotice(sender, {
    to: sender.supportEmail,
    subject: `Cancelled at the payment provider: ${view.orderNumber}`,
    title: 'A membership was cancelled at the provider.',
    paragraphs: [
      `Somebody cancelled the ${view.name} of ${view.buyer} at the payment provider, not in the shop. Its buyer has a mail that says so; what is paid still ships.`,
      view.hasEnded
        ? 'If it was a mistake, ask them to join again: a subscription that has ended can’t be taken up.'
        : 'If it was a mistake, take it back at the payment provider before the term ends: the shop follows.',
    ],
    link: openOrder(view),
    reason,
  })
}
