import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { RefundMove } from '../../domain/books.ts'
import { type BoxKind, type BoxState, leftStates, unpackedStates, unshippedStates } from '../../domain/box.ts'
import { type CancelReason, cancelReasons, type LostWay, lostWays } from '../../domain/cancellation.ts'
import type { CurationState } from '../../domain/curation/curation.ts'
import type { OfflinePaymentMethod } from '../../domain/manual-order.ts'
import type { MembershipStatus } from '../../domain/membership.ts'
import { type ParcelTrouble, parcelTroubles } from '../../domain/parcel.ts'
import type { RefundStatus } from '../../domain/refund.ts'
import { products } from './catalog.ts'
import { carriersNumber, cents, createdAt, instant, primaryId, updatedAt, wordsOf } from './columns.ts'
import { orderItems } from './orders.ts'
import { boxState, curationState, membershipStatus, refundStatus } from './states.ts'

/** One curation run of a drop (club-rules.md "Curate"), with its progress. */
export const curationRuns = pgTable(
  'curation_runs',
  {
    id: primaryId(),
    drop: text('drop').notNull(),
    state: text('state').$type<CurationState>().notNull().default('running'),
    /** started by the worker at the cut-off, not by the owner */
    isAutomatic: boolean('is_automatic').notNull(),
    /** total steps: every box is read once and written once */
    total: integer('total').notNull().default(0),
    done: integer('done').notNull().default(0),
    /** at the end: boxes with a belt, boxes on hold, and boxes whose belt changed */
    assigned: integer('assigned').notNull().default(0),
    held: integer('held').notNull().default(0),
    changed: integer('changed').notNull().default(0),
    startedAt: instant('started_at').notNull(),
    /** its last sign of life: a silent run was killed, and its drop can be curated again */
    seenAt: instant('seen_at').notNull(),
    finishedAt: instant('finished_at'),
    error: text('error'),
  },
  (table) => [
    check('curation_runs_state', sql`${table.state} in ${curationState.all}`),
    uniqueIndex('curation_runs_one_at_a_time').on(table.drop).where(sql`${table.state} = 'running'`),
    index('curation_runs_drop').on(table.drop, table.startedAt),
  ],
)

/** A person who wears belts: one row each, so that all their memberships and gifts share a history (club-rules.md). */
export const people = pgTable('people', {
  id: primaryId(),
  /** normalized email, else name + address (domain/membership.ts personKey) */
  key: text('key').notNull().unique(),
  createdAt: createdAt(),
})

