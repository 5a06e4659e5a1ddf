import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { HandoverChoice, HandoverState } from '../../domain/handover.ts'
import { memberships } from './club.ts'
import { createdAt, instant, primaryId } from './columns.ts'
import { handoverState } from './states.ts'

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

/**
 * A membership being handed to another person (docs/decisions/089). The id comes from the admin's form, so sending it
 * twice asks once.
 */
export const handovers = pgTable(
  'handovers',
  {
    id: primaryId(),
    membershipId: uuid('membership_id')
      .notNull()
      .references(() => memberships.id, { onDelete: 'cascade' }),
    /** who had it, and who will; normalized */
    fromEmail: text('from_email'),
    toEmail: text('to_email').notNull(),
    toName: text('to_name').notNull(),
    state: text('state').$type<HandoverState>().notNull().default('asked'),
    choice: jsonb('choice').$type<HandoverChoice>(),
    /** the provider's customer and setup intent of the new card; null: not needed, or not started */
    customerId: text('customer_id'),
    intentId: text('intent_id'),
    /** the previous person's subscription, until the provider has ended it; null: none, or ended */
    formerSubscriptionId: text('former_subscription_id'),
    username: text('username').notNull(),
    expiresAt: instant('expires_at').notNull(),
    createdAt: createdAt(),
    doneAt: instant('done_at'),
  },
  (table) => [
    check('handovers_state', sql`${table.state} in ${handoverState.all}`),
    index('handovers_membership').on(table.membershipId),
    uniqueIndex('handovers_one_at_a_time')
      .on(table.membershipId)
      .where(sql`${table.state} in ${handoverState.list('asked', 'accepted')}`),
    index('handovers_to_finish')
      .on(table.id)
      .where(sql`${table.state} = 'accepted' or ${table.formerSubscriptionId} is not null`),
    index('handovers_to').on(table.toEmail),
    index('handovers_from').on(table.fromEmail),
  ],
)

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
    // The admin identifies a person by the hash of their mailbox (server/members/mailboxes.ts).
    index('other_mailboxes_id').on(sql`md5(${table.email})`),
  ],
)

/** How often something happened, by whom (hashed) and per ten-minute slot, so that all processes share a limit. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text('key').notNull(),
    /** number of ten-minute slots since 1970 */
    slot: integer('slot').notNull(),
    hits: integer('hits').notNull().default(1),
  },
  (table) => [primaryKey({ columns: [table.key, table.slot] }), index('rate_limits_age').on(table.slot)],
)
