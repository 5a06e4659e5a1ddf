import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { cents, createdAt, instant, primaryId, updatedAt } from '../columns.ts'
import { products } from './catalog.ts'
import { orderItems } from './orders.ts'
import { people } from './people.ts'

/** One person's place in the club: one per order item (club.md). */
export const memberships = pgTable(
  'memberships',
  {
    id: primaryId(),
    orderItemId: uuid('order_item_id')
      .notNull()
      .unique()
      .references(() => orderItems.id),
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id),
    planId: text('plan_id').notNull(),
    isGift: boolean('is_gift').notNull(),
    renews: boolean('renews').notNull(),
    stripeSubscriptionId: text('stripe_subscription_id').unique(),
    /** the day of the next charge for one that renews; of the end for a gift */
    paidUntil: date('paid_until', { mode: 'string' }).notNull(),
    status: text('status').notNull().default('active'),
    gender: text('gender').notNull(),
    styles: jsonb('styles').$type<string[]>().notNull(),
    size: text('size').notNull(),
    address: jsonb('address').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    check('memberships_status', sql`${table.status} in ('active', 'past_due', 'cancelled', 'ended')`),
    check('memberships_gifts_never_renew', sql`not (${table.isGift} and ${table.renews})`),
    index('memberships_person').on(table.personId),
  ],
)

/** A paid invoice of one membership: the only thing that creates owed boxes (club.md "The box ledger"). */
export const membershipPayments = pgTable(
  'membership_payments',
  {
    id: primaryId(),
    membershipId: uuid('membership_id')
      .notNull()
      .references(() => memberships.id),
    /** the provider's intent or invoice, with the item for a payment of several */
    reference: text('reference').notNull().unique(),
    amountCents: cents('amount').notNull(),
    taxCents: cents('tax').notNull().default(0),
    boxCount: integer('box_count').notNull(),
    paidAt: instant('paid_at').notNull(),
  },
  (table) => [
    check('membership_payments_amount', sql`${table.amountCents} >= 0`),
    check('membership_payments_boxes', sql`${table.boxCount} > 0`),
    index('membership_payments_membership').on(table.membershipId),
  ],
)

/** One belt owed to one membership for one drop: the row of the ledger (club.md). */
export const boxes = pgTable(
  'boxes',
  {
    id: primaryId(),
    membershipId: uuid('membership_id')
      .notNull()
      .references(() => memberships.id),
    paymentId: uuid('payment_id').references(() => membershipPayments.id),
    /** 1 for the first box of its payment */
    ordinal: integer('ordinal').notNull(),
    drop: text('drop').notNull(),
    state: text('state').notNull().default('owed'),
    /** this box's share of its payment; the shares of a payment add up to its amount */
    valueCents: cents('value').notNull(),
    productId: uuid('product_id').references(() => products.id),
    size: text('size'),
    trackingNumber: text('tracking_number'),
    shippedAt: instant('shipped_at'),
    deliveredAt: instant('delivered_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    unique('boxes_of_payment').on(table.paymentId, table.ordinal),
    check('boxes_drop', sql`${table.drop} ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'`),
    check(
      'boxes_state',
      sql`${table.state} in ('owed', 'assigned', 'packed', 'shipped', 'delivered', 'skipped', 'cancelled', 'refunded', 'held')`,
    ),
    check('boxes_value', sql`${table.valueCents} >= 0`),
    index('boxes_membership').on(table.membershipId),
    index('boxes_drop_state').on(table.drop, table.state),
  ],
)
