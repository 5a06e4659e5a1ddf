import { sql } from 'drizzle-orm'
import { boolean, check, date, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { cents, createdAt, primaryId } from '../columns.ts'

/** A promotion code that the owner made: percent or amount off, once or for ever. */
export const promotionCodes = pgTable(
  'promotion_codes',
  {
    id: primaryId(),
    /** upper case, as it is compared */
    code: text('code').notNull().unique(),
    percentOff: integer('percent_off'),
    amountOffCents: cents('amount_off'),
    duration: text('duration').notNull(),
    /** plan ids it is good for; null: all */
    plans: jsonb('plans').$type<string[]>(),
    /** the last day of the shop's time zone on which it is good; null: no end */
    expiresOn: date('expires_on', { mode: 'string' }),
    /** most orders that may use it; null: any number */
    mostUses: integer('most_uses'),
    /** whose store credit it is, normalised: nobody else can use it; null: everybody's */
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
