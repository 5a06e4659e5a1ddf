import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { CreditUseState } from '../../domain/credit.ts'
import {
  type ExchangeKind,
  type ExchangeRemedy,
  type ExchangeState,
  undoneExchanges,
} from '../../domain/exchange.ts'
import type { DeclineReason, ReviewState } from '../../domain/review.ts'
import type { BrokenPart } from '../../domain/warranty.ts'
import { products } from './catalog.ts'
import { boxes, memberships, people, refunds } from './club.ts'
import { bytes, cents, createdAt, instant, primaryId, updatedAt } from './columns.ts'
import { creditUseState, exchangeState, reviewState } from './states.ts'

/** A belt that goes back, and what is done for it (domain/exchange.ts; spec §1 "Returns policy"). */
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
    /** 'member': from the member's page; 'guest': by a link that the returns page sent; 'owner': from the admin */
    askedBy: text('asked_by').notNull(),
    wantedProductId: uuid('wanted_product_id').references(() => products.id),
    wantedSize: text('wanted_size'),
    /** what the member wrote */
    details: text('details').notNull().default(''),
    /** what broke, of a claim under the warranty */
    part: text('part').$type<BrokenPart>(),
    /** what the member would like for it; null: whatever the shop thinks best */
    wish: text('wish').$type<ExchangeRemedy>(),
    /** what the member was told where the claim was declined */
    answer: text('answer').notNull().default(''),
    /** when a person decided about the claim, or its giver did */
    decidedAt: instant('decided_at'),
    /** of a repaired belt on its way home */
    trackingNumber: text('tracking_number').notNull().default(''),
    /** what the staff wrote; the member never sees it */
    note: text('note').notNull().default(''),
    replacementBoxId: uuid('replacement_box_id').references(() => boxes.id),
    refundId: uuid('refund_id').references(() => refunds.id),
    /** until when the belt is waited for */
    expiresAt: instant('expires_at').notNull(),
    /** when its prepaid label was mailed; null: not yet, or none is needed */
    labelSentAt: instant('label_sent_at'),
    receivedAt: instant('received_at'),
    /** when the replacement left, or the money or the credit was given */
    settledAt: instant('settled_at'),
    /** when it came to its end, whichever */
    closedAt: instant('closed_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    check('exchanges_kind', sql`${table.kind} in ('size', 'style', 'damaged', 'return', 'lost')`),
    check('exchanges_remedy', sql`${table.remedy} in ('replacement', 'refund', 'credit', 'repair')`),
    check('exchanges_state', sql`${table.state} in ${exchangeState.all}`),
    check('exchanges_asked_by', sql`${table.askedBy} in ('member', 'guest', 'owner')`),
    check(
      'exchanges_wanted',
      sql`${table.remedy} <> 'replacement' or ${table.state} in ${exchangeState.list('claimed', 'offered', 'declined', 'cancelled')} or (${table.wantedProductId} is not null and ${table.wantedSize} is not null and ${table.replacementBoxId} is not null)`,
    ),
    // A belt goes back once: only one that was given up or never came may be asked for again.
    uniqueIndex('exchanges_one_of_box')
      .on(table.boxId)
      .where(sql`${table.state} not in ${exchangeState.list(...undoneExchanges)}`),
    unique('exchanges_replacement').on(table.replacementBoxId),
    // A box has at most a few: the order's page finds them by it.
    index('exchanges_box').on(table.boxId),
    index('exchanges_newest').on(table.createdAt, table.id),
    index('exchanges_by_state').on(table.state, table.createdAt),
    index('exchanges_due').on(table.expiresAt).where(sql`${table.state} = 'requested'`),
  ],
)

/**
 * A photo of what broke, made again from what was sent, so that it carries no place, time or name. Its belt's wearer and the
 * admin may see it, nobody else.
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
    /** null: sent, and not yet named by a claim */
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

/** What a member said of a belt, in two taps; a tap that was not made is null (club-rules.md "The member's page"). */
export const boxFeedback = pgTable(
  'box_feedback',
  {
    boxId: uuid('box_id')
      .primaryKey()
      .references(() => boxes.id),
    fit: text('fit'),
    taste: text('taste'),
    at: instant('at').notNull(),
  },
  (table) => [
    check('box_feedback_fit', sql`${table.fit} in ('tight', 'right', 'loose')`),
    check('box_feedback_taste', sql`${table.taste} in ('love', 'fine', 'not_for_me')`),
  ],
)

