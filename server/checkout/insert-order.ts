import { randomInt } from 'node:crypto'
import { eq, ne, or, sql } from 'drizzle-orm'
import { builtOnce, prepareParts } from '../../db/built-once.ts'
import { type Database, insertRows, rowsAsJson, type Transaction } from '../../db/database.ts'
import { checkoutStatus } from '../../db/schema/states.ts'
import {
  boxes,
  checkouts,
  membershipPayments,
  memberships,
  orderItems,
  orders,
  outbox,
  people,
  shippingInfo,
} from '../../db/schema.ts'
import { calendarDateIn } from '../../domain/calendar-date.ts'
import { type CartItem, giftNote, giftNoticeDay, hasGift, needsStyleSelection } from '../../domain/cart.ts'
import { freeReference } from '../../domain/checkout.ts'
import { isCreditCode } from '../../domain/credit.ts'
import { newId } from '../../domain/id.ts'
import type { OfflinePaymentMethod } from '../../domain/manual-order.ts'
import { personKey } from '../../domain/membership.ts'
import { newOrderNumber } from '../../domain/order.ts'
import { calendarOf } from '../ledger/drop-calendar.ts'
import type { Snapshot } from '../ledger/snapshot.ts'
import { mailRow } from '../outbox/enqueue-mail.ts'
import type { PaymentState } from '../shop/payment-states.ts'
import type { Shop } from '../shop/shop.ts'
import { type KnownCheckout, monthsMoved } from './find-checkout.ts'
import { membershipRows } from './membership-rows.ts'

export type PaidCheckout = {
  known: KnownCheckout
  payment: Pick<PaymentState, 'amountCents' | 'paidAt' | 'payerEmail'> & {
    intentId: string | null
    customerId: string | null
    /** the provider's bill, if somebody settled that by hand; `isTransfer`: the money isn't at the provider */
    invoiceId?: string
    isTransfer?: boolean
  }
  /** the purchaser's email as typed beside the payment */
  typedEmail: string | undefined
  /** subscriptions that already exist at the provider, by item position */
  subscriptionIds: Map<number, string>
  /**
   * set for an order that wasn't paid through the provider: its reference, and how it was paid (null: free); it never renews
   */
  manual?: { reference: string; paidBy: OfflinePaymentMethod | null }
}

/** Order numbers to try for one order: with 29^8 of them, even a second try is rare. */
const maxNumbers = 3

/**
 * Writes everything a paid checkout becomes in one statement, and so in one transaction: it claims the checkout and inserts
 * order, items, addresses, memberships, boxes and the email to the buyer, or nothing.
 * @returns null if the checkout already has an order, or if the owner has moved a month since `known` was read: read it
 *   again
 */
export async function insertOrder(shop: Shop, paid: PaidCheckout) {
  for (let tried = 1; ; tried++) {
    const rows = orderRows(shop, paid)
    try {
      const claimed = await writeOrder(shop.db, shop, paid.known, rows)
      return claimed ? rows : null
    } catch (error) {
      if (tried === maxNumbers || !isNumberTaken(error)) throw error
    }
  }
}

function isNumberTaken(error: unknown): boolean {
  const { code, constraint } = ((error as Error).cause ?? error) as { code?: string; constraint?: string }
  return code === '23505' && constraint === 'orders_order_number_unique'
}

type OrderRows = ReturnType<typeof orderRows>

function orderRows(shop: Shop, { known, payment, typedEmail, subscriptionIds, manual }: PaidCheckout) {
  const { checkout } = known
  const { items } = checkout.snapshot as Snapshot
  const carts = items.map((item) => item.cart)
  const gift = carts.find((cart) => cart.recipientType === 'gift')
  const paidAt = payment.paidAt ?? shop.now()
  const paidOn = calendarDateIn(shop.config.timeZone, paidAt)
  const calendar = calendarOf(known.dropRows, shop.config.timeZone)
  // The email typed beside the payment, else the payment's own, else the quiz's: an order made by a webhook needs a buyer
  // too.
  const purchaserEmail = typedEmail ?? payment.payerEmail ?? carts[0]?.shippingDetails?.email ?? null
  const order = {
    id: newId(),
    orderNumber: newOrderNumber((limit) => randomInt(limit)),
    subscriptionPlanId: known.planRowId,
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
    // The status its new boxes will have, so that no trigger has to write it again.
    boxesStatus: 'pending' as const,
    isPaid: true,
    createdAt: paidAt,
  }
  const itemRows = items.map((item, position) => ({
    id: newId(),
    orderId: order.id,
    priceCents: item.amountCents,
    discountCents: item.discountCents ?? 0,
    taxCents: item.taxCents,
    preferences: item.cart,
    position,
  }))
  const members = items.map((item, position) =>
    membershipRows({
      orderItemId: itemRows[position]!.id,
      item,
      ...{ paidOn, calendar, paidAt, isPaidByCredit: isCreditCode(checkout.promotionCode) },
      reference: `${manual?.reference ?? payment.intentId ?? payment.invoiceId ?? freeReference(checkout.id)}:${position}`,
      isTransfer: payment.isTransfer ?? false,
      manual: manual ?? null,
      subscriptionId: subscriptionIds.get(position) ?? null,
      customerId: payment.customerId,
      intentId: payment.amountCents > 0 ? payment.intentId : null,
      payerEmail: purchaserEmail,
      agreedFrom: checkout.consent?.from ?? null,
    }),
  )
  return { order, items: itemRows, addresses: addressRows(carts, order.id, itemRows), members }
}

