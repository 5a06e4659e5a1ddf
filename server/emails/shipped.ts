import { and, eq } from 'drizzle-orm'
import { boxes, memberships, orderItems, orders, products, shippingInfo } from '../../db/schema.ts'
import { sentStates } from '../../domain/box.ts'
import { subjectOf } from '../../domain/mail-subjects.ts'
import { callName, oneLine } from '../../domain/slug.ts'
import { returnWindow, usualDelivery } from '../../domain/term-words.ts'
import { trackingOf } from '../../domain/tracking.ts'
import { asSentTo, wearerEmail } from '../ledger/find-membership.ts'
import type { Dropped, MailContent } from '../shop/mailer.ts'
import type { Shop } from '../shop/shop.ts'
import { boxPictureOf, type MailPicture, type Sender, senderOf } from './layout.tsx'
import { manageLink, renderNotice } from './notice.tsx'

/** Writes the order-shipped email, to the buyer. */
export async function orderShipped(shop: Shop, subjectId: string): Promise<MailContent | Dropped> {
  const { orderId, trackingNumber } = subjectOf('order-shipped', subjectId)
  const [order] = await shop.db.select().from(orders).where(eq(orders.id, orderId))
  if (!order) throw new Error(`order ${orderId} is gone`)
  const [parcel] = await shop.db
    .select({ recipientName: shippingInfo.recipientName, preferences: orderItems.preferences })
    .from(shippingInfo)
    .leftJoin(orderItems, eq(shippingInfo.orderItemId, orderItems.id))
    .where(and(eq(shippingInfo.orderId, orderId), eq(shippingInfo.trackingNumber, trackingNumber)))
  if (!parcel) return { droppedBecause: 'the tracking number was changed before the email left' }
  if (order.status !== 'shipped' && order.status !== 'delivered') {
    return { droppedBecause: `the order was set to ${order.status} before the email left` }
  }
  if (!order.purchaserEmail) return { droppedBecause: 'the order has no email address' }
  const isGiver = (parcel.preferences as { recipientType?: unknown } | null)?.recipientType === 'gift'
  return renderShipped(senderOf(shop), {
    to: order.purchaserEmail,
    orderNumber: order.orderNumber,
    recipientName: parcel.recipientName,
    trackingNumber,
    isGift: false,
    isGiver,
  })
}

/** Writes the box-shipped email, to the wearer. */
export async function boxShipped(shop: Shop, subjectId: string): Promise<MailContent | Dropped> {
  const { boxId, trackingNumber } = subjectOf('box-shipped', subjectId)
  const [row] = await shop.db
    .select({ box: boxes, membership: memberships, orderNumber: orders.orderNumber, belt: products })
    .from(boxes)
    .innerJoin(memberships, eq(boxes.membershipId, memberships.id))
    .innerJoin(orderItems, eq(memberships.orderItemId, orderItems.id))
    .innerJoin(orders, eq(orderItems.orderId, orders.id))
    .leftJoin(products, eq(boxes.productId, products.id))
    .where(eq(boxes.id, boxId))
  if (!row) return { droppedBecause: 'the box is gone' }
  const { box, orderNumber, belt } = row
  if (box.trackingNumber !== trackingNumber) {
    return { droppedBecause: 'the tracking number was changed before the email left' }
  }
  if (!sentStates.includes(box.state)) {
    return { droppedBecause: `the box was ${box.state} before the email left` }
  }
  const membership = await asSentTo(shop.db, box, row.membership)
  const to = wearerEmail(membership)
  if (!to) return { droppedBecause: 'no one left an email address for it' }
  const address = box.shipTo ?? membership.address
  return renderShipped(senderOf(shop), {
    to,
    orderNumber,
    recipientName: address.fullName ?? '',
    ...(belt ? { belt: belt.name, ...boxPictureOf(shop, belt) } : {}),
    trackingNumber,
    isGift: membership.isGift,
  })
}

/** What the "shipped" email says: only facts of the order and the box, no amounts (club-rules.md "Ship"). */
export type ShippedView = {
  /** the reader: the recipient of a gift, or an order's buyer */
  to: string
  orderNumber: string
  /** the name on the package */
  recipientName: string
  /** "Derby Row"; absent until someone records which belt it is */
  belt?: string
  picture?: MailPicture
  trackingNumber: string
  /** true: no links to prices */
  isGift: boolean
  /** the reader paid for someone else's gift */
  isGiver?: boolean
}

export function renderShipped(sender: Sender, view: ShippedView): Promise<MailContent> {
  const { to, orderNumber, isGift } = view
  const number = oneLine(view.trackingNumber)
  const tracking = trackingOf(number)
  const name = callName(view.recipientName)
  const gift = name ? `Your gift to ${name} is on its way` : 'Your gift is on its way'
  const belt = oneLine(view.belt)
  return renderNotice(sender, {
    to,
    subject: view.isGiver ? gift : belt ? `${belt} is on its way to you` : 'Your belt is on its way',
    title: view.isGiver
      ? `${gift}.`
      : name
        ? `${name}, your belt is on its way.`
        : 'Your belt is on its way.',
    paragraphs: [
      `${belt || (view.isGiver ? 'The belt' : 'It')} left us ${tracking ? `with ${tracking.carrier}` : 'today'} and usually arrives in ${usualDelivery}.`,
    ],
    list: {
      head: 'Your package',
      lines: [
        `Tracking number ${number}`,
        `To ${oneLine(view.recipientName) || 'you'}`,
        `Order ${oneLine(orderNumber)}`,
      ],
    },
    ...(tracking ? { link: { words: `Follow it with ${tracking.carrier}`, href: tracking.link } } : {}),
    closing: [
      `Doesn’t fit, or not your style? Exchanges are free within ${returnWindow} of delivery. Just reply and tell us which size or style you’d like.`,
    ],
    ...(isGift ? {} : manageLink(sender)),
    ...(view.picture ? { pictures: [view.picture] } : {}),
    reason: view.isGiver
      ? 'You’re getting this email because you gave someone a membership.'
      : isGift
        ? 'You’re getting this email because someone gave you a membership.'
        : 'You’re getting this email because one of your belts has shipped.',
    isGift,
  })
}