/** One person's place in the club: one per order item (club-rules.md). */
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
    /** the provider's customer, whose card pays renewals */
    customerId: text('customer_id'),
    /** the shop's day when a renewal first failed, while past due */
    pastDueSince: date('past_due_since', { mode: 'string' }),
    cancelledAt: instant('cancelled_at'),
    /** when its renewals ended, and who ended them; null: it renews, or never did (domain/cancellation.ts) */
    lostAt: instant('lost_at'),
    lostBy: text('lost_by').$type<LostWay>(),
    /** the reason its payer tapped; null: none given */
    cancelReason: text('cancel_reason').$type<CancelReason>(),
    /** what the provider would charge, if not what this membership sells: "$5.00 for 1 month"; null: the same */
    providerTerms: text('provider_terms'),
    /** the amount of that charge before tax; null: unknown, or no difference */
    providerChargeCents: cents('provider_charge'),
    /** the day of the charge its card was last checked for: will it still be valid then? */
    cardCheckedFor: date('card_checked_for', { mode: 'string' }),
    /** when the provider was last asked about a renewal that should have arrived */
    renewalCheckedAt: instant('renewal_checked_at'),
    /** the day of the next charge if it renews; the end of a gift */
    paidUntil: date('paid_until', { mode: 'string' }).notNull(),
    /** months by which skips and pauses have delayed that day since the current term began: what resuming can undo */
    monthsMoved: integer('months_moved').notNull().default(0),
    /** for a gift, the day the giver chose for telling its recipient; null: none chosen, or not a gift */
    noticeOn: date('notice_on', { mode: 'string' }),
    /** for a gift, whether its notice and its last reminder were written and not dropped; kept by an outbox trigger */
    isNoticeWritten: boolean('is_notice_written').notNull().default(false),
    isReminded: boolean('is_reminded').notNull().default(false),
    /** the price of a later term, before any code and tax, if it differs from the price at purchase */
    renewalPriceCents: cents('renewal_price'),
    /** the plan and price the provider was last told; null: those of the purchase */
    providerPlanId: text('provider_plan_id'),
    providerPriceCents: cents('provider_price'),
    status: text('status').$type<MembershipStatus>().notNull().default('active'),
    gender: text('gender').notNull(),
    styles: jsonb('styles').$type<string[]>().notNull(),
    size: text('size').notNull(),
    /** someone was unsure of the size: the first box that ships includes the measuring guide (spec §2) */
    needsGuide: boolean('needs_guide').notNull().default(false),
    address: jsonb('address').notNull(),
    /** the wearer's address for questions about taste, normalized; null if a giver left none */
    memberEmail: text('member_email'),
    /** the address for questions about money, normalized: the purchaser or, for a gift, the giver */
    payerEmail: text('payer_email'),
    /** when it was handed over to this person; null: it has been theirs since the purchase */
    theirsSince: instant('theirs_since'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    // A drop's boxes by wearer, page by page.
    index('memberships_wearer').on(
      sql`fold_words(coalesce(${table.address} ->> 'fullName', '')) collate "C"`,
      table.id,
    ),
    // The same boxes, by a word of the name (server/admin/drops/drop-boxes.ts).
    index('memberships_words').using('gin', sql`search_words(coalesce(${table.address} ->> 'fullName', ''))`),
    index('memberships_of_member').on(table.memberEmail),
    index('memberships_of_payer').on(table.payerEmail),
    // The admin identifies a person by the hash of their mailbox (server/members/mailboxes.ts).
    index('memberships_member_id').on(sql`md5(${table.memberEmail})`),
    index('memberships_payer_id').on(sql`md5(${table.payerEmail})`),
    check('memberships_status', sql`${table.status} in ${membershipStatus.all}`),
    check('memberships_lost', sql`(${table.lostAt} is null) = (${table.lostBy} is null)`),
    check('memberships_lost_by', sql`${table.lostBy} in ${wordsOf(lostWays)}`),
    check('memberships_cancel_reason', sql`${table.cancelReason} in ${wordsOf(cancelReasons)}`),
    check('memberships_reason_of_lost', sql`${table.cancelReason} is null or ${table.lostAt} is not null`),
    // For the dashboard: recently lost memberships.
    index('memberships_lost_lately').on(table.lostAt).where(sql`${table.lostAt} is not null`),
    check('memberships_gifts_never_renew', sql`not (${table.isGift} and ${table.renews})`),
    index('memberships_person').on(table.personId),
    // Gifts to announce today, looked up every few minutes.
    index('memberships_new_gifts').on(table.createdAt).where(sql`${table.isGift}`),
    index('memberships_gifts_noticed').on(table.noticeOn).where(sql`${table.isGift}`),
    // Gifts that may still need a notice, and those whose recipient may need a reminder: few of many.
    index('memberships_gifts_untold')
      .on(table.id)
      .where(sql`${table.isGift} and not ${table.isNoticeWritten} and ${table.memberEmail} is not null`),
    index('memberships_gifts_unchosen')
      .on(table.id)
      .where(
        sql`${table.isGift} and not ${table.isReminded} and (${table.styles} @> '["Let Recipient Pick"]'::jsonb or ${table.size} = 'Let Recipient Choose')`,
      ),
    // For the health page: memberships with a declined card, and those without a known size.
    index('memberships_past_due').on(table.id).where(sql`${table.status} = 'past_due'`),
    index('memberships_without_size')
      .on(table.id)
      .where(sql`${table.size} in ('Let Recipient Choose', 'Unsure')`),
    // For the reconciler: renewals due and not seen.
    index('memberships_due').on(table.paidUntil).where(sql`${table.renews}`),
    // Few rows: those the provider may have other terms for (next-terms.ts), and those the health page counts.
    index('memberships_terms_to_keep')
      .on(table.id)
      .where(sql`renews and (provider_plan_id <> plan_id or provider_price is distinct from renewal_price)`),
    index('memberships_other_terms')
      .on(table.paidUntil)
      .where(sql`${table.renews} and ${table.providerTerms} is not null`),
  ],
)

