import { sql } from 'drizzle-orm'
import { boolean, check, date, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { cents, createdAt, primaryId } from './columns.ts'

/** A promotion code the owner made: percent or amount off, once or forever. */
export const promotionCodes = pgTable(
  'promotion_codes',
  {
    id: primaryId(),
    /** upper case, the form used in comparisons */
    code: text('code').notNull().unique(),
    percentOff: integer('percent_off'),
    amountOffCents: cents('amount_off'),
    duration: text('duration').notNull(),
    /** ids of the plans it's valid for; null: all */
    plans: jsonb('plans').$type<string[]>(),
    /** the last day it's valid, in the shop's time zone; null: no end */
    expiresOn: date('expires_on', { mode: 'string' }),
    /** how many orders can use it; null: any number */
    mostUses: integer('most_uses'),
    /** the owner of this store credit, normalized: no one else can use the code; null: anyone can */
    email: text('email'),
    isActive: boolean('is_active').notNull().default(true),
    createdAt: createdAt(),
  },
  (table) => [
    check('promotion_codes_code', sql`${table.code} = upper(${table.code}) and ${table.code} <> ''`),
    check('promotion_codes_percent', sql`${table.percentOff} between 1 and 100`),
    check('promotion_codes_amount', sql`${table.amountOffCents} > 0`),
    check('promotion_codes_one', sql`(${table.percentOff} is null) <> (${table.amountOffCents} is null)`),
    check('promotion_codes_duration', sql`${table.duration} in ('once', 'forever')`),
    check('promotion_codes_uses', sql`${table.mostUses} > 0`),
  ],
)
