import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import {
  type ExchangeKind,
  type ExchangeRemedy,
  type ExchangeState,
  undoneExchanges,
} from '../../domain/exchange.ts'
import type { BrokenPart } from '../../domain/warranty.ts'
import { boxes } from './boxes.ts'
import { products } from './catalog.ts'
import { bytes, cents, createdAt, instant, primaryId, updatedAt } from './columns.ts'
import { refunds } from './payments.ts'
import { exchangeState } from './states.ts'

/** A belt that comes back, and what the shop does about it (domain/exchange.ts; spec §1 "Returns policy"). */
export const exchanges = pgTable(
  'exchanges',
  {
    id: primaryId(),
    /** the box that was sent */
    boxId: uuid('box_id')
      .notNull()
      .references(() => boxes.id),
    kind: text('kind').$type<ExchangeKind>().notNull(),
    remedy: text('remedy').$type<ExchangeRemedy>().notNull(),
    state: text('state').$type<ExchangeState>().notNull().default('requested'),
    /** 'member': on the member's page; 'guest': through a link sent by the returns page; 'owner': in the admin */
    askedBy: text('asked_by').notNull(),
    wantedProductId: uuid('wanted_product_id').references(() => products.id),
    wantedSize: text('wanted_size'),
    /** what the member wrote */
    details: text('details').notNull().default(''),
    /** what broke, for a warranty claim */
    part: text('part').$type<BrokenPart>(),
    /** the remedy the member asked for; null: whatever the shop thinks best */
    wish: text('wish').$type<ExchangeRemedy>(),
    /** what the member was told if the claim was declined */
    answer: text('answer').notNull().default(''),
    /** when a person decided on the claim, or its giver did */
    decidedAt: instant('decided_at'),
    /** for a repaired belt on its way home */
    trackingNumber: text('tracking_number').notNull().default(''),
    /** written by staff; the member never sees it */
    note: text('note').notNull().default(''),
    replacementBoxId: uuid('replacement_box_id').references(() => boxes.id),
    refundId: uuid('refund_id').references(() => refunds.id),
    /** what the belt they kept is still worth, as staff judged it; null: nobody did (domain/belt-account.ts) */
    keptCents: cents('kept'),
    /** until when we wait for the belt */
    expiresAt: instant('expires_at').notNull(),
    /** when its prepaid label was emailed; null: not yet, or none is needed */
    labelSentAt: instant('label_sent_at'),
    receivedAt: instant('received_at'),
    /** when the replacement shipped, or the money or credit was given */
    settledAt: instant('settled_at'),
    /** when it ended, one way or another */
    closedAt: instant('closed_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    check('exchanges_kind', sql`${table.kind} in ('size', 'style', 'damaged', 'return', 'lost')`),
    check('exchanges_remedy', sql`${table.remedy} in ('replacement', 'refund', 'credit', 'repair')`),
    check('exchanges_state', sql`${table.state} in ${exchangeState.all}`),
    check('exchanges_kept', sql`${table.keptCents} >= 0`),
    check('exchanges_asked_by', sql`${table.askedBy} in ('member', 'guest', 'owner')`),
    check(
      'exchanges_wanted',
      sql`${table.remedy} <> 'replacement' or ${table.state} in ${exchangeState.list('claimed', 'offered', 'declined', 'cancelled')} or (${table.wantedProductId} is not null and ${table.wantedSize} is not null and ${table.replacementBoxId} is not null)`,
    ),
    // A box has at most one exchange, not counting those that left the belt with its member: cancelled, expired, declined
    // or fixed.
    uniqueIndex('exchanges_one_of_box')
      .on(table.boxId)
      .where(sql`${table.state} not in ${exchangeState.list(...undoneExchanges)}`),
    unique('exchanges_replacement').on(table.replacementBoxId),
    // A box has at most a few; the order's page finds them through this.
    index('exchanges_box').on(table.boxId),
    index('exchanges_newest').on(table.createdAt, table.id),
    index('exchanges_by_state').on(table.state, table.createdAt),
    index('exchanges_due').on(table.expiresAt).where(sql`${table.state} = 'requested'`),
  ],
)

/**
 * A photo of what broke, re-encoded so that it carries no location, time or name. Only the belt's wearer and the admin
 * can see it.
 */
export const exchangePhotos = pgTable(
  'exchange_photos',
  {
    id: primaryId(),
    boxId: uuid('box_id')
      .notNull()
      .references(() => boxes.id),
    /** whose session sent it */
    email: text('email').notNull(),
    /** null: uploaded, but not named by a claim yet */
    exchangeId: uuid('exchange_id').references(() => exchanges.id, { onDelete: 'cascade' }),
    /** WebP */
    content: bytes('content').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('exchange_photos_box').on(table.boxId),
    index('exchange_photos_exchange').on(table.exchangeId),
    index('exchange_photos_old').on(table.createdAt),
  ],
)
