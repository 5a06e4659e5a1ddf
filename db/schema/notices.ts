import { sql } from 'drizzle-orm'
import { check, date, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { cents, createdAt, instant, primaryId } from '../columns.ts'

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

/** A new price of a plan as it was announced to those who renew it (club.md "Renewal law"). */
export const priceChanges = pgTable(
  'price_changes',
  {
    id: primaryId(),
    planId: text('plan_id').notNull(),
    nowCents: cents('now_price').notNull(),
    thenCents: cents('then_price').notNull(),
    /** charges from this day on are at the new price */
    effectiveOn: date('effective_on', { mode: 'string' }).notNull(),
    /** the shop's day of the announcement, at least 30 before */
    announcedOn: date('announced_on', { mode: 'string' }).notNull(),
    /** it was called off: nobody is told any more */
    withdrawnAt: instant('withdrawn_at'),
    createdAt: createdAt(),
  },
  (table) => [
    check('price_changes_ahead', sql`${table.effectiveOn} >= ${table.announcedOn} + 30`),
    check('price_changes_prices', sql`${table.thenCents} > 0 and ${table.thenCents} <> ${table.nowCents}`),
    index('price_changes_plan').on(table.planId, table.effectiveOn),
  ],
)
