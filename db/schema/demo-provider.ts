import { sql } from 'drizzle-orm'
import { boolean, check, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { type DisputeStatus, disputeStatuses } from '../../domain/dispute.ts'
import { createdAt, instant, updatedAt, wordsOf } from './columns.ts'

/**
 * What the demo payment provider remembers. It stands in for a company across the network, so no other table refers to it
 * and only server/adapters/demo-payments.ts reads it.
 */
export const demoIntents = pgTable(
  'demo_intents',
  {
    id: text('id').primaryKey(),
    clientSecret: text('client_secret').notNull().unique(),
    idempotencyKey: text('idempotency_key').notNull().unique(),
    checkoutId: uuid('checkout_id').notNull(),
    customerId: text('customer_id').notNull(),
    subscriptionId: text('subscription_id'),
    /** setup: nothing is due now, and a card is saved for later */
    kind: text('kind').notNull().default('payment'),
    amountCents: integer('amount_cents').notNull(),
    currency: text('currency').notNull().default('USD'),
    status: text('status').notNull().default('requires_payment_method'),
    payerEmail: text('payer_email'),
    paymentMethod: text('payment_method'),
    paidAt: instant('paid_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    check(
      'demo_intents_status',
      sql`${table.status} in ('requires_payment_method', 'requires_action', 'succeeded', 'canceled')`,
    ),
  ],
)

export const demoSubscriptions = pgTable(
  'demo_subscriptions',
  {
    id: text('id').primaryKey(),
    idempotencyKey: text('idempotency_key').notNull().unique(),
    customerId: text('customer_id').notNull(),
    planId: text('plan_id').notNull(),
    /** months per term */
    months: integer('months').notNull().default(1),
    checkoutId: uuid('checkout_id').notNull(),
    /** cents of each renewal, before tax and after any discount; and its tax */
    amountCents: integer('amount_cents').notNull().default(0),
    taxCents: integer('tax_cents').notNull().default(0),
    nextChargeOn: text('next_charge_on').notNull(),
    cancelAtPeriodEnd: boolean('cancel_at_period_end').notNull().default(false),
    status: text('status').notNull().default('active'),
    createdAt: createdAt(),
  },
  (table) => [
    check(
      'demo_subscriptions_status',
      sql`${table.status} in ('incomplete', 'active', 'past_due', 'canceled')`,
    ),
  ],
)

/** A demo customer's card on file: its label, and whether its bank pays renewals. */
export const demoCards = pgTable('demo_cards', {
  customerId: text('customer_id').primaryKey(),
  label: text('label').notNull(),
  paysRenewals: boolean('pays_renewals').notNull().default(true),
  /** the last month it's valid, YYYY-MM */
  lastMonth: text('last_month'),
  /** when the customer chose it on the card page; null: the card used when joining */
  chosenAt: instant('chosen_at'),
  updatedAt: updatedAt(),
})

export const demoInvoices = pgTable(
  'demo_invoices',
  {
    id: text('id').primaryKey(),
    subscriptionId: text('subscription_id').notNull(),
    amountCents: integer('amount_cents').notNull(),
    taxCents: integer('tax_cents').notNull(),
    /** store credit deducted from the amount */
    creditCents: integer('credit_cents').notNull().default(0),
    /** the plan it bills; null for bills from before plans could change */
    planId: text('plan_id'),
    status: text('status').notNull().default('open'),
    intentId: text('intent_id'),
    /** the term it pays for: its first day, and the day of the next charge */
    periodStart: text('period_start').notNull(),
    periodEnd: text('period_end').notNull(),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptOn: text('next_attempt_on'),
    /** the card that was last declined */
    triedCardId: text('tried_card_id'),
    paidAt: instant('paid_at'),
    createdAt: createdAt(),
  },
  (table) => [
    check('demo_invoices_status', sql`${table.status} in ('open', 'paid', 'void')`),
    // A term is billed once, however many processes check.
    unique('demo_invoices_term').on(table.subscriptionId, table.periodStart),
  ],
)

export const demoRefunds = pgTable('demo_refunds', {
  id: text('id').primaryKey(),
  idempotencyKey: text('idempotency_key').notNull().unique(),
  intentId: text('intent_id').notNull(),
  amountCents: integer('amount_cents').notNull(),
  createdAt: createdAt(),
})

/** A payment that its buyer disputes at the demo's bank (server/adapters/demo/disputes.ts). */
export const demoDisputes = pgTable(
  'demo_disputes',
  {
    id: text('id').primaryKey(),
    /** a payment is disputed once */
    intentId: text('intent_id').notNull().unique(),
    amountCents: integer('amount_cents').notNull(),
    /** "fraudulent", as the real provider says it */
    reason: text('reason').notNull(),
    status: text('status').$type<DisputeStatus>().notNull(),
    dueBy: instant('due_by').notNull(),
    /** when an answer was prepared, and when it was sent to the bank */
    stagedAt: instant('staged_at'),
    submittedAt: instant('submitted_at'),
    /** when the bank decided */
    closedAt: instant('closed_at'),
    createdAt: createdAt(),
  },
  (table) => [check('demo_disputes_status', sql`${table.status} in ${wordsOf(disputeStatuses)}`)],
)
