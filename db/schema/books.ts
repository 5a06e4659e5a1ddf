import { sql } from 'drizzle-orm'
import {
  bigserial,
  check,
  date,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core'
import type { MovementKind } from '../../domain/movement.ts'
import type { TaxWay } from '../../domain/tax.ts'
import { cents, createdAt, instant } from './columns.ts'

/**
 * The day from which sales tax is collected in a state, and how; the latest rule that has started applies
 * (domain/tax.ts).
 */
export const salesTaxRules = pgTable(
  'sales_tax_rules',
  {
    /** two-letter code */
    state: text('state').notNull(),
    /** the shop's day */
    from: date('from_day', { mode: 'string' }).notNull(),
    way: text('way').$type<TaxWay>().notNull(),
    /** percent */
    ratePercent: numeric('rate_percent', { precision: 6, scale: 4 }),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.state, table.from] }),
    check('sales_tax_rules_way', sql`${table.way} in ('rate', 'provider', 'none')`),
    check('sales_tax_rules_rate', sql`(${table.way} = 'rate') = (${table.ratePercent} is not null)`),
    check('sales_tax_rules_percent', sql`${table.ratePercent} > 0 and ${table.ratePercent} <= 20`),
  ],
)

/** A state whose threshold was reached or nearly reached, and how the owner answered: one row a year. */
export const salesTaxWarnings = pgTable(
  'sales_tax_warnings',
  {
    /** two-letter code */
    state: text('state').notNull(),
    /** percent of the threshold: 80 or 100 */
    level: integer('level').notNull(),
    year: integer('year').notNull(),
    /** the shop's day when it was first noticed */
    warnedOn: date('warned_on', { mode: 'string' }).notNull(),
    /** when staff marked it as handled; null: not yet */
    seenAt: instant('seen_at'),
  },
  (table) => [
    primaryKey({ columns: [table.state, table.level, table.year] }),
    check('sales_tax_warnings_level', sql`${table.level} in (80, 100)`),
  ],
)

/** What shipped on each day of the shop, summed up: sums over years read this table, not every box. */
export const shippedDays = pgTable(
  'shipped_days',
  {
    day: date('day', { mode: 'string' }).notNull(),
    planId: text('plan_id').notNull(),
    /** code of the destination state; empty: unknown */
    state: text('state').notNull(),
    boxes: integer('boxes').notNull(),
    /** payments into the state whose first box shipped on this day: orders and renewals */
    sales: integer('sales').notNull(),
    /** before tax, as in the books */
    valueCents: cents('value').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.planId, table.state] })],
)

/**
 * Ship times whose day has to be summed again. Triggers add a row for each box that ships and for anything else that
 * affects a day's sums; the summing job removes it (server/books/shipped-days.ts, docs/decisions/112).
 */
export const changedShipments = pgTable('changed_shipments', {
  id: bigserial('id', { mode: 'number' }).primaryKey(),
  leftAt: instant('left_at').notNull(),
})

/**
 * What moved the balance at the provider, as it reports it: fees and payouts are booked from this, and the rest is
 * compared.
 */
export const balanceMovements = pgTable(
  'balance_movements',
  {
    /** the provider's id */
    id: text('id').primaryKey(),
    /** its reporting category: "charge", "fee", "payout" */
    category: text('category').notNull(),
    /** what it is to the books (domain/movement.ts); null: read by an older version, so its category says it */
    kind: text('kind').$type<MovementKind>(),
    amountCents: cents('amount').notNull(),
    /** deducted on top of the amount */
    feeCents: cents('fee').notNull().default(0),
    sourceId: text('source_id'),
    /** the payment behind its charge, refund or dispute; empty: none; null: not known yet */
    intentId: text('intent_id'),
    description: text('description'),
    /** the payout that includes it (for a payout, itself); null: none yet, or not known yet */
    payoutId: text('payout_id'),
    at: instant('at').notNull(),
  },
  (table) => [
    index('balance_movements_at').on(table.at),
    // What explains a movement is reckoned from all movements of its payment, refund or dispute.
    index('balance_movements_source').on(table.sourceId),
    index('balance_movements_intent').on(table.intentId),
    index('balance_movements_payout').on(table.payoutId).where(sql`${table.payoutId} is not null`),
  ],
)

/**
 * Movements of the provider's balance that no row of the shop explains: a task until someone decides, or until an event that
 * came late explains it (docs/decisions/126).
 */
export const strayMovements = pgTable(
  'stray_movements',
  {
    /** the movement's id */
    id: text('id').primaryKey(),
    /** the part of it that nothing explains */
    amountCents: cents('amount').notNull(),
    at: instant('at').notNull(),
    foundAt: instant('found_at').notNull(),
    /** when it was explained, or someone decided; null: it waits */
    settledAt: instant('settled_at'),
    /** what it became; 'income': the shop's own, or its cost if it went out; null: something explained it */
    became: text('became'),
    /** the order, or the line of store credit */
    becameId: text('became_id'),
    /** in the owner's words, if they only noted it */
    note: text('note'),
  },
  (table) => [
    check('stray_movements_became', sql`${table.became} in ('order', 'credit', 'income', 'noted')`),
    index('stray_movements_open').on(table.at).where(sql`${table.settledAt} is null`),
  ],
)
