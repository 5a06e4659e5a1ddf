import { eq } from 'drizzle-orm'
import { users } from '../../db/schema.ts'
import type { Role } from '../../domain/admin/fields.ts'
import { passwordProblem } from '../../domain/admin/password-rules.ts'
import { normalizeEmail } from '../../domain/email.ts'
import { ShopError } from '../../domain/errors.ts'
import { type Config, ConfigError } from '../shop/config.ts'
import type { Shop } from '../shop/shop.ts'
import { isWellKnownPassword, requireGood } from './change-password.ts'
import { generatePassword, hashPassword } from './hash-password.ts'
import { type Actor, audit } from './staff.ts'

export type NewAdmin = {
  username: string
  email: string | null
  role: Role
  /** null: one is generated, and must be changed at the first sign-in */
  password: string | null
}

/**
 * Creates a user who may sign in to the admin.
 * @returns the generated password, to be shown once; null if one was given
 * @throws ShopError 'invalid_body', or 'taken' if the name or address is in use
 */
export async function createAdmin(
  shop: Shop,
  input: NewAdmin,
  by: Actor,
): Promise<{ newPassword: string | null }> {
  const username = input.username.trim()
  if (username === '') throw new ShopError('invalid_body', 'An administrator needs a name: give --username.')
  if (input.password !== null) await requireGood(input.password, [username, shop.config.shopName])
  const newPassword = input.password === null ? generatePassword() : null
  const password = await hashPassword(input.password ?? newPassword!)
  const { role } = input
  const email = input.email === null ? null : normalizeEmail(input.email)
  await shop.db.transaction(async (tx) => {
    const [made] = await tx
      .insert(users)
      .values({ username, email, password, role, isAdmin: true, mustChangePassword: newPassword !== null })
      .onConflictDoNothing()
      .returning({ id: users.id })
    if (!made) {
      throw new ShopError('taken', `There is a user ${username} already, or this email: choose another name.`)
    }
    await audit(tx, by, shop.now(), {
      action: 'user.create',
      entity: 'users',
      entityId: made.id,
      after: { username, email, role },
      tells: 'owners',
    })
  })
  return { newPassword }
}

/** Minimum length of ADMIN_PASSWORD, as documented elsewhere; otherwise the rules for every password apply. */
const shortestOfSettings = 8

/**
 * Refuses an ADMIN_PASSWORD that is easy to guess, even if the administrator already exists: it may be their password.
 * @throws ConfigError
 */
export async function requireGoodAdminPassword({ adminPassword, adminUsername, startedAs }: Config) {
  if (adminPassword === null) return
  const names = [adminUsername, startedAs.shopName]
  const problem =
    passwordProblem(adminPassword, names, shortestOfSettings) ??
    ((await isWellKnownPassword(adminPassword))
      ? 'This is one of the first that thieves try. Use a few unrelated words.'
      : null)
  if (problem) throw new ConfigError(`The setting ADMIN_PASSWORD is wrong. ${problem}`)
}

export type FirstAdmin = {
  username: string
  /** set only at the start that creates the admin: shown once, and stored as a hash */
  newPassword: string | null
}

/** Creates the first administrator if there is none. */
export async function ensureFirstAdmin(shop: Shop): Promise<FirstAdmin> {
  const [existing] = await shop.db
    .select({ username: users.username })
    .from(users)
    .where(eq(users.isAdmin, true))
    .orderBy(users.createdAt)
    .limit(1)
  if (existing) return { username: existing.username, newPassword: null }
  const { adminUsername, adminPassword } = shop.config
  const password = adminPassword ?? generatePassword()
  const made = await shop.db
    .insert(users)
    .values({
      username: adminUsername,
      password: await hashPassword(password),
      isAdmin: true,
      role: 'owner',
      // A generated password was shown on a screen and in a log; one from the settings is the owner's own.
      mustChangePassword: adminPassword === null,
    })
    .onConflictDoNothing()
    .returning({ id: users.id })
  return { username: adminUsername, newPassword: made.length > 0 && !adminPassword ? password : null }
}
