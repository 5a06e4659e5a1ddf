import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import type { CartItem } from '../../domain/cart.ts'
import type { OrderStatus } from '../../domain/order.ts'
import { products, subscriptionPlans } from './catalog.ts'
import { carriersNumber, cents, createdAt, foundBy, instant, primaryId, updatedAt } from './columns.ts'
import { users } from './staff.ts'
import { orderStatus } from './states.ts'

/**
 * The search words of an order: its number without "BC-", the words of its names, its email addresses, and its plans as
 * "plan:monthly". Kept by triggers (migration 0010), which call the SQL function order_words_of.
 */
export const orderLabel = pgTable(
  'order_words',
  {
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    word: foundBy('word').notNull(),
    /** the order's, so that the newest orders for a word are read from the index alone */
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.word] }),
    index('order_words_found').on(table.word, table.createdAt, table.orderId),
  ],
)

/** The number of orders, as the sum of a few slots, so that simultaneous purchases rarely wait for each other. */
export const orderCounts = pgTable('order_counts', {
  slot: integer('slot').primaryKey(),
  orders: integer('orders').notNull().default(0),
  gifts: integer('gifts').notNull().default(0),
})

export const orders = pgTable(
  'orders',
  {
    id: primaryId(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    orderNumber: text('order_number').notNull().unique(),
    status: text('status').$type<OrderStatus>().notNull().default('pending'),
    /**
     * the status its boxes imply, kept by a trigger on boxes (docs/decisions/059); a different status was set by the
     * owner. Null: it has no boxes
     */
    boxesStatus: text('boxes_status').$type<OrderStatus>(),
    subscriptionPlanId: uuid('subscription_plan_id').references(() => subscriptionPlans.id),
    subtotalCents: cents('subtotal_amount').notNull(),
    taxCents: cents('tax_amount').notNull().default(0),
    totalCents: cents('total_amount').notNull(),
    /** what a promotion code took off: total = subtotal - discount + tax */
    discountCents: cents('discount_amount').notNull().default(0),
    promotionCode: text('promotion_code'),
    currency: text('currency').notNull().default('USD'),
    stripePaymentIntentId: text('stripe_payment_intent_id').unique(),
    stripeSubscriptionId: text('stripe_subscription_id').unique(),
    stripeCustomerId: text('stripe_customer_id'),
    purchaserEmail: text('purchaser_email'),
    recipientType: text('recipient_type').notNull(),
    giftNote: text('gift_note'),
    giftRecipientName: text('gift_recipient_name'),
    giftRecipientEmail: text('gift_recipient_email'),
    giftSenderName: text('gift_sender_name'),
    giftDeliveryDate: date('gift_delivery_date', { mode: 'string' }),
    giftMessage: text('gift_message'),
    needsStyleSelection: boolean('needs_style_selection').notNull().default(false),
    /** its payment was written along with it; the health page checks the others */
    isPaid: boolean('is_paid').notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    check('orders_status', sql`${table.status} in ${orderStatus.all}`),
    check('orders_boxes_status', sql`${table.boxesStatus} in ${orderStatus.all}`),
    check('orders_recipient_type', sql`${table.recipientType} in ('self', 'gift')`),
    check('orders_tax', sql`${table.taxCents} >= 0`),
    check(
      'orders_total',
      sql`${table.totalCents} = ${table.subtotalCents} - ${table.discountCents} + ${table.taxCents}`,
    ),
    check('orders_discount', sql`${table.discountCents} >= 0`),
    index('orders_promotion').on(table.promotionCode),
    // The admin's list, newest first, complete or with one of its filters: read backwards, page by page.
    index('orders_by_age').on(table.createdAt, table.id),
    index('orders_by_status').on(table.status, table.createdAt, table.id),
    index('orders_by_recipient').on(table.recipientType, table.createdAt, table.id),
    index('orders_unpaid').on(table.createdAt).where(sql`not ${table.isPaid}`),
    index('orders_purchaser').on(table.purchaserEmail),
    index('orders_person').on(sql`md5(lower(trim(${table.purchaserEmail})))`),
  ],
)

export const orderItems = pgTable(
  'order_items',
  {
    id: primaryId(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    productId: uuid('product_id').references(() => products.id),
    quantity: integer('quantity').notNull().default(1),
    priceCents: cents('price').notNull(),
    /** the whole cart item as bought: who, size, styles, colors, gift, address */
    preferences: jsonb('preferences').$type<CartItem>(),
    discountCents: cents('discount').notNull().default(0),
    taxCents: cents('tax').notNull().default(0),
    /** position in the cart, starting at 0 */
    position: integer('position').notNull().default(0),
  },
  (table) => [
    check('order_items_quantity', sql`${table.quantity} > 0`),
    check('order_items_price', sql`${table.priceCents} >= 0`),
    index('order_items_order').on(table.orderId, table.position),
    // Deleting a belt checks whether one was bought or sent.
    index('order_items_product').on(table.productId).where(sql`${table.productId} is not null`),
  ],
)

/** Where an order goes; one row per item, because each item has its own address. */
export const shippingInfo = pgTable(
  'shipping_info',
  {
    id: primaryId(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    recipientName: text('recipient_name').notNull(),
    email: text('email').notNull(),
    addressLine1: text('address_line1').notNull(),
    addressLine2: text('address_line2'),
    city: text('city').notNull(),
    state: text('state').notNull(),
    zipCode: text('zip_code').notNull(),
    country: text('country').notNull().default('US'),
    trackingNumber: text('tracking_number'),
    orderItemId: uuid('order_item_id')
      .unique()
      .references(() => orderItems.id, { onDelete: 'cascade' }),
  },
  (table) => [
    index('shipping_info_order').on(table.orderId),
    // Finds people in the admin by the beginning of the city, or the ZIP code.
    index('shipping_info_city').on(sql`lower(${table.city}) text_pattern_ops`),
    index('shipping_info_zip').on(sql`${table.zipCode} text_pattern_ops`),
    index('shipping_info_tracking')
      .on(carriersNumber(table.trackingNumber))
      .where(sql`${table.trackingNumber} is not null`),
  ],
)

/** What staff wrote about an order; the buyer never sees it. */
export const orderNotes = pgTable(
  'order_notes',
  {
    id: primaryId(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** kept for when the account has been deleted */
    username: text('username').notNull(),
    text: text('text').notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('order_notes_order').on(table.orderId, table.createdAt)],
)

/** The number of a payment's receipt or a refund's credit note; each series has no gaps (server/books/receipts.ts). */
export const receipts = pgTable(
  'receipts',
  {
    kind: text('kind').notNull(),
    number: integer('number').notNull(),
    /** the payment, or the refund */
    subjectId: uuid('subject_id').notNull().unique(),
    issuedAt: instant('issued_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.number] }),
    check('receipts_kind', sql`${table.kind} in ('receipt', 'credit-note')`),
    check('receipts_number', sql`${table.number} > 0`),
  ],
)
