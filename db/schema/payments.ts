import { sql } from 'drizzle-orm'
import {
  bigserial,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import type { RefundMove } from '../../domain/books.ts'
import { type DisputeStage, type DisputeStatus, disputeStatuses } from '../../domain/dispute.ts'
import type { OfflinePaymentMethod } from '../../domain/manual-order.ts'
import type { RefundStatus } from '../../domain/refund.ts'
import { cents, createdAt, instant, primaryId, updatedAt, wordsOf } from './columns.ts'
import { memberships } from './memberships.ts'
import { refundStatus } from './states.ts'

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
    /**
     * when money that someone had charged by hand at the provider became this payment; null: the shop charged it itself
     * (docs/decisions/126)
     */
    adoptedAt: instant('adopted_at'),
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
    // The tax alone can be refunded, too.
    check('refunds_amount', sql`${table.amountCents} >= 0 and ${table.amountCents} + ${table.taxCents} > 0`),
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

/**
 * A refund at the provider, and when its money left and came back: one that is made again has another one. A trigger on
 * `refunds` writes them, with the time in `updated_at`.
 */
export const refundTries = pgTable(
  'refund_tries',
  {
    /** the provider's id */
    providerId: text('provider_id').notNull(),
    refundId: uuid('refund_id')
      .notNull()
      .references(() => refunds.id, { onDelete: 'cascade' }),
    madeAt: instant('made_at').notNull(),
    cameBackAt: instant('came_back_at'),
  },
  (table) => [
    primaryKey({ columns: [table.providerId, table.refundId] }),
    index('refund_tries_refund').on(table.refundId),
  ],
)

/** Events of the payment provider, stored once by id, then handled by the worker (stripe.md §6). */
export const paymentEvents = pgTable(
  'payment_events',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    payload: jsonb('payload').notNull(),
    receivedAt: instant('received_at').notNull().defaultNow(),
    handledAt: instant('handled_at'),
    runAt: instant('run_at').notNull().defaultNow(),
    attempts: integer('attempts').notNull().default(0),
    lastError: text('last_error'),
  },
  (table) => [index('payment_events_due').on(table.runAt).where(sql`${table.handledAt} is null`)],
)

/** A payment that its buyer disputed at the bank, as the provider reports it. */
export const disputes = pgTable(
  'disputes',
  {
    /** the provider's id */
    id: text('id').primaryKey(),
    intentId: text('intent_id').notNull(),
    amountCents: cents('amount').notNull(),
    /** the bank's reason in the provider's words: "fraudulent" */
    reason: text('reason').notNull(),
    state: text('state').$type<DisputeStage>().notNull(),
    /** the provider's word for it: what the shop does follows from `state` (domain/dispute.ts) */
    status: text('status').$type<DisputeStatus>().notNull().default('needs_response'),
    /** the deadline to answer; null: no answer is expected */
    dueBy: instant('due_by'),
    /** when the bank first took the money, as far as the shop saw; null: it only asked */
    openedAt: instant('opened_at'),
    /** when it was decided; null: it isn't, or not anymore */
    closedAt: instant('closed_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    check('disputes_state', sql`${table.state} in ('inquiry', 'open', 'won', 'lost')`),
    index('disputes_intent').on(table.intentId),
  ],
)

/**
 * Each status a dispute had, with its day, money and deadline: the books post each on its own day, so a closed month stays
 * as it was (docs/decisions/125). A trigger on `disputes` writes them, with the time in `updated_at`.
 */
export const disputeChanges = pgTable(
  'dispute_changes',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    disputeId: text('dispute_id')
      .notNull()
      .references(() => disputes.id, { onDelete: 'cascade' }),
    status: text('status').$type<DisputeStatus>().notNull(),
    amountCents: cents('amount').notNull(),
    dueBy: instant('due_by'),
    at: instant('at').notNull(),
  },
  (table) => [
    check('dispute_changes_status', sql`${table.status} in ${wordsOf(disputeStatuses)}`),
    index('dispute_changes_dispute').on(table.disputeId),
  ],
)

/**
 * Sales tax that a lost payment charged for boxes that never left: it's taken back like a refund's. The tax of what had
 * shipped stays owed to the state.
 */
export const lostTaxes = pgTable(
  'lost_taxes',
  {
    id: primaryId(),
    disputeId: text('dispute_id')
      .notNull()
      .references(() => disputes.id),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => membershipPayments.id),
    /** what was paid for those boxes, before tax */
    amountCents: cents('amount').notNull(),
    taxCents: cents('tax').notNull(),
    at: instant('at').notNull(),
    /** when the bank decided for the shop after all: the tax is charged again */
    undoneAt: instant('undone_at'),
    /** the reversal at the provider; null: not yet */
    taxReversalId: text('tax_reversal_id'),
  },
  (table) => [
    index('lost_taxes_payment').on(table.paymentId),
    index('lost_taxes_dispute').on(table.disputeId),
  ],
)

/** The bank's warning that a payment may be disputed: a refund in time avoids it. */
export const fraudWarnings = pgTable(
  'fraud_warnings',
  {
    /** the provider's id */
    id: text('id').primaryKey(),
    intentId: text('intent_id').notNull(),
    /** the provider's word: "made_with_stolen_card" */
    kind: text('kind').notNull(),
    /** neither refunded nor disputed yet */
    isOpen: boolean('is_open').notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('fraud_warnings_intent').on(table.intentId)],
)
