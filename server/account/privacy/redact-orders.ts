import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Transaction } from '../../../db/database.ts'
import {
  boxes,
  checkouts,
  delays,
  demoParcels,
  exchangePhotos,
  exchanges,
  memberships,
  orderItems,
  orderNotes,
  orders,
  parcels,
  people,
  reviews,
  sharedStraps,
  shippingInfo,
} from '../../../db/schema.ts'
import { redactCart } from '../../../domain/membership-view.ts'
import { catalogChanged } from '../../catalog/catalog-changed.ts'
import type { Snapshot } from '../../ledger/snapshot.ts'
import type { Ties } from './find-personal-records.ts'

type Tied = Ties['items'][number]

/** Replaces a name or street in an order. */
const gone = '(deleted)'

/** Removes the person from orders, memberships and boxes. Triggers update the words the admin searches orders by. */
export async function redactOrders(tx: Transaction, ties: Ties) {
  for (const tied of ties.items) await redactItem(tx, tied)
  const orderIds = ties.orders.map(({ id }) => id)
  if (orderIds.length === 0) return
  await tx
    .update(orders)
    .set({ purchaserEmail: null, giftSenderName: null, giftMessage: null, giftNote: null })
    .where(inArray(orders.id, orderIds))
  await tx.delete(orderNotes).where(inArray(orderNotes.orderId, orderIds))
}

async function redactItem(tx: Transaction, tied: Tied) {
  const { membership, item, isPayer, isWearer, isOfOrder, isFirstWearer } = tied
  // After a handover, the buyer counts as the payer and, unless it was a gift, as the wearer.
  const isHandedOver = membership.theirsSince !== null
  const whose = isHandedOver
    ? { isPayer: isOfOrder, isWearer: (isOfOrder && !membership.isGift) || isFirstWearer }
    : { isPayer, isWearer }
  const cart = item.preferences
  if (cart && (isOfOrder || isFirstWearer)) {
    await tx
      .update(orderItems)
      .set({ preferences: redactCart(cart, whose) })
      .where(eq(orderItems.id, item.id))
    await redactCheckout(tx, item, whose)
  }
  const { state, ...place } = membership.address
  if (isPayer || isWearer)
    await tx
      .update(memberships)
      .set({
        ...(isPayer && { payerEmail: null }),
        ...(isPayer && membership.isGift && { address: { ...place, state, email: '' } }),
        ...(isWearer && { memberEmail: null, measuredInches: null, address: { state } }),
      })
      .where(eq(memberships.id, membership.id))
  if (isPayer && membership.isGift) {
    await tx.update(shippingInfo).set({ email: gone }).where(eq(shippingInfo.orderItemId, item.id))
  }
  if (isHandedOver && isOfOrder && !isWearer && !membership.isGift) await redactShipping(tx, item.id)
  if (isFirstWearer) {
    await redactShipping(tx, item.id)
    await redactRecipient(tx, item.orderId)
  }
  if (!isWearer) return
  await tx.delete(sharedStraps).where(eq(sharedStraps.membershipId, membership.id))
  const sent = await tx
    .update(boxes)
    .set({ shipTo: null })
    .where(and(eq(boxes.membershipId, membership.id), eq(boxes.personId, membership.personId)))
    .returning({ id: boxes.id })
  await redactSent(
    tx,
    sent.map(({ id }) => id),
  )
  if (isOfOrder) await redactShipping(tx, item.id)
  // Without its key, no one who buys later gets this history.
  await tx
    .update(people)
    .set({ key: sql`'deleted:' || ${people.id}` })
    .where(eq(people.id, membership.personId))
  if (membership.isGift && isOfOrder) await redactRecipient(tx, item.orderId)
}

async function redactRecipient(tx: Transaction, orderId: string) {
  await tx
    .update(orders)
    .set({ giftRecipientName: null, giftRecipientEmail: null, giftNote: null, giftMessage: null })
    .where(eq(orders.id, orderId))
}

/** Removes what a wearer said and sent about these boxes, and the labels with their address. */
export async function redactSent(tx: Transaction, boxIds: string[]) {
  if (boxIds.length === 0) return
  await tx
    .update(exchanges)
    .set({ details: '', note: '', answer: '' })
    .where(inArray(exchanges.boxId, boxIds))
  await tx.delete(exchangePhotos).where(inArray(exchangePhotos.boxId, boxIds))
  await tx
    .update(delays)
    .set({ answeredBy: null })
    .where(and(inArray(delays.boxId, boxIds), ne(delays.answeredBy, 'silence')))
  const gone = await tx.delete(reviews).where(inArray(reviews.boxId, boxIds)).returning()
  if (gone.some(({ state }) => state === 'published')) await catalogChanged(tx)
  const labels = await tx
    .update(parcels)
    .set({ pdf: null, qr: null, suggestion: null })
    .where(inArray(parcels.boxId, boxIds))
    .returning({ id: parcels.id })
  const references = labels.map(({ id }) => id)
  if (references.length > 0) await tx.delete(demoParcels).where(inArray(demoParcels.reference, references))
}

async function redactShipping(tx: Transaction, orderItemId: string) {
  const empty = { recipientName: gone, email: gone, addressLine1: gone, addressLine2: null }
  await tx
    .update(shippingInfo)
    .set({ ...empty, city: gone, zipCode: gone })
    .where(eq(shippingInfo.orderItemId, orderItemId))
}

async function redactCheckout(
  tx: Transaction,
  { orderId, position }: Tied['item'],
  whose: { isPayer: boolean; isWearer: boolean },
) {
  const [checkout] = await tx.select().from(checkouts).where(eq(checkouts.orderId, orderId))
  if (!checkout) return
  const { items, ...rest } = checkout.snapshot as Snapshot
  const redacted = items.map((each, place) =>
    place === position ? { ...each, cart: redactCart(each.cart, whose) } : each,
  )
  await tx
    .update(checkouts)
    .set({
      snapshot: { ...rest, items: redacted },
      ...(whose.isPayer && { purchaserEmail: null, emailKey: null }),
    })
    .where(eq(checkouts.id, checkout.id))
}