function addressRows(carts: readonly CartItem[], orderId: string, items: readonly { id: string }[]) {
  return carts.flatMap(({ shippingDetails: address }, position) =>
    address
      ? {
          orderId,
          orderItemId: items[position]!.id,
          recipientName: address.fullName.trim(),
          email: address.email.trim(),
          addressLine1: address.address.trim(),
          addressLine2: address.address2?.trim() || null,
          city: address.city.trim(),
          state: address.state.trim(),
          zipCode: address.zipCode.trim(),
        }
      : [],
  )
}

/** A paid checkout becomes an order even if it was abandoned; a free one only while it is open. */
const isStillTakeable = or(ne(checkouts.kind, 'free'), eq(checkouts.status, 'open'))

/** @returns whether this statement claimed the checkout */
async function writeOrder(
  db: Database | Transaction,
  shop: Shop,
  { checkout, monthsMoved: known }: KnownCheckout,
  { order, items, addresses, members }: OrderRows,
): Promise<boolean> {
  const { payload: _, ...mail } = mailRow(shop.now(), {
    kind: 'order-confirmation',
    about: { orderId: order.id },
  })
  // Keys are sorted, so that two simultaneous orders for the same two people don't deadlock.
  const keys = [...new Set((checkout.snapshot as Snapshot).items.map(({ cart }) => personKey(cart)))].sort()
  const rows = {
    orders: [order],
    items,
    addresses,
    memberships: members.map((member) => member.membership),
    payments: members.map((member) => member.payment),
    boxes: members.flatMap((member) => member.boxes),
    mails: [mail],
  }
  const write = addresses.length > 0 ? orderOnce : orderWithoutAddress
  const claimed = await write(db, rows).execute({
    orderId: order.id,
    checkoutId: checkout.id,
    monthsMoved: known,
    people: JSON.stringify(keys),
    orders: rowsAsJson(orders, rows.orders),
    items: rowsAsJson(orderItems, items),
    addresses: rowsAsJson(shippingInfo, addresses),
    memberships: rowsAsJson(memberships, rows.memberships),
    payments: rowsAsJson(membershipPayments, rows.payments),
    boxes: rowsAsJson(boxes, rows.boxes),
    mails: rowsAsJson(outbox, rows.mails),
  })
  return claimed.length > 0
}

type Written = {
  orders: OrderRows['order'][]
  items: OrderRows['items']
  addresses: OrderRows['addresses']
  memberships: OrderRows['members'][number]['membership'][]
  payments: OrderRows['members'][number]['payment'][]
  boxes: OrderRows['members'][number]['boxes']
  mails: Omit<ReturnType<typeof mailRow>, 'payload'>[]
}

const orderOnce = builtOnce((db, rows: Written) => prepareParts(db, orderParts(rows), 'claimed'))
const orderWithoutAddress = builtOnce((db, rows: Written) => {
  const { made_addresses: _, ...parts } = orderParts(rows)
  return prepareParts(db, parts, 'claimed')
})

function orderParts(rows: Written) {
  const from = (sent: keyof Written) => ({ given: sql`claimed`, sent: sql.placeholder(sent) })
  const theirs = {
    join: sql`join made_people p on p.key = r.person`,
    joined: { personId: sql`p.id` },
  }
  return {
    // Clearing checked_at makes the reconciler pick the checkout up right away if this process dies now. The owner's dates
    // were read earlier: moving a month waits for orders being written and then moves them too, so an order based on older
    // dates must not be written afterwards (server/admin/drops/move-some.ts). A free checkout must still be open: once
    // abandoned, its code may be someone else's.
    claimed: sql`update ${checkouts} set status = ${checkoutStatus.to('completing', checkouts.status)},
      order_id = ${sql.placeholder('orderId')}, checked_at = null, updated_at = now()
      where id = ${sql.placeholder('checkoutId')} and order_id is null and ${monthsMoved} = ${sql.placeholder('monthsMoved')}
        and ${isStillTakeable} returning id`,
    // Existing people are updated too, since only then does the statement return their ids.
    made_people: sql`insert into ${people} (key) select k.key from claimed
      cross join jsonb_array_elements_text(${sql.placeholder('people')}::jsonb) k(key)
      on conflict (key) do update set key = excluded.key returning id, key`,
    made_order: insertRows(orders, rows.orders, from('orders')),
    made_items: insertRows(orderItems, rows.items, from('items')),
    made_addresses: insertRows(shippingInfo, rows.addresses, from('addresses')),
    made_memberships: insertRows<typeof memberships, 'personId'>(memberships, rows.memberships, {
      ...from('memberships'),
      ...theirs,
    }),
    made_payments: insertRows(membershipPayments, rows.payments, from('payments')),
    made_boxes: insertRows<typeof boxes, 'personId'>(boxes, rows.boxes, { ...from('boxes'), ...theirs }),
    made_mail: sql`${insertRows(outbox, rows.mails, from('mails'))} on conflict do nothing`,
  }
}
