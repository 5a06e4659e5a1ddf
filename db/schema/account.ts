import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { memberships } from './club.ts'
import { createdAt, instant, primaryId } from './columns.ts'

/** A link in a mail that lets its reader in without a password. Only the token's hash is kept. */
export const accountLinks = pgTable(
  'account_links',
  {
    tokenHash: text('token_hash').primaryKey(),
    /**
     * 'sign-in': once, into the member's page; 'gift': a recipient's choice, until its cut-offs are over; 'data-copy' and
     * 'data-deletion': all that is kept of the address, by whoever reads its mail
     */
    purpose: text('purpose').notNull(),
    /** normalised */
    email: text('email').notNull(),
    membershipId: uuid('membership_id').references(() => memberships.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
    createdAt: createdAt(),
  },
  (table) => [
    check(
      'account_links_purpose',
      sql`${table.purpose} in ('sign-in', 'gift', 'data-copy', 'data-deletion')`,
    ),
    index('account_links_email').on(table.email, table.createdAt),
    index('account_links_expiry').on(table.expiresAt),
    index('account_links_membership').on(table.membershipId),
  ],
)

/** A device on which somebody opened the link of a mail to `email`. */
export const accountSessions = pgTable(
  'account_sessions',
  {
    id: primaryId(),
    tokenHash: text('token_hash').notNull().unique(),
    /** normalised */
    email: text('email').notNull(),
    /** of the token before this one, which is good for some minutes more (server/members/member-session.ts) */
    previousTokenHash: text('previous_token_hash').unique(),
    /** since when the token is this one; null: since the beginning */
    rotatedAt: instant('rotated_at'),
    /** whether the browser has come back with it */
    isTokenKnown: boolean('is_token_known').notNull().default(true),
    /** when its reader showed that the mailbox is theirs; null: by a link that may have been forwarded */
    provedAt: instant('proved_at'),
    userAgent: text('user_agent').notNull().default(''),
    lastSeenAt: instant('last_seen_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('account_sessions_email').on(table.email),
    index('account_sessions_expiry').on(table.expiresAt),
  ],
)

/** Since when an address's signed links count (server/members/manage-link.ts): it signed out everywhere then. */
export const accountRevocations = pgTable('account_revocations', {
  /** normalised */
  email: text('email').primaryKey(),
  revokedAt: instant('revoked_at').notNull(),
})

/** How often something happened, by whom (hashed) and in slots of ten minutes, so that all processes agree on a limit. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text('key').notNull(),
    /** tens of minutes since 1970 */
    slot: integer('slot').notNull(),
    hits: integer('hits').notNull().default(1),
  },
  (table) => [primaryKey({ columns: [table.key, table.slot] }), index('rate_limits_age').on(table.slot)],
)
