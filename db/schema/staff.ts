import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { Role } from '../../domain/admin/fields.ts'
import { createdAt, instant, primaryId, type StoredCauser } from './columns.ts'

/** Administrators (spec §3). `password` holds an argon2id hash. */
export const users = pgTable(
  'users',
  {
    id: primaryId(),
    username: text('username').notNull().unique(),
    password: text('password').notNull(),
    email: text('email').unique(),
    isAdmin: boolean('is_admin').notNull().default(false),
    stripeCustomerId: text('stripe_customer_id'),
    stripeSubscriptionId: text('stripe_subscription_id'),
    createdAt: createdAt(),
    /** what this user can do (domain/admin/permissions.ts) */
    role: text('role').$type<Role>().notNull().default('viewer'),
    /** someone else set the password: every other call is refused until it's changed */
    mustChangePassword: boolean('must_change_password').notNull().default(false),
    passwordChangedAt: instant('password_changed_at'),
    /** base32, sealed (server/shop/secrets.ts); two-step sign-in is on once it's confirmed */
    totpSecret: text('totp_secret'),
    totpConfirmedAt: instant('totp_confirmed_at'),
    /** the time step (30 s, RFC 6238) of the last accepted code, so that no code works twice */
    totpLastStep: bigint('totp_last_step', { mode: 'number' }),
    disabledAt: instant('disabled_at'),
  },
  (table) => [check('users_role', sql`${table.role} in ('owner', 'packer', 'support', 'viewer')`)],
)

/** A signed-in device of an administrator; only the token's hash is stored. */
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
    /** the token before the last rotation: requests already under way may still carry it for a moment */
    previousTokenHash: text('previous_token_hash').unique(),
    /** until when the previous token works; null until the browser has shown that it got the new one */
    previousEndsAt: instant('previous_ends_at'),
    rotatedAt: instant('rotated_at').notNull().defaultNow(),
    /** shown in the list of signed-in devices */
    userAgent: text('user_agent').notNull().default(''),
    address: text('address').notNull().default(''),
    /** when the password or a passkey was last confirmed in this session */
    confirmedAt: instant('confirmed_at'),
  },
  (table) => [index('sessions_user').on(table.userId), index('sessions_expiry').on(table.expiresAt)],
)

/** Each one replaces the second step once, for when the phone is lost. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    id: primaryId(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    codeHash: text('code_hash').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [index('recovery_codes_user').on(table.userId)],
)

/** The public half of a key stored in someone's phone, computer or security key (WebAuthn level 3). */
export const passkeys = pgTable(
  'passkeys',
  {
    id: primaryId(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** base64url, as named by the authenticator */
    credentialId: text('credential_id').notNull().unique(),
    /** COSE, as base64url */
    publicKey: text('public_key').notNull(),
    /** signature counter; many authenticators leave it at 0 */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    /** how a browser can reach it, as reported by the browser */
    transports: jsonb('transports').notNull().default([]),
    /** the name its owner gave it */
    name: text('name').notNull(),
    createdAt: createdAt(),
    lastUsedAt: instant('last_used_at'),
  },
  (table) => [index('passkeys_user').on(table.userId)],
)

/**
 * A browser in which a staff member has signed in before, recognized by a cookie; a sign-in from any other is reported by
 * email.
 */
export const staffDevices = pgTable(
  'staff_devices',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    lastSeenAt: instant('last_seen_at').notNull(),
  },
  (table) => [index('staff_devices_user').on(table.userId)],
)

/** A sign-in waiting for its second half: the second step after a correct password, or a passkey's answer. */
export const loginChallenges = pgTable(
  'login_challenges',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    kind: text('kind').notNull(),
    attempts: integer('attempts').notNull().default(0),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    check(
      'login_challenges_kind',
      sql`${table.kind} in ('totp', 'passkey-sign-in', 'passkey-add', 'passkey-confirm')`,
    ),
    index('login_challenges_expiry').on(table.expiresAt),
  ],
)

/** Sign-in attempts, counted by account and by address (both hashed), so that all processes agree when to slow down. */
export const loginAttempts = pgTable(
  'login_attempts',
  {
    id: primaryId(),
    accountKey: text('account_key').$type<StoredCauser>().notNull(),
    addressKey: text('address_key').$type<StoredCauser>().notNull(),
    succeeded: boolean('succeeded').notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [
    index('login_attempts_account').on(table.accountKey, table.createdAt),
    index('login_attempts_address').on(table.addressKey, table.createdAt),
    index('login_attempts_age').on(table.createdAt),
  ],
)

/** Who did what to which row. A trigger rejects changing or deleting a row (migration 0007). */
export const auditLog = pgTable(
  'audit_log',
  {
    id: primaryId(),
    at: instant('at').notNull(),
    /** null: done from the owner's command line */
    userId: uuid('user_id'),
    username: text('username').notNull(),
    role: text('role').notNull(),
    /** noun and verb, e.g. 'order.status' */
    action: text('action').notNull(),
    /** table of the row */
    entity: text('entity').notNull(),
    entityId: text('entity_id').notNull(),
    /** only what changed */
    before: jsonb('before'),
    after: jsonb('after'),
  },
  (table) => [
    index('audit_log_newest').on(table.at.desc().nullsFirst(), table.id),
    index('audit_log_row').on(table.entity, table.entityId, table.at),
    index('audit_log_user').on(table.userId, table.at),
    index('audit_log_entity').on(table.entity, table.at),
    index('audit_log_action').on(table.action, table.at),
  ],
)
