import { asc, eq } from 'drizzle-orm'
import {
  boxes,
  exchanges,
  membershipPayments,
  memberships,
  orderItems,
  orders,
  refunds,
} from '../../db/schema.ts'
import { type Drop, dropName } from '../../domain/drop.ts'
import { subjectOf } from '../../domain/mail-subjects.ts'
import { formatCents } from '../../domain/money.ts'
import { bankTime } from '../../domain/term-words.ts'
import type { Dropped, MailContent } from '../shop/mailer.ts'
import type { Shop } from '../shop/shop.ts'
import { type Sender, senderOf } from './layout.tsx'
import { loadMembershipView, membershipReason, taxRows } from './membership-view.ts'
import { manageLink, renderNotice } from './notice.tsx'

export type RefundView = {
  to: string
  name: string
  drops: Drop[]
  /** why shipped belts are refunded; null: they won't ship */
  because?: 'came-back' | 'broke' | 'lost' | null
  amountCents: number
  taxCents: number
  taxState: string | null
  /** the reason, if it wasn't for boxes */
  reason: string | null
}

/** Writes the refund-made email. @param subjectId the refund's id, with the number of the try after the first */
export async function refundMade(shop: Shop, subjectId: string): Promise<MailContent | Dropped> {
  const { refund, ...view } = await loadRefund(shop, subjectId)
  if (refund.status === 'failed') return { droppedBecause: 'the refund failed' }
  return renderRefundMade(senderOf(shop), view)
}

async function loadRefund(shop: Shop, subjectId: string) {
  const { refundId } = subjectOf('refund-made', subjectId)
  const [row] = await shop.db
    .select({
      refund: refunds,
      payment: membershipPayments,
    })
    .from(refunds)
    .innerJoin(membershipPayments, eq(refunds.paymentId, membershipPayments.id))
    .where(eq(refunds.id, refundId))
  if (!row) throw new Error(`refund ${refundId} is gone`)
  const given = await shop.db
    .select({ drop: boxes.drop, state: boxes.state })
    .from(boxes)
    .where(eq(boxes.refundId, refundId))
    .orderBy(asc(boxes.drop))
  const { membershipId, shipState } = row.payment
  const { to, name, taxState } = await loadMembershipView(shop, membershipId, row.payment)
  const { amountCents, taxCents, reason } = row.refund
  return {
    refund: row.refund,
    membershipId,
    to,
    name,
    drops: given.map((box) => box.drop),
    because: given.some((box) => box.state === 'returned') ? await whyOf(shop, refundId) : null,
    amountCents,
    taxCents,
    taxState: shipState ?? taxState,
    reason,
  }
}

async function whyOf(shop: Shop, refundId: string): Promise<NonNullable<RefundView['because']>> {
  const [exchange] = await shop.db
    .select({ kind: exchanges.kind })
    .from(exchanges)
    .where(eq(exchanges.refundId, refundId))
  if (exchange?.kind === 'damaged') return 'broke'
  return exchange?.kind === 'lost' ? 'lost' : 'came-back'
}

/** Writes the refund-failed email, to the buyer. @param subjectId as for refund-made */
export async function refundFailed(shop: Shop, subjectId: string): Promise<MailContent | Dropped> {
  const { refund, ...view } = await loadRefund(shop, subjectId)
  if (refund.status !== 'failed') return { droppedBecause: `the refund is ${refund.status}` }
  return renderRefundFailed(senderOf(shop), view)
}

export function renderRefundFailed(sender: Sender, view: RefundView): Promise<MailContent> {
  const total = formatCents(view.amountCents + view.taxCents)
  return renderNotice(sender, {
    to: view.to,
    subject: `Your refund of ${total} didn’t go through`,
    title: `${total} came back to us.`,
    paragraphs: [
      `Your bank didn’t accept the refund for your ${view.name}. Usually that means the card is closed. The money’s still yours.`,
      'We’ll find another way to pay you and write to you about it. If there’s a way you’d prefer, just reply to this email.',
    ],
    ...manageLink(sender),
    reason: membershipReason,
  })
}

/** Writes the refund-stuck email, to the owner. @param subjectId as for refund-made */
export async function refundStuck(shop: Shop, subjectId: string): Promise<MailContent | Dropped> {
  const { refund, membershipId, ...view } = await loadRefund(shop, subjectId)
  if (refund.status !== 'failed') return { droppedBecause: `the refund is ${refund.status}` }
  const [order] = await shop.db
    .select({ id: orders.id, number: orders.orderNumber })
    .from(orders)
    .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
    .innerJoin(memberships, eq(memberships.orderItemId, orderItems.id))
    .where(eq(memberships.id, membershipId))
  return renderRefundStuck(senderOf(shop), {
    totalCents: view.amountCents + view.taxCents,
    orderNumber: order?.number ?? '',
    orderLink: `${shop.config.publicUrl}/admin/orders/${order?.id}`,
    buyer: view.to,
    why: refund.lastError ?? 'The provider didn’t say why.',
  })
}

export type StuckView = {
  totalCents: number
  orderNumber: string
  orderLink: string
  buyer: string
  why: string
}

export function renderRefundStuck(sender: Sender, view: StuckView): Promise<MailContent> {
  const total = formatCents(view.totalCents)
  return renderNotice(sender, {
    to: sender.supportEmail,
    subject: `A refund of ${total} did not go through: ${view.orderNumber}`,
    title: 'A refund needs your help.',
    paragraphs: [
      `${total} of order ${view.orderNumber} couldn’t be refunded to ${view.buyer}. The payment provider says: ${view.why}`,
      'The shop won’t retry it on its own. Open the order to try again, or pay it another way and record that there.',
    ],
    link: { words: 'Open the order', href: view.orderLink },
    reason: 'You’re getting this email because this is the shop’s support address.',
  })
}

const whyWords = {
  'came-back': ', which came back to us.',
  broke: ' under its warranty. No need to send it back.',
  lost: ', which never reached you.',
}

export function renderRefundMade(sender: Sender, view: RefundView): Promise<MailContent> {
  const total = formatCents(view.amountCents + view.taxCents)
  const isOne = view.drops.length === 1
  const count = isOne ? 'One belt' : `${view.drops.length} belts`
  const isTaxOnly = view.amountCents === 0
  const which = view.drops.map((drop) => `${dropName(drop)} ${drop.slice(0, 4)}`)
  return renderNotice(sender, {
    to: view.to,
    subject: `Your refund of ${total}`,
    title: `${total} is on its way back to you.`,
    paragraphs: [
      view.drops.length === 0
        ? `We’ve refunded ${isTaxOnly ? 'the sales tax on' : 'part of what you paid for'} your ${view.name}.${view.reason ? ` Why: ${view.reason}` : ''} The belts you’ve paid for ship as planned.`
        : `We’ve refunded ${isOne ? 'one belt' : count} of your ${view.name}${view.because ? whyWords[view.because] : `. ${isOne ? 'It' : 'They'} won’t ship.`}`,
      `It can take your bank ${bankTime} to show it on your card.`,
    ],
    ...(which.length > 0 ? { list: { head: count, lines: which } } : {}),
    rows: [
      ...(isTaxOnly
        ? []
        : [{ name: which.length > 0 ? 'Belts' : view.name, amount: formatCents(view.amountCents) }]),
      ...taxRows(view.taxCents, view.taxState),
      { name: 'Refunded', amount: total, isTotal: true },
    ],
    ...manageLink(sender),
    reason: membershipReason,
  })
}
