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

/** A member's feedback on a belt, two taps; a tap that wasn't made is null (club-rules.md "The member's page"). */
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

/** A wearer's public review of a belt, in addition to the two taps of `box_feedback` (docs/decisions/067). */
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
    /** the first name that can be shown with it; null: don't show one */
    name: text('name'),
    /** "Portland, OR", with the same rule */
    place: text('place'),
    state: text('state').$type<ReviewState>().notNull(),
    /** why it is not shown */
    declinedFor: text('declined_for').$type<DeclineReason>(),
    /** when its text was last submitted */
    writtenAt: instant('written_at').notNull(),
    /** when the admin decided on this text */
    decidedAt: instant('decided_at'),
  },
  (table) => [
    // A person reviews a belt once, however often it was sent.
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
 * Store credit, one row per change; it doesn't expire (club-rules.md "The gift"). Two triggers of migration 0017 enforce
 * that no person's balance is ever negative, and that no row is changed or deleted.
 */
export const storeCredit = pgTable(
  'store_credit',
  {
    id: primaryId(),
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id),
    /** positive or negative */
    amountCents: cents('amount').notNull(),
    /**
     * 'return': a gift came back; 'staff': given in the admin; 'unshipped': it had paid for a box that won't ship;
     * 'code': turned into a code; 'renewal': reserved for a bill; 'unused': returned from either; 'given-up': by someone
     * who had their data deleted
     */
    reason: text('reason').notNull(),
    /** the reason shown to the owner of the credit; null: `reason` says it, or the owner's data was deleted */
    words: text('words'),
    /** what it's about, so that nothing is given or taken twice */
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
 * Store credit reserved for one of the provider's bills. Written, with its rows of store_credit, before the provider is
 * told; settled once it's known what became of the bill (docs/decisions/063).
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
    /** reserved for it, or spent */
    amountCents: cents('amount').notNull(),
    state: text('state').$type<CreditUseState>().notNull().default('kept'),
    /** how often credit was reserved for this bill: each time has its own rows */
    round: integer('round').notNull().default(1),
    /** when the bill showed the credit; null: not yet, as far as the shop knows */
    placedAt: instant('placed_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    check('credit_uses_amount', sql`${table.amountCents} >= 0`),
    check('credit_uses_state', sql`${table.state} in ${creditUseState.all}`),
    index('credit_uses_membership').on(table.membershipId),
    // For the repair job: what is reserved, and since when.
    index('credit_uses_kept').on(table.createdAt).where(sql`${table.state} = 'kept'`),
  ],
)
