import { asc, eq } from 'drizzle-orm'
import { orderItems, orders } from '../../db/schema.ts'
import { calendarDateIn, formatDate, formatDay } from '../../domain/calendar-date.ts'
import type { CartItem } from '../../domain/cart.ts'
import { dropName, firstDrop, shipBy } from '../../domain/drop.ts'
import { formatCents } from '../../domain/money.ts'
import type { Shop } from '../shop.ts'
import { headlineOf } from './headline.ts'
import { itemView, type OrderItemView } from './item-view.ts'

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
  /** true where the buyer has something to cancel */
  renews: boolean
}

type OrderRow = Pick<
  typeof orders.$inferSelect,
  'orderNumber' | 'createdAt' | 'subtotalCents' | 'taxCents' | 'totalCents'
> & { purchaserEmail: string }
type ItemRow = Pick<typeof orderItems.$inferSelect, 'priceCents' | 'preferences'>

/**
 * Loads an order for its confirmation mail. Days are those of the shop's time zone on the day of the order.
 * @throws Error when the order is gone or has no email, so that the outbox keeps the row and shows it
 */
export async function loadOrderView(shop: Shop, orderId: string): Promise<OrderView> {
  const [order] = await shop.db.select().from(orders).where(eq(orders.id, orderId))
  if (!order) throw new Error(`order ${orderId} is gone`)
  const { purchaserEmail } = order
  if (!purchaserEmail) throw new Error(`order ${order.orderNumber} has no email`)
  const rows = await shop.db
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(orderItems.position))
  return orderView({ ...order, purchaserEmail }, rows, shop.config.timeZone)
}

/** The view of an order's rows, items in the cart's order. */
export function orderView(order: OrderRow, rows: ItemRow[], timeZone: string): OrderView {
  const carts = rows.map((row) => row.preferences as CartItem)
  const placed = { at: order.createdAt, on: calendarDateIn(timeZone, order.createdAt), timeZone }
  const firstBelt = firstBeltSentence(carts, firstDrop(placed.on))
  return {
    to: order.purchaserEmail,
    orderNumber: order.orderNumber,
    headline: headlineOf(carts),
    summary: `Order ${order.orderNumber}, ${formatDate(placed.on)}. ${firstBelt}`,
    preview: firstBelt,
    items: rows.map((row, index) => itemView(carts[index]!, row.priceCents, placed)),
    subtotal: formatCents(order.subtotalCents),
    tax: order.taxCents > 0 ? formatCents(order.taxCents) : null,
    total: formatCents(order.totalCents),
    renews: carts.some((cart) => cart.recipientType === 'self'),
  }
}

// Once for the whole order: whatever is paid on one day begins with the same drop.
function firstBeltSentence(carts: CartItem[], drop: string): string {
  const where = `in the ${dropName(drop)} drop`
  const when = formatDay(shipBy(drop))
  if (carts.length > 1) return `The first belts are ${where} and ship by ${when}.`
  const whose = carts[0]?.recipientType === 'gift' ? 'The' : 'Your'
  return `${whose} first belt is ${where} and ships by ${when}.`
}
