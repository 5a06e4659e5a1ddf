import { sql } from 'drizzle-orm'
import {
  bigserial,
  boolean,
  check,
  date,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { cents, primaryId } from './columns.ts'

/**
 * Memberships with a change that affects the dashboard's sums. Triggers add a row with each statement; the summing job
 * removes it (server/figures/add-up.ts, docs/decisions/087).
 */
export const changedMemberships = pgTable('changed_memberships', {
  id: bigserial('id', { mode: 'number' }).primaryKey(),
  membershipId: uuid('membership_id').notNull(),
})

/** What the dashboard knows about a membership since it was last summed: the rows behind its figures. */
export const membershipFigures = pgTable(
  'membership_figures',
  {
    membershipId: uuid('membership_id').primaryKey(),
    isGift: boolean('is_gift').notNull(),
    /** 'active' or 'past_due' */
    isRunning: boolean('is_running').notNull(),
    renews: boolean('renews').notNull(),
    /** the plan at purchase, whatever came after */
    planId: text('plan_id').notNull(),
    /** the drop of its first box, which never changes */
    cohort: text('cohort').notNull(),
    /** drops where it has a paid box that was not refunded */
    drops: text('drops').array().notNull(),
    /** the shop's day of its first payment */
    joinedOn: date('joined_on', { mode: 'string' }).notNull(),
    /** the shop's day when its renewals ended; null: it renews, or never did */
    lostOn: date('lost_on', { mode: 'string' }),
    /** its last payment divided by the months of that term: dollars, not rounded; null: it doesn't renew */
    recurring: numeric('recurring'),
    /** for a gift: 'waiting', 'running' or 'ended' */
    stage: text('stage'),
    /** what it brought in (docs/decisions/087); negative if the bank took more than it paid */
    worthCents: cents('worth').notNull(),
    /** the shop's day of its next charge, its price before a code, and what the code takes off; null: no charge to come */
    dueOn: date('due_on', { mode: 'string' }),
    termCents: cents('term'),
    offCents: cents('off'),
  },
  (table) => [
    check('membership_figures_stage', sql`(${table.stage} is not null) = ${table.isGift}`),
    index('membership_figures_joined').on(table.joinedOn, table.membershipId),
    index('membership_figures_lost')
      .on(table.lostOn, table.membershipId)
      .where(sql`${table.lostOn} is not null`),
    index('membership_figures_cohort').on(table.cohort, table.planId, table.membershipId),
    index('membership_figures_stage_of')
      .on(table.stage, table.joinedOn, table.membershipId)
      .where(sql`${table.stage} is not null`),
    index('membership_figures_due')
      .on(table.dueOn, table.membershipId)
      .where(sql`${table.dueOn} is not null`),
  ],
)

/** The dashboard's sums, as rows that add up to them, by kind and subject (server/figures/add-up.ts). */
export const figureLines = pgTable(
  'figure_lines',
  {
    id: primaryId(),
    kind: text('kind').notNull(),
    /** a drop, a day, a belt; '': all */
    of: text('of_what').notNull().default(''),
    /** a plan, a drop or an answer within it; '': all */
    by: text('by_what').notNull().default(''),
    number: integer('number').notNull(),
    /** dollars, not rounded */
    amount: numeric('amount').notNull().default('0'),
  },
  (table) => [index('figure_lines_kind').on(table.kind, table.of)],
)

/**
 * How often each step of the quiz was reached per day and traffic source: only counts, no people. Visitors whose source
 * was lost in a reload, and those who refuse to be counted, are in no row (docs/decisions/062).
 */
export const quizSources = pgTable(
  'quiz_sources',
  {
    /** the shop's day */
    day: date('day', { mode: 'string' }).notNull(),
    version: integer('version').notNull(),
    /** 1 to 6; 7: added to the cart */
    step: integer('step').notNull(),
    /** utm_source, utm_medium and utm_campaign of the link, else the host it was on, 'direct', 'other'; '': not given */
    source: text('source').notNull(),
    medium: text('medium').notNull(),
    campaign: text('campaign').notNull(),
    count: integer('count').notNull().default(0),
  },
  (table) => [
    primaryKey({
      columns: [table.day, table.source, table.medium, table.campaign, table.version, table.step],
    }),
    check('quiz_sources_step', sql`${table.step} between 1 and 7`),
  ],
)
