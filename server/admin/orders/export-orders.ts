import { and, asc, eq, gt, isNotNull, or } from 'drizzle-orm'
import { checkouts, orders } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import type { OrderView } from '../../../domain/admin/order-views.ts'
import { csvDownload, everyRow } from '../../documents/csv-download.ts'
import { shopDay } from '../../ledger/shop-day.ts'
import type { Snapshot } from '../../ledger/snapshot.ts'
import type { Shop } from '../../shop/shop.ts'
import { auditAlone } from '../../staff/audit.ts'
import type { Staff } from '../../staff/staff.ts'
import { findOrders, orderViews } from './list-orders.ts'

/** Rows an export reads at a time: this caps its memory use. */
const batch = 500

const consentColumns = [
  'order_number',
  'purchaser_email',
  'ordered_at',
  'checkout',
  'version',
  'agreed_at',
  'text',
]

/**
 * What every buyer of a renewing plan agreed to, as a file (club-rules.md "Renewal law"). An order paid outside our pages
 * has no consent, and its row is empty there, so the owner sees it.
 */
export async function exportConsents(
  shop: Shop,
  _input: AdminInput<'exportConsents'>,
  staff: Staff,
): Promise<AdminReply<'exportConsents'>> {
  await auditAlone(shop, staff, { action: 'consents.export', entity: 'checkouts', entityId: 'export' })
  return csvDownload(`consents-${shopDay(shop)}.csv`, consentColumns, consentLines(shop))
}

async function* consentLines(shop: Shop) {
  const rows = everyRow<Awaited<ReturnType<typeof read>>[number]>(batch, (last) => read(shop, last?.order))
  for await (const { checkout, order } of rows) {
    const consent = checkout.consent
    const renews = (checkout.snapshot as Snapshot).items.some((item) => item.cart.recipientType === 'self')
    // Orders without a provider payment don't renew.
    if (!renews || !checkout.intentId) continue
    yield [
      order.orderNumber,
      order.purchaserEmail,
      order.createdAt.toISOString(),
      checkout.id,
      consent?.version ?? null,
      consent?.agreedAt ?? null,
      consent?.text ?? null,
    ]
  }
}

function read(shop: Shop, last: { createdAt: Date; id: string } | undefined) {
  const after = last
    ? or(
        gt(orders.createdAt, last.createdAt),
        and(eq(orders.createdAt, last.createdAt), gt(orders.id, last.id)),
      )
    : undefined
  return shop.db
    .select({
      checkout: {
        id: checkouts.id,
        intentId: checkouts.intentId,
        consent: checkouts.consent,
        snapshot: checkouts.snapshot,
      },
      order: {
        id: orders.id,
        orderNumber: orders.orderNumber,
        purchaserEmail: orders.purchaserEmail,
        createdAt: orders.createdAt,
      },
    })
    .from(checkouts)
    .innerJoin(orders, eq(checkouts.orderId, orders.id))
    .where(and(isNotNull(checkouts.orderId), after))
    .orderBy(asc(orders.createdAt), asc(orders.id))
    .limit(batch)
}

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
  tags: (order) => order.tags.join(', '),
  gift_recipient_email: (order) => order.giftRecipientEmail,
  gift_delivery_date: (order) => order.giftDeliveryDate,
  // Writes the question with each answer in one cell per order: a file has one row per order, and the owner's questions
  // change from month to month.
  quiz_answers: (order) =>
    order.orderItems
      .flatMap((item) => item.preferences?.extraAnswers ?? [])
      .map(({ question, answers }) => `${question} ${answers.join(', ')}`)
      .join(' | '),
}

/** The filtered orders as a file. The audit log records who downloaded it, because it's full of addresses. */
export async function exportOrders(
  shop: Shop,
  filter: AdminInput<'exportOrders'>,
  staff: Staff,
): Promise<AdminReply<'exportOrders'>> {
  await auditAlone(shop, staff, {
    action: 'orders.export',
    entity: 'orders',
    entityId: 'export',
    after: filter,
  })
  return csvDownload(`orders-${shopDay(shop)}.csv`, Object.keys(columns), lines(shop, filter))
}

const rowId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

async function* lines(shop: Shop, { only, ...filter }: AdminInput<'exportOrders'>) {
  if (only) {
    const ids = only.split(',').filter((each) => rowId.test(each))
    for (const order of await orderViews(shop.db, ids))
      yield Object.values(columns).map((cell) => cell(order))
    return
  }
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
