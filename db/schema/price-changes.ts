import { sql } from 'drizzle-orm'
import { check, date, index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { openPriceRuns, type PlanChangeState, type PriceRunState } from '../../domain/price-change.ts'
import type { Consent } from '../../domain/renewal-terms.ts'
import { cents, createdAt, instant, primaryId, updatedAt } from './columns.ts'
import { memberships } from './memberships.ts'
import { planChangeState, priceRunState } from './states.ts'

/** A price run: a new price for members who renew a plan, announced 30 days ahead (club-rules.md "Renewal law"). */
export const priceChanges = pgTable(
  'price_changes',
  {
    id: primaryId(),
    planId: text('plan_id').notNull(),
    /** what new buyers paid when it started */
    nowCents: cents('now_price').notNull(),
    thenCents: cents('then_price').notNull(),
    /** charges on or after this day use the new price */
    effectiveOn: date('effective_on', { mode: 'string' }).notNull(),
    /** the shop's day of the announcement, at least 30 days before */
    announcedOn: date('announced_on', { mode: 'string' }).notNull(),
    /** when it was stopped: members not yet charged at the new price keep the old one */
    withdrawnAt: instant('withdrawn_at'),
    /** when everyone affected had been charged or had left */
    finishedAt: instant('finished_at'),
    createdAt: createdAt(),
  },
  (table) => [
    check('price_changes_ahead', sql`${table.effectiveOn} >= ${table.announcedOn} + 30`),
    check('price_changes_prices', sql`${table.thenCents} > 0`),
    index('price_changes_plan').on(table.planId, table.effectiveOn),
    // One at a time: two new prices of a plan would race for the same charge.
    uniqueIndex('price_changes_running')
      .on(table.planId)
      .where(sql`${table.withdrawnAt} is null and ${table.finishedAt} is null`),
  ],
)

/** One member affected by a price run. */
export const priceRunMembers = pgTable(
  'price_run_members',
  {
    runId: uuid('run_id')
      .notNull()
      .references(() => priceChanges.id),
    membershipId: uuid('membership_id')
      .notNull()
      .references(() => memberships.id),
    /** the price per term before and after, before any code and tax */
    nowCents: cents('now_price').notNull(),
    thenCents: cents('then_price').notNull(),
    /** the first charge at the new price, and the day of its notice; an estimate while `state` is 'waiting' */
    chargeOn: date('charge_on', { mode: 'string' }).notNull(),
    tellOn: date('tell_on', { mode: 'string' }).notNull(),
    /**
     * 'waiting': not told; 'told': the notice was sent; 'charged': paid at the new price; 'undone': stopped before that;
     * 'left': nothing more is charged
     */
    state: text('state').$type<PriceRunState>().notNull().default('waiting'),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.runId, table.membershipId] }),
    check('price_run_members_state', sql`${table.state} in ${priceRunState.all}`),
    index('price_run_members_open')
      .on(table.membershipId)
      .where(sql`${table.state} in ${priceRunState.list(...openPriceRuns)}`),
  ],
)

/** A change of plan for a member’s next term, from the click until it's charged or undone. */
export const planChanges = pgTable(
  'plan_changes',
  {
    id: primaryId(),
    membershipId: uuid('membership_id')
      .notNull()
      .references(() => memberships.id),
    fromPlanId: text('from_plan_id').notNull(),
    toPlanId: text('to_plan_id').notNull(),
    /** the new plan's price per term as shown, before any code and tax */
    priceCents: cents('price').notNull(),
    /** what the member agreed to: version, text, instant */
    consent: jsonb('consent').$type<Consent>().notNull(),
    /** the staff member who did it; null: the member */
    username: text('username'),
    state: text('state').$type<PlanChangeState>().notNull().default('open'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    check('plan_changes_state', sql`${table.state} in ${planChangeState.all}`),
    uniqueIndex('plan_changes_open').on(table.membershipId).where(sql`${table.state} = 'open'`),
  ],
)
