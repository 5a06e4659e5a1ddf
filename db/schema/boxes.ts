import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { type BoxKind, type BoxState, leftStates, unpackedStates, unshippedStates } from '../../domain/box.ts'
import type { CartShipping } from '../../domain/cart.ts'
import { type ParcelTrouble, parcelTroubles } from '../../domain/parcel.ts'
import { products } from './catalog.ts'
import {
  carriersNumber,
  cents,
  createdAt,
  instant,
  primaryId,
  referenceEnd,
  updatedAt,
  wordsOf,
} from './columns.ts'
import { memberships, people } from './memberships.ts'
import { membershipPayments, refunds } from './payments.ts'
import { boxState } from './states.ts'

/** One belt owed to one membership for one drop: the row of the ledger (club-rules.md). */
export const boxes = pgTable(
  'boxes',
  {
    id: primaryId(),
    membershipId: uuid('membership_id')
      .notNull()
      .references(() => memberships.id),
    /** the membership's person, repeated here for the constraint that enforces no-repeat (club-rules.md "No repeat") */
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id),
    /** 'owed': bought by a payment; 'replacement': sent for a box that comes back, with no value of its own */
    kind: text('kind').$type<BoxKind>().notNull().default('owed'),
    paymentId: uuid('payment_id').references(() => membershipPayments.id),
    /** 1 for the first box of its payment; for a replacement, 1 for the first of its membership */
    ordinal: integer('ordinal').notNull(),
    drop: text('drop').notNull(),
    state: text('state').$type<BoxState>().notNull().default('owed'),
    /** this box's share of its payment; the shares of a payment add up to its amount */
    valueCents: cents('value').notNull(),
    productId: uuid('product_id').references(() => products.id),
    size: text('size'),
    /** the same belt was sent again in its place, in another size or intact: that box stands for both */
    isReplaced: boolean('is_replaced').notNull().default(false),
    /** why on hold: 'dispute'; 'size', 'address', 'unseen', 'stock' (curation.ts); 'return': waiting for the original */
    holdReason: text('hold_reason'),
    refundId: uuid('refund_id').references(() => refunds.id),
    /** the owner chose its belt by hand, so curation leaves it alone */
    isChosen: boolean('is_chosen').notNull().default(false),
    /** when it was packed; from then on its belt, size and address are fixed */
    packedAt: instant('packed_at'),
    /** the address at packing time, as printed on the label */
    shipTo: jsonb('ship_to').$type<Partial<CartShipping>>(),
    /** when its belt was scanned and was the right one; null: not scanned, which doesn't keep it from shipping */
    checkedAt: instant('checked_at'),
    trackingNumber: text('tracking_number'),
    shippedAt: instant('shipped_at'),
    deliveredAt: instant('delivered_at'),
    /** the shop's day when its wearer is asked for a review; null: not shipped, or already asked */
    reviewOn: date('review_on', { mode: 'string' }),
    /** what is wrong with its package (docs/decisions/072), and since when; null: nothing known */
    trouble: text('trouble').$type<ParcelTrouble>(),
    troubleAt: instant('trouble_at'),
    /** when it was refunded or cancelled, so that it will never ship */
    voidedAt: instant('voided_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    unique('boxes_of_payment').on(table.paymentId, table.ordinal),
    check('boxes_drop', sql`${table.drop} ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'`),
    check('boxes_state', sql`${table.state} in ${boxState.all}`),
    check('boxes_trouble', sql`${table.trouble} in ${wordsOf(parcelTroubles)}`),
    check('boxes_value', sql`${table.valueCents} >= 0`),
    check('boxes_kind', sql`(${table.kind} = 'owed') = (${table.paymentId} is not null)`),
    check(
      'boxes_replacement',
      sql`${table.kind} = 'owed' or (${table.kind} = 'replacement' and ${table.valueCents} = 0)`,
    ),
    // What a person was sent and is going to be sent; boxes_no_repeat (a constraint of migration 0014) enforces the 36
    // months.
    index('boxes_sent_to').on(table.personId, table.productId).where(sql`${table.productId} is not null`),
    index('boxes_membership').on(table.membershipId, table.drop),
    index('boxes_drop_state').on(table.drop, table.state),
    // For the health page: boxes that should have shipped, and boxes on hold.
    index('boxes_waiting')
      .on(table.state, table.drop)
      .where(sql`${table.kind} = 'owed' and ${table.state} in ${boxState.list(...unshippedStates)}`),
    // For Today: the boxes of a drop that are to ship or on hold, in order.
    index('boxes_to_leave')
      .on(table.drop, table.id)
      .where(sql`${table.kind} = 'owed' and ${table.state} in ${boxState.list(...unshippedStates)}`),
    // Finds a package by its tracking number, or by the end of its reference (domain/drop.ts boxReference).
    index('boxes_tracking')
      .on(carriersNumber(table.trackingNumber))
      .where(sql`${table.trackingNumber} is not null`),
    index('boxes_reference_end').on(referenceEnd(table.id)),
    index('boxes_promised')
      .on(table.productId, table.size)
      .where(
        sql`${table.productId} is not null and ${table.packedAt} is null and ${table.state} in ${boxState.list(...unpackedStates)}`,
      ),
    // For the notices: belts to ask reviews for today, and boxes that shipped recently.
    index('boxes_review_due').on(table.reviewOn).where(sql`${table.reviewOn} is not null`),
    index('boxes_shipped').on(table.shippedAt).where(sql`${table.shippedAt} is not null`),
    // Boxes that shipped before the ship time was stored.
    index('boxes_left_unsaid')
      .on(table.updatedAt)
      .where(sql`${table.shippedAt} is null and ${table.state} in ${boxState.list(...leftStates)}`),
    index('boxes_product').on(table.productId).where(sql`${table.productId} is not null`),
    // For a refund's email and the health page: the boxes a refund is for.
    index('boxes_refund').on(table.refundId).where(sql`${table.refundId} is not null`),
  ],
)

/**
 * How many boxes of a drop are in each state, as a sum of rows. A trigger on boxes adds a row per state change and
 * statement, so that no statement waits for another, and the worker merges them (server/figures/add-up.ts).
 */
export const boxCounts = pgTable(
  'box_counts',
  {
    id: primaryId(),
    drop: text('drop').notNull(),
    kind: text('kind').$type<BoxKind>().notNull(),
    state: text('state').$type<BoxState>().notNull(),
    boxes: integer('boxes').notNull(),
    /** what they are worth, in money */
    valueCents: cents('value').notNull().default(0),
  },
  (table) => [index('box_counts_drop').on(table.drop)],
)
