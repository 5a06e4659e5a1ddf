import type { OrderItemView, OrderView, ShippingView } from '../../../domain/admin/order-views.ts'
import type { CartItem } from '../../../domain/cart.ts'
import { sizeAsMeasured } from '../../../domain/measured.ts'
import { formatCents } from '../../../domain/money.ts'

/** The buyer's name: the giver's, or else the recipient's; null if the order has neither. */
export function buyerName(order: OrderView): string | null {
  const given = order.orderItems.map((item) => boughtAs(item).giftDetails?.senderName)
  const isGift = order.recipientType === 'gift'
  return (isGift ? (order.giftSenderName ?? given.find(Boolean)) : order.shippingInfo?.recipientName) || null
}

/** "594.00" as "$594.00"; a dash for staff who can't see it. */
export function dollars(amount: string | null): string {
  return amount === null ? '—' : formatCents(Math.round(Number(amount) * 100))
}

/** The cart item as bought, as far as it is stored. */
export function boughtAs(item: OrderItemView): Partial<CartItem> {
  return (item.preferences ?? {}) as Partial<CartItem>
}

/** "6 Months", else "Belt". */
export function planLabel(item: OrderItemView): string {
  return boughtAs(item).planName ?? 'Belt'
}

/** "Self, gift": the kinds of recipients, each once. */
export function forWhom(order: OrderView): string {
  const kinds = order.orderItems.map((item) => boughtAs(item).recipientType ?? order.recipientType)
  const words = [...new Set(kinds.length > 0 ? kinds : [order.recipientType])].join(', ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** "Maya Ellison, 418 Alder Street, Portland, OR 97209". */
export function addressLabel(address: ShippingView): string {
  const { recipientName, addressLine1, addressLine2, city, state, zipCode } = address
  return [recipientName, addressLine1, addressLine2, city, `${state} ${zipCode}`].filter(Boolean).join(', ')
}

const styleNames: Record<string, string> = { dress: 'Dress', casual: 'Casual', stretch: 'Stretch' }

/** "Dress, Casual; size 36". */
export function preferenceLabel(item: OrderItemView): string {
  const { styles = [], size, measured } = boughtAs(item)
  const chosen = styles.map((style) => styleNames[style] ?? style).join(', ')
  const sized = size && /^\d+$/.test(size) ? `size ${sizeAsMeasured(size, measured)}` : size
  return [chosen, sized].filter(Boolean).join('; ')
}
