import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { loginChallenges, sessions, users } from '../../db/schema.ts'
import { ShopError } from '../../domain/errors.ts'
import type { Shop } from '../shop/shop.ts'
import { generatePassword, hashPassword } from './hash-password.ts'
import { clearFailures } from './limit-logins.ts'
import { type Actor, audit } from './staff.ts'
import { removeTwoStep } from './two-step.ts'

export type PasswordReset = { username: string; removeTwoStep: boolean }

/**
 * Generates a new password for someone who forgot theirs, to be changed at the next sign-in. Signs them out everywhere and
 * lifts the account's lock.
 * @returns the password, to be shown once
 * @throws ShopError 'not_found'
 */
export async function resetPassword(shop: Shop, input: PasswordReset, by: Actor): Promise<string> {
  const made = generatePassword()
  const password = await hashPassword(made)
  await shop.db.transaction(async (tx) => {
    const [user] = await tx
      .update(users)
      .set({ password, mustChangePassword: true, passwordChangedAt: null })
      .where(eq(users.username, input.username))
      .returning()
    if (!user?.isAdmin) {
      throw new ShopError('not_found', `There is no administrator ${input.username}: check the name.`)
    }
    await endSessionsOf(tx, user.id)
    await clearFailures(tx, user.username)
    if (input.removeTwoStep) await removeTwoStep(tx, user.id)
    await audit(tx, by, shop.now(), {
      action: 'user.password-reset',
      entity: 'users',
      entityId: user.id,
      after: { username: user.username, removeTwoStep: input.removeTwoStep },
      tells: 'owners',
    })
  })
  return made
}

/** A staff member's row, locked until the transaction ends. @throws ShopError 'not_found' */
export async function findUser(tx: Transaction, userId: string) {
  const [user] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, userId), eq(users.isAdmin, true)))
    .for('update')
  if (!user) throw new ShopError('not_found', 'No one on the staff has this id.')
  return user
}

/** Makes sure that an owner remains. @throws ShopError 'not_possible' if this is the last one */
export async function requireAnotherOwner(tx: Transaction, userId: string) {
  // Locked in a fixed order: two owners who remove each other at the same time must not both succeed.
  const owners = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'owner'), eq(users.isAdmin, true), isNull(users.disabledAt)))
    .orderBy(asc(users.id))
    .for('update')
  if (owners.every(({ id }) => id === userId)) {
    throw new ShopError('not_possible', 'This is the last owner. Make someone else an owner first.')
  }
}

/** Signs someone out on every device, and ends sign-ins waiting for their second step. */
export async function endSessionsOf(tx: Transaction, userId: string) {
  await tx.delete(loginChallenges).where(eq(loginChallenges.userId, userId))
  await tx.delete(sessions).where(eq(sessions.userId, userId))
}
