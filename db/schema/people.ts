import { sql } from 'drizzle-orm'
import { boolean, check, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant, primaryId } from '../columns.ts'

/** Administrators (spec §3). `password` holds an argon2id hash. */
export const users = pgTable('users', {
  id: primaryId(),
  username: text('username').notNull().unique(),
  password: text('password').notNull(),
  email: text('email').unique(),
  isAdmin: boolean('is_admin').notNull().default(false),
  stripeCustomerId: text('stripe_customer_id'),
  stripeSubscriptionId: text('stripe_subscription_id'),
  createdAt: createdAt(),
})

/** A signed-in device of an administrator; the token is stored hashed. */
export const sessions = pgTable(
  'sessions',
  {
    id: primaryId(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    tokenHash: text('token_hash').notNull().unique(),
    createdAt: createdAt(),
    lastSeenAt: instant('last_seen_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('sessions_user').on(table.userId), index('sessions_expiry').on(table.expiresAt)],
)

/** Who wears the belts. One row a person, so that memberships and gifts to one person share a history (club.md). */
export const people = pgTable('people', {
  id: primaryId(),
  /** normalised e-mail, else name + address (domain/membership.ts personKey) */
  key: text('key').notNull().unique(),
  createdAt: createdAt(),
})

export const newsletterSubscribers = pgTable(
  'newsletter_subscribers',
  {
    id: primaryId(),
    email: text('email').notNull().unique(),
    name: text('name'),
    status: text('status').notNull().default('active'),
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
    check('newsletter_subscribers_status', sql`${table.status} in ('active', 'unsubscribed', 'bounced')`),
  ],
)
