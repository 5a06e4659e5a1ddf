import { sql } from 'drizzle-orm'
import { check, date, index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { Consent } from '../../domain/renewal-terms.ts'
import { cents, createdAt, instant, primaryId, updatedAt } from '../columns.ts'
import { memberships } from './club.ts'

/** Kinds of mail that an address may refuse with one click (RFC 8058); what the law asks for is none of them. */
export const mailOptouts = pgTable(
  'mail_optouts',
  {
    /** normalised */
    email: text('email').notNull(),
    /** 'gift-reminders', 'size-reminders', 'yearly-summary' */
    kind: text('kind').notNull(),
    /** 256 random bits in the links of mails; readable, because every such mail carries it anew */
    token: text('token').notNull().unique(),
    /** null: still welcome, the link was only offered */
    optedOutAt: instant('opted_out_at'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.email, table.kind] }),
    check('mail_optouts_kind', sql`${table.kind} in ('gift-reminders', 'size-reminders', 'yearly-summary')`),
  ],
)

/** A price run: a new price for those who renew a plan, told 30 days ahead (club.md "Renewal law"). */
export const priceChanges = pgTable(
  'price_changes',
  {
    id: primaryId(),
    planId: text('plan_id').notNull(),
    /** what new buyers paid when it began */
    nowCents: cents('now_price').notNull(),
    thenCents: cents('then_price').notNull(),
    /** charges from this day on are at the new price */
    effectiveOn: date('effective_on', { mode: 'string' }).notNull(),
    /** the shop's day of the announcement, at least 30 before */
    announcedOn: date('announced_on', { mode: 'string' }).notNull(),
    /** it was stopped: who was not charged at it yet keeps the price of before */
    withdrawnAt: instant('withdrawn_at'),
    /** everybody whom it touches was charged, or has left */
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

/** One member whom a price run touches. */
export const priceRunMembers = pgTable(
  'price_run_members',
  {
    runId: uuid('run_id')
      .notNull()
      .references(() => priceChanges.id),
    membershipId: uuid('membership_id')
      .notNull()
      .references(() => memberships.id),
    /** what a term costs before and after, before a code and before tax */
    nowCents: cents('now_price').notNull(),
    thenCents: cents('then_price').notNull(),
    /** the first charge at the new price, and the day of its notice; while it waits, as things stand */
    chargeOn: date('charge_on', { mode: 'string' }).notNull(),
    tellOn: date('tell_on', { mode: 'string' }).notNull(),
    /** 'waiting': not told; 'told': the notice has left; 'charged': paid at the new price; 'undone': stopped before;
     * 'left': nothing is charged any more */
    state: text('state').notNull().default('waiting'),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.runId, table.membershipId] }),
    check('price_run_members_state', sql`${table.state} in ('waiting', 'told', 'charged', 'undone', 'left')`),
    index('price_run_members_open').on(table.membershipId).where(sql`${table.state} in ('waiting', 'told')`),
  ],
)

/** A member’s next term is to be of another plan, from the click until it is charged or taken back. */
export const planChanges = pgTable(
  'plan_changes',
  {
    id: primaryId(),
    membershipId: uuid('membership_id')
      .notNull()
      .references(() => memberships.id),
    fromPlanId: text('from_plan_id').notNull(),
    toPlanId: text('to_plan_id').notNull(),
    /** what a term of the new plan costs, as it was shown, before a code and before tax */
    priceCents: cents('price').notNull(),
    /** what was agreed to: version, text, instant */
    consent: jsonb('consent').$type<Consent>().notNull(),
    /** who of the staff did it; null: the member */
    username: text('username'),
    state: text('state').notNull().default('open'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    check('plan_changes_state', sql`${table.state} in ('open', 'charged', 'undone')`),
    uniqueIndex('plan_changes_open').on(table.membershipId).where(sql`${table.state} = 'open'`),
  ],
)