/** A paid invoice of one membership: the only thing that creates owed boxes (club-rules.md "The box ledger"). */
export const membershipPayments = pgTable(
  'membership_payments',
  {
    id: primaryId(),
    membershipId: uuid('membership_id')
      .notNull()
      .references(() => memberships.id),
    /** the provider's intent or invoice, plus the item if it pays for several */
    reference: text('reference').notNull().unique(),
    /** the provider's payment that holds the money, for refunds; null if nothing was due */
    intentId: text('intent_id'),
    /** how it was paid, if not through the provider (domain/manual-order.ts) */
    paidBy: text('paid_by').$type<OfflinePaymentMethod>(),
    /** before tax, after any discount */
    amountCents: cents('amount').notNull(),
    taxCents: cents('tax').notNull().default(0),
    /** paid with store credit: what the boxes are worth beyond the money */
    creditCents: cents('credit').notNull().default(0),
    /** code of the state it ships to, which gets the sales tax; null: not a US state */
    shipState: text('ship_state'),
    boxCount: integer('box_count').notNull(),
    /** the plan paid for; null: from before this was stored, when it was always the membership's */
    planId: text('plan_id'),
    paidAt: instant('paid_at').notNull(),
    /** the provider's tax calculation, and the transaction that reports it there; null: none */
    taxCalculationId: text('tax_calculation_id'),
    taxTransactionId: text('tax_transaction_id'),
    /** the membership's price in cents before tax, if the amount paid differs: such a payment has bought no boxes yet */
    expectedCents: cents('expected'),
    /** when the owner decided what such a payment buys; null: not yet, or nothing to decide */
    decidedAt: instant('decided_at'),
    /** 'open': the bank is examining it; 'lost': the bank returned the money. Null: no dispute, or the shop won it */
    dispute: text('dispute'),
  },
  (table) => [
    check('membership_payments_dispute', sql`${table.dispute} in ('open', 'lost')`),
    check('membership_payments_paid_by', sql`${table.paidBy} in ('cash', 'check', 'transfer')`),
    check('membership_payments_amount', sql`${table.amountCents} >= 0`),
    check('membership_payments_credit', sql`${table.creditCents} >= 0`),
    // A payment of a different amount buys nothing until the owner decides.
    check('membership_payments_boxes', sql`${table.boxCount} > 0 or ${table.expectedCents} is not null`),
    index('membership_payments_membership').on(table.membershipId),
    // Finds the payment behind a refund or dispute at the provider.
    index('membership_payments_intent').on(table.intentId).where(sql`${table.intentId} is not null`),
    // For the admin: payments made today.
    index('membership_payments_paid').on(table.paidAt),
    index('membership_payments_differing')
      .on(table.paidAt)
      .where(sql`${table.expectedCents} is not null and ${table.decidedAt} is null`),
  ],
)

/** A refund: for boxes that won't ship (club-rules.md "Cancel"), or any amount. Written before the provider is asked. */
export const refunds = pgTable(
  'refunds',
  {
    id: primaryId(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => membershipPayments.id),
    amountCents: cents('amount').notNull(),
    taxCents: cents('tax').notNull().default(0),
    /** the provider's refund; null until it has answered */
    providerId: text('provider_id'),
    /** 'failed': it was refused or came back, so a person pays it another way, which makes it 'settled' */
    status: text('status').$type<RefundStatus>().notNull().default('pending'),
    /** 'provider': by hand, on the provider's own page; written once the shop hears of it */
    madeBy: text('made_by').notNull().default('shop'),
    /** the reason shown to the buyer; null: the boxes say it */
    reason: text('reason'),
    /** the admin form that asked for it: posting it twice refunds once */
    askedAs: text('asked_as'),
    /** how often a person had it retried */
    attempts: integer('attempts').notNull().default(0),
    /** the reversal of its tax at the provider; null: none, or not yet */
    taxReversalId: text('tax_reversal_id'),
    lastError: text('last_error'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    check('refunds_amount', sql`${table.amountCents} > 0`),
    check('refunds_status', sql`${table.status} in ${refundStatus.all}`),
    check('refunds_made_by', sql`${table.madeBy} in ('shop', 'provider')`),
    // One made by hand can refund parts of several memberships that were paid together.
    unique('refunds_of_provider').on(table.providerId, table.paymentId),
    index('refunds_payment').on(table.paymentId),
    index('refunds_unanswered').on(table.createdAt).where(sql`${table.providerId} is null`),
  ],
)

/** What happened to a refund after it was made, one row per event, so that the books of a past month stay as they were. */
export const refundMoves = pgTable(
  'refund_moves',
  {
    id: primaryId(),
    refundId: uuid('refund_id')
      .notNull()
      .references(() => refunds.id),
    kind: text('kind').$type<RefundMove>().notNull(),
    at: instant('at').notNull(),
  },
  (table) => [
    check('refund_moves_kind', sql`${table.kind} in ('failed', 'retried', 'settled')`),
    index('refund_moves_refund').on(table.refundId),
  ],
)

/** A link in an email that opens one membership's page without a password; only the token's hash is stored. */
export const membershipLinks = pgTable(
  'membership_links',
  {
    tokenHash: text('token_hash').primaryKey(),
    membershipId: uuid('membership_id')
      .notNull()
      .references(() => memberships.id, { onDelete: 'cascade' }),
    purpose: text('purpose').notNull(),
    expiresAt: instant('expires_at').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    check('membership_links_purpose', sql`${table.purpose} in ('card')`),
    index('membership_links_expiry').on(table.expiresAt),
  ],
)

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
    shipTo: jsonb('ship_to'),
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
    index('boxes_reference_end').on(sql`substr(${table.id}::text, 10, 4)`),
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
  ],
)
