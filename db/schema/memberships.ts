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
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Gender } from '../../domain/belt.ts'
import { type CancelReason, cancelReasons, type LostWay, lostWays } from '../../domain/cancellation.ts'
import type { CartShipping } from '../../domain/cart.ts'
import type { HandoverChoice, HandoverState } from '../../domain/handover.ts'
import type { MembershipStatus } from '../../domain/membership.ts'
import { cents, createdAt, inches, instant, primaryId, updatedAt, wordsOf } from './columns.ts'
import { orderItems } from './orders.ts'
import { handoverState, membershipStatus } from './states.ts'

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
    gender: text('gender').$type<Gender>().notNull(),
    styles: jsonb('styles').$type<string[]>().notNull(),
    size: text('size').notNull(),
    /**
     * the length of the wearer's own belt that this size was read from (domain/measured.ts); null: not measured. A trigger
     * empties it with the size, and in a handover.
     */
    measuredInches: inches('measured_inches'),
    /** someone was unsure of the size: the first box that ships includes the measuring guide (spec §2) */
    needsGuide: boolean('needs_guide').notNull().default(false),
    address: jsonb('address').$type<Partial<CartShipping>>().notNull(),
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
    // The admin identifies a person by the hash of their mailbox (server/members/member.ts).
    index('memberships_member_id').on(sql`md5(${table.memberEmail})`),
    index('memberships_payer_id').on(sql`md5(${table.payerEmail})`),
    check('memberships_status', sql`${table.status} in ${membershipStatus.all}`),
    check('memberships_lost', sql`(${table.lostAt} is null) = (${table.lostBy} is null)`),
    check('memberships_lost_by', sql`${table.lostBy} in ${wordsOf(lostWays)}`),
    check('memberships_cancel_reason', sql`${table.cancelReason} in ${wordsOf(cancelReasons)}`),
    check('memberships_reason_of_lost', sql`${table.cancelReason} is null or ${table.lostAt} is not null`),
    // For the dashboard: recently lost memberships.
    index('memberships_lost_lately').on(table.lostAt).where(sql`${table.lostAt} is not null`),
    check('memberships_measured', sql`${table.measuredInches} between 20 and 60`),
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

/**
 * A member's strap as a public page (docs/decisions/139): there only while it's shared. A trigger ends it in a handover.
 */
export const sharedStraps = pgTable(
  'shared_straps',
  {
    membershipId: uuid('membership_id')
      .primaryKey()
      .references(() => memberships.id, { onDelete: 'cascade' }),
    /** the page's address: random, because a UUID of ours tells when it was made */
    token: text('token').notNull().unique(),
    /** what the member agreed to, word for word */
    words: text('words').notNull(),
    agreedAt: instant('agreed_at').notNull(),
  },
  (table) => [check('shared_straps_token', sql`${table.token} ~ '^[A-Za-z0-9_-]{32}$'`)],
)

/**
 * A membership being handed to another person (docs/decisions/089). The id comes from the admin's form, so sending it
 * twice asks once.
 */
export const handovers = pgTable(
  'handovers',
  {
    id: primaryId(),
    membershipId: uuid('membership_id')
      .notNull()
      .references(() => memberships.id, { onDelete: 'cascade' }),
    /** who had it, and who will; normalized */
    fromEmail: text('from_email'),
    toEmail: text('to_email').notNull(),
    toName: text('to_name').notNull(),
    state: text('state').$type<HandoverState>().notNull().default('asked'),
    choice: jsonb('choice').$type<HandoverChoice>(),
    /** the provider's customer and setup intent of the new card; null: not needed, or not started */
    customerId: text('customer_id'),
    intentId: text('intent_id'),
    /** the previous person's subscription, until the provider has ended it; null: none, or ended */
    formerSubscriptionId: text('former_subscription_id'),
    username: text('username').notNull(),
    expiresAt: instant('expires_at').notNull(),
    createdAt: createdAt(),
    doneAt: instant('done_at'),
  },
  (table) => [
    check('handovers_state', sql`${table.state} in ${handoverState.all}`),
    index('handovers_membership').on(table.membershipId),
    uniqueIndex('handovers_one_at_a_time')
      .on(table.membershipId)
      .where(sql`${table.state} in ${handoverState.list('asked', 'accepted')}`),
    index('handovers_to_finish')
      .on(table.id)
      .where(sql`${table.state} = 'accepted' or ${table.formerSubscriptionId} is not null`),
    index('handovers_to').on(table.toEmail),
    index('handovers_from').on(table.fromEmail),
  ],
)
