import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { type CheckoutStatus, unfinishedCheckouts } from '../../domain/checkout-status.ts'
import type { Consent } from '../../domain/renewal-terms.ts'
import { cents, createdAt, instant, primaryId, updatedAt } from './columns.ts'
import { orders } from './orders.ts'
import { checkoutStatus } from './states.ts'

/**
 * One cart content on its way through payment (stripe.md §9). The order is made from the snapshot, not from the browser's
 * cart.
 */
export const checkouts = pgTable(
  'checkouts',
  {
    id: primaryId(),
    cartHash: text('cart_hash').notNull(),
    /** the cart as CheckoutSnapshot (server/ledger/snapshot.ts): items with amounts and tax in cents */
    snapshot: jsonb('snapshot').notNull(),
    kind: text('kind').notNull(),
    subtotalCents: cents('subtotal').notNull(),
    taxCents: cents('tax'),
    totalCents: cents('total'),
    customerId: text('customer_id'),
    /** the provider's, or our own if nothing is charged (domain/checkout.ts `freeReference`) */
    intentId: text('intent_id').unique(),
    subscriptionId: text('subscription_id').unique(),
    purchaserEmail: text('purchaser_email'),
    promotionCode: text('promotion_code'),
    discountCents: cents('discount').notNull().default(0),
    /** hash of who is trying to pay, for the limits against card testing (server/checkout/find-or-open-checkout.ts) */
    addressKey: text('address_key'),
    /** the /56 for IPv6; null for IPv4 */
    subnetKey: text('subnet_key'),
    /** the /48 for IPv6, the /24 for IPv4 */
    networkKey: text('network_key'),
    emailKey: text('email_key'),
    /** how often the bank declined, as reported by the provider */
    declines: integer('declines').notNull().default(0),
    /** the renewal terms the buyer agreed to: version, text, instant (club-rules.md "Renewal law") */
    consent: jsonb('consent').$type<Consent>(),
    status: text('status').$type<CheckoutStatus>().notNull().default('open'),
    orderId: uuid('order_id')
      .unique()
      .references(() => orders.id),
    /** when a browser was told the order's number; until then its cart may still try to pay again */
    toldAt: instant('told_at'),
    /** when the shop first failed to make or finish the order of this payment, which it knows was made; no retry moves it */
    owedSince: instant('owed_since'),
    lastError: text('last_error'),
    checkedAt: instant('checked_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    check('checkouts_status', sql`${table.status} in ${checkoutStatus.all}`),
    check('checkouts_kind', sql`${table.kind} in ('subscription', 'payment', 'setup', 'free')`),
    check(
      'checkouts_order',
      sql`(${table.status} in ('completing', 'done')) = (${table.orderId} is not null)`,
    ),
    // One open checkout per cart content: a second click, a second tab or a lost reply finds the same intent.
    uniqueIndex('checkouts_open_cart').on(table.cartHash).where(sql`${table.status} = 'open'`),
    // Also finds a cart that is already paid, so that it isn't sold twice.
    index('checkouts_cart').on(table.cartHash, table.createdAt),
    // The limits count unpaid checkouts only, so where many people buy from one network, the paid ones aren't read each
    // time.
    index('checkouts_by_address').on(table.addressKey, table.createdAt).where(sql`${table.orderId} is null`),
    index('checkouts_by_subnet').on(table.subnetKey, table.createdAt).where(sql`${table.orderId} is null`),
    index('checkouts_by_network').on(table.networkKey, table.createdAt).where(sql`${table.orderId} is null`),
    index('checkouts_by_email').on(table.emailKey, table.createdAt).where(sql`${table.orderId} is null`),
    index('checkouts_owed').on(table.owedSince).where(sql`${table.owedSince} is not null`),
    index('checkouts_unfinished')
      .on(table.createdAt)
      .where(sql`${table.status} in ${checkoutStatus.list(...unfinishedCheckouts)}`),
  ],
)
