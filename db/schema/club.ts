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
import type { OfflinePaymentMethod } from '../../domain/hand-order.ts'
import type { MembershipStatus } from '../../domain/membership.ts'
import { type ParcelTrouble, parcelTroubles } from '../../domain/parcel.ts'
import type { RefundStatus } from '../../domain/refund.ts'
import { products } from './catalog.ts'
import { cents, createdAt, instant, primaryId, updatedAt, wordsOf } from './columns.ts'
import { orderItems } from './orders.ts'
import { boxState, curationState, membershipStatus, refundStatus } from './states.ts'

/** One time that the belts of a drop were given out (club-rules.md "Curate"), with how far it is. */
export const curationRuns = pgTable(
  'curation_runs',
  {
    id: primaryId(),
    drop: text('drop').notNull(),
    state: text('state').$type<CurationState>().notNull().default('running'),
    /** by the worker at the cut-off, not by the owner */
    isAutomatic: boolean('is_automatic').notNull(),
    /** steps of all: every box is read once and written once */
    total: integer('total').notNull().default(0),
    done: integer('done').notNull().default(0),
    /** boxes with a belt when it ended, those held, and those whose belt is another than before */
    assigned: integer('assigned').notNull().default(0),
    held: integer('held').notNull().default(0),
    changed: integer('changed').notNull().default(0),
    startedAt: instant('started_at').notNull(),
    /** when it last said that it lives: one that is silent was killed, and its drop may be curated again */
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

/** Who wears the belts. One row a person, so that memberships and gifts to one person share a history (club-rules.md). */
export const people = pgTable('people', {
  id: primaryId(),
  /** normalized e-mail, else name + address (domain/membership.ts personKey) */
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
    /** the provider's customer, whose card renews it */
    customerId: text('customer_id'),
    /** the shop's day on which a renewal failed first, while it is past due */
    pastDueSince: date('past_due_since', { mode: 'string' }),
    cancelledAt: instant('cancelled_at'),
    /** when its renewal came to its end, and by whom; null: it renews, or never did (domain/cancellation.ts) */
    lostAt: instant('lost_at'),
    lostBy: text('lost_by').$type<LostWay>(),
    /** why, in one tap of its payer's; null: nobody said */
    cancelReason: text('cancel_reason').$type<CancelReason>(),
    /** what the provider would charge, where it is not what this membership sells: "$5.00 for 1 month"; null: it is */
    providerTerms: text('provider_terms'),
    /** the sum of that charge before tax; null: nobody can say, or it agrees */
    providerChargeCents: cents('provider_charge'),
    /** the day of the charge for which its card was last asked about: is it still good then? */
    cardCheckedFor: date('card_checked_for', { mode: 'string' }),
    /** when the provider was asked last about a renewal that should have been seen */
    renewalCheckedAt: instant('renewal_checked_at'),
    /** the day of the next charge for one that renews; of the end for a gift */
    paidUntil: date('paid_until', { mode: 'string' }).notNull(),
    /** months by which skips and pauses have put that day off since the last term began: what resuming can bring back */
    monthsMoved: integer('months_moved').notNull().default(0),
    /** of a gift the day on which its recipient is told, as the giver chose it; null: no day was chosen, or no gift */
    noticeOn: date('notice_on', { mode: 'string' }),
    /** of a gift whether its notice and its last reminder are written and weren't dropped; kept by a trigger of the outbox */
    isNoticeWritten: boolean('is_notice_written').notNull().default(false),
    isReminded: boolean('is_reminded').notNull().default(false),
    /** what a later term costs, before a code and before tax, where it is not the price that was bought at */
    renewalPriceCents: cents('renewal_price'),
    /** the plan and price that the provider was told last; null: those that were bought */
    providerPlanId: text('provider_plan_id'),
    providerPriceCents: cents('provider_price'),
    status: text('status').$type<MembershipStatus>().notNull().default('active'),
    gender: text('gender').notNull(),
    styles: jsonb('styles').$type<string[]>().notNull(),
    size: text('size').notNull(),
    /** somebody was unsure of the size: the measuring guide lies in the first box that leaves (spec §2) */
    needsGuide: boolean('needs_guide').notNull().default(false),
    address: jsonb('address').notNull(),
    /** who is asked about taste, normalized: the wearer; null where a giver left none */
    memberEmail: text('member_email'),
    /** who is asked about money, normalized: the purchaser, of a gift the giver */
    payerEmail: text('payer_email'),
    /** since when it is this person's, to whom it was handed over; null: since it was bought */
    theirsSince: instant('theirs_since'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    // A drop's boxes by their wearers, page by page.
    index('memberships_wearer').on(
      sql`fold_words(coalesce(${table.address} ->> 'fullName', '')) collate "C"`,
      table.id,
    ),
    // The same boxes, found by a word of a name (server/admin/drops/drop-boxes.ts).
    index('memberships_words').using('gin', sql`search_words(coalesce(${table.address} ->> 'fullName', ''))`),
    index('memberships_of_member').on(table.memberEmail),
    index('memberships_of_payer').on(table.payerEmail),
    // A person in the admin is a mailbox, named by its hash (server/members/mailboxes.ts).
    index('memberships_member_id').on(sql`md5(${table.memberEmail})`),
    index('memberships_payer_id').on(sql`md5(${table.payerEmail})`),
    check('memberships_status', sql`${table.status} in ${membershipStatus.all}`),
    check('memberships_lost', sql`(${table.lostAt} is null) = (${table.lostBy} is null)`),
    check('memberships_lost_by', sql`${table.lostBy} in ${wordsOf(lostWays)}`),
    check('memberships_cancel_reason', sql`${table.cancelReason} in ${wordsOf(cancelReasons)}`),
    check('memberships_reason_of_lost', sql`${table.cancelReason} is null or ${table.lostAt} is not null`),
    // The dashboard's: who was lost lately?
    index('memberships_lost_lately').on(table.lostAt).where(sql`${table.lostAt} is not null`),
    check('memberships_gifts_never_renew', sql`not (${table.isGift} and ${table.renews})`),
    index('memberships_person').on(table.personId),
    // Gifts to announce today: looked for every few minutes.
    index('memberships_new_gifts').on(table.createdAt).where(sql`${table.isGift}`),
    index('memberships_gifts_noticed').on(table.noticeOn).where(sql`${table.isGift}`),
    // What may still have to be announced, and whose recipient may have to be asked again: few of many gifts.
    index('memberships_gifts_untold')
      .on(table.id)
      .where(sql`${table.isGift} and not ${table.isNoticeWritten} and ${table.memberEmail} is not null`),
    index('memberships_gifts_unchosen')
      .on(table.id)
      .where(
        sql`${table.isGift} and not ${table.isReminded} and (${table.styles} @> '["Let Recipient Pick"]'::jsonb or ${table.size} = 'Let Recipient Choose')`,
      ),
    // The health page's: whose card was refused, and whose size does nobody know?
    index('memberships_past_due').on(table.id).where(sql`${table.status} = 'past_due'`),
    index('memberships_without_size')
      .on(table.id)
      .where(sql`${table.size} in ('Let Recipient Choose', 'Unsure')`),
    // The reconciler's question: whose renewal is due and not seen?
    index('memberships_due').on(table.paidUntil).where(sql`${table.renews}`),
    // Few: those whose terms the provider may hold otherwise (next-terms.ts), and those that the health page counts.
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
    /** the provider's intent or invoice, with the item for a payment of several */
    reference: text('reference').notNull().unique(),
    /** the provider's payment that holds the money, for refunds; null when nothing was due */
    intentId: text('intent_id'),
    /** how, where the provider never saw the money (domain/hand-order.ts) */
    paidBy: text('paid_by').$type<OfflinePaymentMethod>(),
    /** before tax, after any discount */
    amountCents: cents('amount').notNull(),
    taxCents: cents('tax').notNull().default(0),
    /** paid with store credit: what the boxes are worth beyond the money */
    creditCents: cents('credit').notNull().default(0),
    /** where it ships, as two letters: whose sales tax it is; null: no state of the US */
    shipState: text('ship_state'),
    boxCount: integer('box_count').notNull(),
    /** the plan that was paid for; null: of before it was kept, when it was the membership's */
    planId: text('plan_id'),
    paidAt: instant('paid_at').notNull(),
    /** the provider's calculation of its tax, and the transaction that counts it there; null: none */
    taxCalculationId: text('tax_calculation_id'),
    taxTransactionId: text('tax_transaction_id'),
    /** what the membership sells, in cents before tax, where another sum was paid: money that bought no boxes yet */
    expectedCents: cents('expected'),
    /** when the owner said what such a sum buys; null: not yet, or it needs no word */
    decidedAt: instant('decided_at'),
    /** 'open': the bank examines it; 'lost': the bank gave the money back. Null: neither, or the shop was right */
    dispute: text('dispute'),
  },
  (table) => [
    check('membership_payments_dispute', sql`${table.dispute} in ('open', 'lost')`),
    check('membership_payments_paid_by', sql`${table.paidBy} in ('cash', 'check', 'transfer')`),
    check('membership_payments_amount', sql`${table.amountCents} >= 0`),
    check('membership_payments_credit', sql`${table.creditCents} >= 0`),
    // Another sum than the membership sells buys nothing until the owner has decided.
    check('membership_payments_boxes', sql`${table.boxCount} > 0 or ${table.expectedCents} is not null`),
    index('membership_payments_membership').on(table.membershipId),
    // Whose payment is refunded or disputed at the provider?
    index('membership_payments_intent').on(table.intentId).where(sql`${table.intentId} is not null`),
    // The admin's question: what was paid today?
    index('membership_payments_paid').on(table.paidAt),
    index('membership_payments_differing')
      .on(table.paidAt)
      .where(sql`${table.expectedCents} is not null and ${table.decidedAt} is null`),
  ],
)

/**
 * Money given back: for boxes that will not ship (club-rules.md "Cancel"), or any sum for a reason. Written before the provider is
 * asked; one that somebody made at the provider is written when it is heard of.
 */
export const refunds = pgTable(
  'refunds',
  {
    id: primaryId(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => membershipPayments.id),
    amountCents: cents('amount').notNull(),
    taxCents: cents('tax').notNull().default(0),
    /** the provider's refund, null until it has answered */
    providerId: text('provider_id'),
    /** 'failed': it was refused or came back, and a person pays it in another way, which makes it 'settled' */
    status: text('status').$type<RefundStatus>().notNull().default('pending'),
    /** 'provider': by hand, at the provider's own page */
    madeBy: text('made_by').notNull().default('shop'),
    /** why, as its buyer reads it; null: the boxes say it */
    reason: text('reason'),
    /** the form of the admin that asked for it: posted twice, it gives once */
    askedAs: text('asked_as'),
    /** how often a person had it tried again */
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
    // One made by hand may give back parts of several memberships that were paid at once.
    unique('refunds_of_provider').on(table.providerId, table.paymentId),
    index('refunds_payment').on(table.paymentId),
    index('refunds_unanswered').on(table.createdAt).where(sql`${table.providerId} is null`),
  ],
)

/** What became of a refund after it was made, a line each time: the books of a month that is over stay as they were. */
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

/** A link in a mail that opens one membership's page without a password; the token is stored hashed. */
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
    /** the membership's person, here for the constraint that holds the no-repeat (club-rules.md "No repeat") */
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id),
    /** 'owed': bought by a payment; 'replacement': sent for a box that comes back, worth nothing of its own */
    kind: text('kind').$type<BoxKind>().notNull().default('owed'),
    paymentId: uuid('payment_id').references(() => membershipPayments.id),
    /** 1 for the first box of its payment; of a replacement, 1 for the first of its membership */
    ordinal: integer('ordinal').notNull(),
    drop: text('drop').notNull(),
    state: text('state').$type<BoxState>().notNull().default('owed'),
    /** this box's share of its payment; the shares of a payment add up to its amount */
    valueCents: cents('value').notNull(),
    productId: uuid('product_id').references(() => products.id),
    size: text('size'),
    /** the same belt was sent again in its place, in another size or whole: that box stands for both */
    isReplaced: boolean('is_replaced').notNull().default(false),
    /** why it is held: 'dispute'; 'size', 'address', 'unseen', 'stock' (domain/curation/curation.ts); 'return': a replacement whose original is waited for */
    holdReason: text('hold_reason'),
    refundId: uuid('refund_id').references(() => refunds.id),
    /** the owner chose its belt by hand: curation leaves it */
    isChosen: boolean('is_chosen').notNull().default(false),
    /** when it was packed; from then on its belt, size and address stand */
    packedAt: instant('packed_at'),
    /** the address as it stood when the box was packed: what its label says */
    shipTo: jsonb('ship_to'),
    /** when its belt was scanned and was the right one; null: nobody has scanned it, which keeps nothing from leaving */
    checkedAt: instant('checked_at'),
    trackingNumber: text('tracking_number'),
    shippedAt: instant('shipped_at'),
    deliveredAt: instant('delivered_at'),
    /** the shop's day on which its wearer is asked for a review; null: not sent, or asked */
    reviewOn: date('review_on', { mode: 'string' }),
    /** what is wrong with its parcel (docs/decisions/072), and since when; null: nothing that anybody knows of */
    trouble: text('trouble').$type<ParcelTrouble>(),
    troubleAt: instant('trouble_at'),
    /** when it was refunded or cancelled: it will never ship */
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
    // What a person was sent and is to be sent; boxes_no_repeat (a constraint of migration 0014) holds the 36 months.
    index('boxes_sent_to').on(table.personId, table.productId).where(sql`${table.productId} is not null`),
    index('boxes_membership').on(table.membershipId, table.drop),
    index('boxes_drop_state').on(table.drop, table.state),
    // The health page's: which boxes should have left, and which are held?
    index('boxes_waiting')
      .on(table.state, table.drop)
      .where(sql`${table.kind} = 'owed' and ${table.state} in ${boxState.list(...unshippedStates)}`),
    // Today's list: the boxes of a drop that are to leave, or held, one after the other.
    index('boxes_to_leave')
      .on(table.drop, table.id)
      .where(sql`${table.kind} = 'owed' and ${table.state} in ${boxState.list(...unshippedStates)}`),
    // Whose parcel is it: by its tracking number, or by how its reference ends (domain/drop.ts boxReference)?
    index('boxes_tracking').on(table.trackingNumber).where(sql`${table.trackingNumber} is not null`),
    index('boxes_reference_end').on(sql`substr(${table.id}::text, 10, 4)`),
    index('boxes_promised')
      .on(table.productId, table.size)
      .where(
        sql`${table.productId} is not null and ${table.packedAt} is null and ${table.state} in ${boxState.list(...unpackedStates)}`,
      ),
    // The notices' questions: of which belt is a review asked today, and what has left lately?
    index('boxes_review_due').on(table.reviewOn).where(sql`${table.reviewOn} is not null`),
    index('boxes_shipped').on(table.shippedAt).where(sql`${table.shippedAt} is not null`),
    // Those that left before it was kept when.
    index('boxes_left_unsaid')
      .on(table.updatedAt)
      .where(sql`${table.shippedAt} is null and ${table.state} in ${boxState.list(...leftStates)}`),
    index('boxes_product').on(table.productId).where(sql`${table.productId} is not null`),
  ],
)
