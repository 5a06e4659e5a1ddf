import { randomInt } from 'node:crypto'
import { eq, inArray } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import {
  type checkouts,
  orderItems,
  orders,
  outbox,
  shippingInfo,
  subscriptionPlans,
} from '../../db/schema.ts'
import { type CalendarDate, calendarDateIn } from '../../domain/calendar-date.ts'
import { type CartItem, giftNoticeDay, hasGift, needsStyleSelection } from '../../domain/cart.ts'
import { firstDrop } from '../../domain/drop.ts'
import { personKey } from '../../domain/membership.ts'
import { newOrderNumber } from '../../domain/order.ts'
import { oneLine } from '../../domain/slug.ts'
import { isCreditCode } from '../credit/store-credit.ts'
import { dropCalendar } from '../ledger/drop-calendar.ts'
import type { Snapshot } from '../ledger/snapshot.ts'
import type { PaymentState } from '../shop/payments.ts'
import type { Shop } from '../shop/shop.ts'
import { addPeople, insertMembership } from './insert-membership.ts'

export type PaidCheckout = {
  checkout: typeof checkouts.$inferSelect
  payment: PaymentState
  /** the purchaser's email as typed beside the payment */
  typedEmail: string | undefined
  /** what renews at the provider already, by the item's place */
  subscriptionIds: Map<number, string>
  /** the day of the next charge where the provider has said it; null: a term after the payment */
  paidUntil: CalendarDate | null
}

/**
 * Writes everything that a paid checkout becomes, in the caller's transaction: order, items, addresses, memberships,
 * boxes and the mail to the buyer. Returns the order's id. Call it only with the checkout's row locked.
 */
export async function insertOrder(
  tx: Transaction,
  shop: Shop,
  { checkout, payment, typedEmail, subscriptionIds, paidUntil }: PaidCheckout,
): Promise<string> {
  const { items } = checkout.snapshot as Snapshot
  const carts = items.map((item) => item.cart)
  const gift = carts.find((cart) => cart.recipientType === 'gift')
  const paidAt = payment.paidAt ?? shop.now()
  const planRows = await tx
    .select({ id: subscriptionPlans.id, planId: subscriptionPlans.planId })
    .from(subscriptionPlans)
    .where(
      inArray(
        subscriptionPlans.planId,
        items.map((item) => item.planId),
      ),
    )
  // Typed beside the payment, else what travelled with it, else the quiz's: a webhook's order has a buyer too.
  const purchaserEmail = typedEmail ?? payment.payerEmail ?? carts[0]?.shippingDetails?.email ?? null
  const [order] = await tx
    .insert(orders)
    .values({
      orderNumber: await freeOrderNumber(tx),
      subscriptionPlanId: planRows.find((row) => row.planId === items[0]?.planId)?.id ?? null,
      subtotalCents: checkout.subtotalCents,
      discountCents: checkout.discountCents,
      promotionCode: checkout.promotionCode,
      taxCents: checkout.taxCents ?? 0,
      totalCents: payment.amountCents,
      stripePaymentIntentId: payment.intentId,
      stripeSubscriptionId: items.length === 1 ? (subscriptionIds.get(0) ?? null) : null,
      stripeCustomerId: payment.customerId,
      purchaserEmail,
      recipientType: hasGift(carts) ? 'gift' : 'self',
      giftRecipientName: gift?.shippingDetails?.fullName ?? null,
      giftRecipientEmail: gift?.giftDetails?.recipientEmail ?? null,
      giftSenderName: gift?.giftDetails?.senderName ?? null,
      giftDeliveryDate: gift ? giftNoticeDay(gift) : null,
      giftNote: giftNote(carts),
      giftMessage: gift?.giftDetails?.giftMessage ?? null,
      needsStyleSelection: carts.some(needsStyleSelection),
      // What its boxes, which come next, will say: no trigger has to write it again.
      boxesStatus: 'pending',
      isPaid: true,
      createdAt: paidAt,
    })
    .returning({ id: orders.id })
  const orderId = order!.id
  const paidOn = calendarDateIn(shop.config.timeZone, paidAt)
  const calendar = await dropCalendar(tx, shop.config.timeZone, firstDrop(paidOn))
  const isPaidByCredit = await isCreditCode(tx, checkout.promotionCode)
  const personIds = await addPeople(tx, carts.map(personKey))
  for (const [position, item] of items.entries()) {
    const [row] = await tx
      .insert(orderItems)
      .values({
        orderId,
        priceCents: item.amountCents,
        discountCents: item.discountCents ?? 0,
        taxCents: item.taxCents,
        preferences: item.cart,
        position,
      })
      .returning({ id: orderItems.id })
    await insertAddress(tx, orderId, row!.id, item)
    await insertMembership(tx, {
      orderItemId: row!.id,
      item,
      personId: personIds.get(personKey(item.cart))!,
      ...{ paidOn, calendar, paidAt, isPaidByCredit },
      reference: `${payment.intentId}:${position}`,
      subscriptionId: subscriptionIds.get(position) ?? null,
      customerId: payment.customerId,
      intentId: payment.amountCents > 0 ? payment.intentId : null,
      payerEmail: purchaserEmail,
      paidUntil,
    })
  }
  await tx
    .insert(outbox)
    .values({ kind: 'order-confirmation', subjectId: orderId, runAt: shop.now(), createdAt: shop.now() })
    .onConflictDoNothing()
  return orderId
}

async function insertAddress(
  tx: Transaction,
  orderId: string,
  orderItemId: string,
  item: Snapshot['items'][0],
) {
  const address = item.cart.shippingDetails
  if (!address) return
  await tx.insert(shippingInfo).values({
    orderId,
    orderItemId,
    recipientName: address.fullName.trim(),
    email: address.email.trim(),
    addressLine1: address.address.trim(),
    addressLine2: address.address2?.trim() || null,
    city: address.city.trim(),
    state: address.state.trim(),
    zipCode: address.zipCode.trim(),
  })
}

// Asked first because a conflict inside the transaction would undo it; 29^8 numbers make a second round rare.
async function freeOrderNumber(tx: Transaction): Promise<string> {
  for (;;) {
    const orderNumber = newOrderNumber((limit) => randomInt(limit))
    const taken = await tx.select({ id: orders.id }).from(orders).where(eq(orders.orderNumber, orderNumber))
    if (taken.length === 0) return orderNumber
  }
}

/** Who gives to whom, one line for each gift of the order: its own columns hold the first alone. */
function giftNote(carts: readonly CartItem[]): string | null {
  const gifts = carts.filter((cart) => cart.recipientType === 'gift')
  const lines = gifts.map(
    ({ shippingDetails, giftDetails }) =>
      `For ${oneLine(shippingDetails?.fullName)}, from ${oneLine(giftDetails?.senderName)}`,
  )
  return lines.join('\n') || null
}
