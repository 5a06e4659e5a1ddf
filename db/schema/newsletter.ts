import { sql } from 'drizzle-orm'
import { check, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { SubscriberStatus } from '../../domain/subscriber.ts'
import { instant, primaryId } from '../columns.ts'
import { subscriberStatus } from '../states.ts'

export const newsletterSubscribers = pgTable(
  'newsletter_subscribers',
  {
    id: primaryId(),
    email: text('email').notNull().unique(),
    name: text('name'),
    status: text('status').$type<SubscriberStatus>().notNull().default('active'),
    source: text('source'),
    subscribedAt: instant('subscribed_at').notNull().defaultNow(),
    unsubscribedAt: instant('unsubscribed_at'),
    preferences: jsonb('preferences'),
    /** when the owner of the address agreed; null: nobody did yet, so nothing but the question is sent there */
    confirmedAt: instant('confirmed_at'),
    /** when a mail about signing up last went out, which happens once an hour at most */
    mailedAt: instant('mailed_at'),
    /** 256 random bits in the links of mails; readable, because every letter carries it anew */
    token: text('token').unique(),
  },
  (table) => [
    index('newsletter_subscribers_newest').on(table.subscribedAt, table.id),
    check('newsletter_subscribers_status', sql`${table.status} in ${subscriberStatus.all}`),
  ],
)
