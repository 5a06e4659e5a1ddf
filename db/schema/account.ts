import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant, primaryId } from './columns.ts'
import { memberships } from './memberships.ts'

/** A link in an email that lets its reader in without a password. Only the token's hash is stored. */
export const accountLinks = pgTable(
  'account_links',
  {
    tokenHash: text('token_hash').primaryKey(),
    /**
     * 'sign-in': single use, to the member's page; 'gift': a recipient's choice, until its cut-offs have passed;
     * 'data-copy' and 'data-deletion': all data kept about the address, for whoever reads its email
     */
    purpose: text('purpose').notNull(),
    /** normalized */
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

/** A device on which someone opened an emailed link for `email`. */
export const accountSessions = pgTable(
  'account_sessions',
  {
    id: primaryId(),
    tokenHash: text('token_hash').notNull().unique(),
    /** normalized */
    email: text('email').notNull(),
    /** hash of the previous token, which works for a few more minutes (server/members/member-session.ts) */
    previousTokenHash: text('previous_token_hash').unique(),
    /** when the current token was set; null: at sign-in */
    rotatedAt: instant('rotated_at'),
    /** whether the browser has come back with the current token */
    isTokenKnown: boolean('is_token_known').notNull().default(true),
    /** when the member proved the mailbox is theirs; null: signed in by a link that may have been forwarded */
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

/** When an address signed out everywhere: its signed links from before that don't work (server/members/manage-link.ts). */
export const accountRevocations = pgTable('account_revocations', {
  /** normalized */
  email: text('email').primaryKey(),
  revokedAt: instant('revoked_at').notNull(),
})

/** Another mailbox of a person the shop knows by their first one (docs/decisions/090). The first one has no row. */
export const otherMailboxes = pgTable(
  'other_mailboxes',
  {
    /** normalized */
    email: text('email').primaryKey(),
    /** the first one; normalized */
    firstEmail: text('first_email').notNull(),
    username: text('username').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    check('other_mailboxes_two', sql`${table.email} <> ${table.firstEmail}`),
    index('other_mailboxes_first').on(table.firstEmail),
    // The admin identifies a person by the hash of their mailbox (server/members/member.ts).
    index('other_mailboxes_id').on(sql`md5(${table.email})`),
  ],
)
