import { eq } from 'drizzle-orm'
import { boxes, memberships, orderItems, orders, products } from '../../db/schema.ts'
import { sentStates } from '../../domain/box.ts'
import type { CartShipping } from '../../domain/cart.ts'
import type { Dropped, MailContent } from '../outbox/renderers.ts'
import type { Shop } from '../shop.ts'
import { renderShipped } from './shipped.ts'

/** An id and the colon after it: what comes then is the tracking number. */
const idLength = 36

/** The mail of the outbox's kind box-shipped, to whoever wears the belt; the fact is "box's id:tracking number". */
export async function boxShipped(shop: Shop, fact: string): Promise<MailContent | Dropped> {
  const boxId = fact.slice(0, idLength)
  const trackingNumber = fact.slice(idLength + 1)
  const [row] = await shop.db
    .select({ box: boxes, membership: memberships, orderNumber: orders.orderNumber, belt: products.name })
    .from(boxes)
    .innerJoin(memberships, eq(boxes.membershipId, memberships.id))
    .innerJoin(orderItems, eq(memberships.orderItemId, orderItems.id))
    .innerJoin(orders, eq(orderItems.orderId, orders.id))
    .leftJoin(products, eq(boxes.productId, products.id))
    .where(eq(boxes.id, boxId))
  if (!row) return { droppedBecause: 'the box is gone' }
  const { box, membership, orderNumber, belt } = row
  if (box.trackingNumber !== trackingNumber) {
    return { droppedBecause: 'the tracking number was changed before the mail left' }
  }
  if (!sentStates.includes(box.state)) {
    return { droppedBecause: `the box was ${box.state} before the mail left` }
  }
  const { isGift, memberEmail, payerEmail } = membership
  const to = isGift ? memberEmail : (memberEmail ?? payerEmail)
  if (!to) return { droppedBecause: 'nobody left an e-mail address for it' }
  const address = (box.shipTo ?? membership.address) as Partial<CartShipping>
  return renderShipped(shop.config, {
    to,
    orderNumber,
    recipientName: address.fullName ?? '',
    ...(belt ? { belt } : {}),
    trackingNumber,
    isGift,
  })
}
