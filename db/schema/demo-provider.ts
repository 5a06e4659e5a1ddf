import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant, updatedAt } from '../columns.ts'

/**
 * What the demo payment provider remembers: it stands in for a company on the other side of the network, so no
 * other table refers to it and only server/adapters/demo-payments.ts reads it.
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

export const demoSubscriptions = pgTable('demo_subscriptions', {
  id: text('id').primaryKey(),
  idempotencyKey: text('idempotency_key').notNull().unique(),
  customerId: text('customer_id').notNull(),
  planId: text('plan_id').notNull(),
  checkoutId: uuid('checkout_id').notNull(),
  nextChargeOn: text('next_charge_on').notNull(),
  status: text('status').notNull().default('active'),
  createdAt: createdAt(),
})