/** What the wearer of a belt says of it for others, beside the two taps of `box_feedback` (docs/decisions/067). */
export const reviews = pgTable(
  'reviews',
  {
    id: primaryId(),
    boxId: uuid('box_id')
      .notNull()
      .references(() => boxes.id),
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id),
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id),
    stars: integer('stars').notNull(),
    text: text('text').notNull(),
    /** the first name that may be shown with it; null: none may */
    name: text('name'),
    /** "Portland, OR", likewise */
    place: text('place'),
    state: text('state').$type<ReviewState>().notNull(),
    /** why it is not shown */
    declinedFor: text('declined_for').$type<DeclineReason>(),
    /** when its words were sent last */
    writtenAt: instant('written_at').notNull(),
    /** when the admin decided about these words */
    decidedAt: instant('decided_at'),
  },
  (table) => [
    // A person says it once of a belt, however often it was sent.
    unique('reviews_once').on(table.personId, table.productId),
    check('reviews_stars', sql`${table.stars} between 1 and 5`),
    check('reviews_state', sql`${table.state} in ${reviewState.all}`),
    check('reviews_declined', sql`(${table.state} = 'declined') = (${table.declinedFor} is not null)`),
    check('reviews_text', sql`char_length(${table.text}) <= 600`),
    index('reviews_by_state').on(table.state, table.writtenAt),
    index('reviews_of_belt').on(table.productId, table.writtenAt).where(sql`${table.state} = 'published'`),
  ],
)

/**
 * Store credit, a line for every change; it does not expire (club-rules.md "The gift"). Two triggers of migration
 * 0017 hold it: no person's sum is ever below zero, and no line is changed or deleted.
 */
export const storeCredit = pgTable(
  'store_credit',
  {
    id: primaryId(),
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id),
    /** more or less than nothing */
    amountCents: cents('amount').notNull(),
    /**
     * 'return': a gift came back; 'staff': given from the admin; 'unshipped': it had paid for a box that will not ship; 'code':
     * made into a code; 'renewal': kept for a bill; 'unused': back from either; 'given-up': by who had their data deleted
     */
    reason: text('reason').notNull(),
    /** why, as its owner reads it; null: the reason says it, or its owner's data was deleted */
    words: text('words'),
    /** what it is about, so that nothing is given or taken twice */
    reference: text('reference').notNull().unique(),
    createdAt: createdAt(),
  },
  (table) => [
    check('store_credit_amount', sql`${table.amountCents} <> 0`),
    check(
      'store_credit_reason',
      sql`${table.reason} in ('return', 'staff', 'unshipped', 'code', 'renewal', 'unused', 'given-up')`,
    ),
    index('store_credit_person').on(table.personId, table.createdAt),
  ],
)

/**
 * Store credit that is kept for a bill of the provider: written, with its lines of store_credit, before the provider is told, and
 * settled by what became of the bill (docs/decisions/063).
 */
export const creditUses = pgTable(
  'credit_uses',
  {
    id: primaryId(),
    membershipId: uuid('membership_id')
      .notNull()
      .references(() => memberships.id),
    /** the provider's bill */
    invoiceId: text('invoice_id').notNull().unique(),
    /** kept for it, or spent */
    amountCents: cents('amount').notNull(),
    state: text('state').$type<CreditUseState>().notNull().default('kept'),
    /** how often credit was kept for this bill: each has lines of its own */
    round: integer('round').notNull().default(1),
    /** when the bill showed it; null: not yet, as far as the shop knows */
    placedAt: instant('placed_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    check('credit_uses_amount', sql`${table.amountCents} >= 0`),
    check('credit_uses_state', sql`${table.state} in ${creditUseState.all}`),
    index('credit_uses_membership').on(table.membershipId),
    // The repair's question: what is kept, and for how long?
    index('credit_uses_kept').on(table.createdAt).where(sql`${table.state} = 'kept'`),
  ],
)
