import { asc, eq } from 'drizzle-orm'
import { orderItems, orders } from '../../db/schema.ts'
import { calendarDateIn, formatDate, formatDay } from '../../domain/calendar-date.ts'
import { type CartItem, giftNoticeDay } from '../../domain/cart.ts'
import { addressText, beltsText } from '../../domain/cart-text.ts'
import { dropName, firstDrop, nextCharge, shipBy } from '../../domain/drop.ts'
import { formatCents } from '../../domain/money.ts'
import { findPlan } from '../../domain/plan.ts'
import { isCalifornia } from '../../domain/tax.ts'
import type { Shop } from '../shop.ts'

/** What the confirmation says of one item; every word is ready to be shown. */
export type OrderItemView = { plan: string; amount: string; whom: string; facts: string[] }

/** The confirmation's content, without markup. */
export type OrderView = {
  to: string
  orderNumber: string
  headline: string
  summary: string
  preview: string
  items: OrderItemView[]
  subtotal: string
  /** null where no tax was due */
  tax: string | null
  total: string
}

/**
 * Loads an order for its confirmation mail. Days are those of the shop's time zone on the day of the order.
 * @throws Error when the order is gone or has no email, so that the outbox keeps the row and shows it
 */
export async function loadOrderView(shop: Shop, orderId: string): Promise<OrderView> {
  const [order] = await shop.db.select().from(orders).where(eq(orders.id, orderId))
  if (!order) throw new Error(`order ${orderId} is gone`)
  if (!order.purchaserEmail) throw new Error(`order ${order.orderNumber} has no email`)
  const rows = await shop.db
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(orderItems.position))
  const carts = rows.map((row) => row.preferences as CartItem)
  const today = calendarDateIn(shop.config.timeZone, order.createdAt)
  const drop = firstDrop(today)
  const firstBelt = `The first belt is in the ${dropName(drop)} drop and ships by ${formatDay(shipBy(drop))}.`
  return {
    to: order.purchaserEmail,
    orderNumber: order.orderNumber,
    headline: headlineOf(carts),
    summary: `Order ${order.orderNumber}, ${formatDate(today)}. ${firstBelt}`,
    preview: firstBelt,
    items: rows.map((row, index) => itemView(carts[index]!, row.priceCents, today)),
    subtotal: formatCents(order.subtotalCents),
    tax: order.taxCents > 0 ? formatCents(order.taxCents) : null,
    total: formatCents(order.totalCents),
  }
}

function headlineOf(carts: CartItem[]): string {
  const buyer = carts.map((cart) =>
    cart.recipientType === 'gift' ? cart.giftDetails?.senderName : cart.shippingDetails?.fullName,
  )
  const first = (buyer.find((name) => name?.trim()) ?? '').trim().split(/\s+/)[0]
  const thanks = first ? `Thank you, ${first}.` : 'Thank you.'
  if (carts.length > 1) return `${thanks} ${carts.length} people are in the club.`
  const [only] = carts
  if (only?.recipientType !== 'gift') return `${thanks} You are in the club.`
  return `${thanks} ${only.shippingDetails?.fullName.trim() || 'Your recipient'} is in the club.`
}

function itemView(cart: CartItem, amountCents: number, today: string): OrderItemView {
  const plan = findPlan(cart.planId)
  const isGift = cart.recipientType === 'gift'
  const months = plan?.months ?? 1
  const noticeDay = giftNoticeDay(cart)
  const ending = isGift
    ? `Ends after ${months === 1 ? 'one belt' : `${months} belts`}. A gift never renews`
    : `Renews ${formatDate(nextCharge(today, months))} at ${formatCents(amountCents)}${plusTax(cart)}, until you cancel`
  return {
    plan: plan?.name ?? cart.planName,
    amount: formatCents(amountCents),
    whom: isGift ? `Gift for ${cart.shippingDetails?.fullName ?? ''}` : 'For you',
    facts: [
      beltsText(cart),
      addressText(cart),
      ...(noticeDay
        ? [`Notice on ${formatDate(noticeDay)} at 9:00, to ${cart.giftDetails?.recipientEmail}`]
        : []),
      ending,
    ],
  }
}

// The amount of the next charge depends on where the belts go by then; today's address says whether tax is due at all.
function plusTax(cart: CartItem): string {
  return isCalifornia(cart.shippingDetails?.state ?? '') ? ' plus tax' : ''
}
