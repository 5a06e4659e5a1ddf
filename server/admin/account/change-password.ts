import { and, eq, ne } from 'drizzle-orm'
import { loginChallenges, sessions, users } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import { passwordProblem } from '../../../domain/admin/password-rules.ts'
import { ShopError } from '../../../domain/errors.ts'
import type { Shop } from '../../shop.ts'
import { audit } from '../audit.ts'
import { hashPassword } from '../hash-password.ts'
import type { Staff } from '../staff.ts'
import { isWellKnownPassword } from './is-well-known-password.ts'
import { requirePassword } from './require-password.ts'

/**
 * A new password of one's own; every other device is signed out, and this one goes on under a new token.
 * @throws ShopError 'not_allowed' for a wrong current one, 'invalid_body' for a weak new one
 */
export async function changePassword(
  shop: Shop,
  { currentPassword, newPassword }: AdminInput<'changePassword'>,
  staff: Staff,
): Promise<AdminReply<'changePassword'>> {
  await requireGood(newPassword, [staff.username, shop.config.shopName])
  await requirePassword(shop, staff, currentPassword)
  if (newPassword === currentPassword) throw weak('This is the password you have: choose another.')
  const password = await hashPassword(newPassword)
  await shop.db.transaction(async (tx) => {
    await tx
      .update(users)
      .set({ password, mustChangePassword: false, passwordChangedAt: shop.now() })
      .where(eq(users.id, staff.userId))
    // What began with the old password ends with it.
    await tx.delete(loginChallenges).where(eq(loginChallenges.userId, staff.userId))
    await tx.delete(sessions).where(and(eq(sessions.userId, staff.userId), ne(sessions.id, staff.sessionId)))
    await audit(tx, staff, shop.now(), {
      action: 'user.password',
      entity: 'users',
      entityId: staff.userId,
      tells: 'owners',
    })
  })
  return { success: true }
}

/** @throws ShopError 'invalid_body' for a password that is guessed soon */
export async function requireGood(password: string, names: readonly string[]) {
  const problem = passwordProblem(password, names)
  if (problem) throw weak(problem)
  if (await isWellKnownPassword(password))
    throw weak('This is one of the first that are tried: use a few unrelated words.')
}

function weak(sentence: string): ShopError {
  return new ShopError('invalid_body', sentence, { fields: { newPassword: sentence } })
}
