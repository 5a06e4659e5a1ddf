import { users } from '../../db/schema.ts'
import type { Role } from '../../domain/admin/fields.ts'
import { normalizeEmail } from '../../domain/email.ts'
import { ShopError } from '../../domain/errors.ts'
import type { Shop } from '../shop/shop.ts'
import { type Actor, audit } from './audit.ts'
import { requireGood } from './change-password.ts'
import { generatePassword, hashPassword } from './hash-password.ts'

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
