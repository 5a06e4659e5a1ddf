import { and, asc, eq, gt, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { checkouts, handovers, memberships, orderItems, orders, planChanges } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import type { OrderView } from '../../../domain/admin/order-views.ts'
import type { Consent } from '../../../domain/renewal-terms.ts'
import { csvDownload, everyRow } from '../../documents/csv-download.ts'
import { payerEmail } from '../../ledger/find-membership.ts'
import type { Snapshot } from '../../ledger/snapshot.ts'
import { type Shop, shopDay } from '../../shop/shop.ts'
import { auditAlone, type Staff } from '../../staff/staff.ts'
import { findOrders } from './find-orders.ts'
import { orderViews } from './list-orders.ts'

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
 * What every buyer of a renewing plan agreed to, as a file (club-rules.md "Renewal law"), then what members agreed to since:
 * another plan, or a membership they took over. An order paid outside our pages has no consent, and its row is empty there,
 * so the owner sees it.
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
  yield* purchaseConsents(shop)
  yield* laterConsents(shop, planConsents)
  yield* laterConsents(shop, handoverConsents)
}

async function* purchaseConsents(shop: Shop) {
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

type Later = {
  id: string
  email: string | null
  orderNumber: string
  orderedAt: Date
  consent: Partial<Consent> | null
}

async function* laterConsents(shop: Shop, read: (shop: Shop, after: string | undefined) => Promise<Later[]>) {
  const rows = everyRow<Later>(batch, (last) => read(shop, last?.id))
  for await (const { id, email, orderNumber, orderedAt, consent } of rows) {
    const { version = null, agreedAt = null, text = null } = consent ?? {}
    yield [orderNumber, email, orderedAt.toISOString(), id, version, agreedAt, text]
  }
}

const ofOrder = { orderNumber: orders.orderNumber, orderedAt: orders.createdAt }

// What staff changed for someone, nobody has agreed to on our pages.
function planConsents({ db }: Shop, after: string | undefined): Promise<Later[]> {
  return db
    .select({
      ...{ id: planChanges.id, consent: planChanges.consent, ...ofOrder },
      email: payerEmail(planChanges.createdAt),
    })
    .from(planChanges)
    .innerJoin(memberships, eq(planChanges.membershipId, memberships.id))
    .innerJoin(orderItems, eq(memberships.orderItemId, orderItems.id))
    .innerJoin(orders, eq(orderItems.orderId, orders.id))
    .where(and(isNull(planChanges.username), after ? gt(planChanges.id, after) : undefined))
    .orderBy(asc(planChanges.id))
    .limit(batch)
}

function handoverConsents({ db }: Shop, after: string | undefined): Promise<Later[]> {
  return db
    .select({
      ...{ id: handovers.id, email: handovers.toEmail, ...ofOrder },
      consent: sql<Later['consent']>`${handovers.choice} -> 'consent'`,
    })
    .from(handovers)
    .innerJoin(memberships, eq(handovers.membershipId, memberships.id))
    .innerJoin(orderItems, eq(memberships.orderItemId, orderItems.id))
    .innerJoin(orders, eq(orderItems.orderId, orders.id))
    .where(
      and(
        eq(handovers.state, 'done'),
        sql`${handovers.choice} -> 'consent' ->> 'text' is not null`,
        after ? gt(handovers.id, after) : undefined,
      ),
    )
    .orderBy(asc(handovers.id))
    .limit(batch)
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
