import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import type { OrderView } from '../../../domain/admin/order-views.ts'
import { shopDay } from '../../billing/shop-day.ts'
import type { Shop } from '../../shop.ts'
import { audit } from '../audit.ts'
import { csvDownload } from '../csv-download.ts'
import type { Staff } from '../staff.ts'
import { findOrders } from './find-orders.ts'
import { orderViews } from './order-rows.ts'

/** Orders read at a time: what the export holds in memory, however many there are. */
const batch = 500

const columns: Record<string, (order: OrderView) => string | null> = {
  order_number: (order) => order.orderNumber,
  created_at: (order) => order.createdAt,
  status: (order) => order.status,
  customer: (order) => order.customer.username,
  purchaser_email: (order) => order.purchaserEmail,
  recipient_type: (order) => order.recipientType,
  plans: (order) => order.orderItems.map((item) => planOf(item.preferences)).join(' + '),
  subtotal_amount: (order) => order.subtotalAmount,
  discount_amount: (order) => order.discountAmount,
  promotion_code: (order) => order.promotionCode,
  tax_amount: (order) => order.taxAmount,
  total_amount: (order) => order.totalAmount,
  currency: (order) => order.currency,
  recipient_name: (order) => order.shippingInfo?.recipientName ?? null,
  address_line1: (order) => order.shippingInfo?.addressLine1 ?? null,
  address_line2: (order) => order.shippingInfo?.addressLine2 ?? null,
  city: (order) => order.shippingInfo?.city ?? null,
  state: (order) => order.shippingInfo?.state ?? null,
  zip_code: (order) => order.shippingInfo?.zipCode ?? null,
  tracking_numbers: (order) =>
    order.shippingAddresses.flatMap(({ trackingNumber }) => trackingNumber ?? []).join(' + '),
  gift_recipient_email: (order) => order.giftRecipientEmail,
  gift_delivery_date: (order) => order.giftDeliveryDate,
}

/** The orders of a filter as a file; who took it away is written down, because it is full of addresses. */
export async function exportOrders(
  shop: Shop,
  filter: AdminInput<'exportOrders'>,
  staff: Staff,
): Promise<AdminReply<'exportOrders'>> {
  await shop.db.transaction((tx) =>
    audit(tx, staff, shop.now(), {
      action: 'orders.export',
      entity: 'orders',
      entityId: 'export',
      after: filter,
    }),
  )
  return csvDownload(`orders-${shopDay(shop)}.csv`, Object.keys(columns), lines(shop, filter))
}

async function* lines(shop: Shop, filter: AdminInput<'exportOrders'>) {
  let cursor: string | undefined
  do {
    const page = await findOrders(shop, filter, batch, cursor)
    for (const order of await orderViews(shop.db, page.ids)) {
      yield Object.values(columns).map((cell) => cell(order))
    }
    cursor = page.nextCursor ?? undefined
  } while (cursor)
}

function planOf(preferences: unknown): string {
  return String((preferences as { planId?: unknown } | null)?.planId ?? '')
}
