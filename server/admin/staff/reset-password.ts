import { eq } from 'drizzle-orm'
import { users } from '../../../db/schema.ts'
import { ShopError } from '../../../domain/errors.ts'
import type { Shop } from '../../shop.ts'
import { type Actor, audit } from '../audit.ts'
import { hashPassword, makePassword } from '../hash-password.ts'
import { forgetFailures } from '../sign-in/limit-logins.ts'
import { removeTwoStep } from '../two-step/end-two-step.ts'
import { endSessionsOf } from './find-user.ts'

export type PasswordReset = { username: string; removeTwoStep: boolean }

/**
 * A made password in place of one that is forgotten, to be changed at the next sign-in. Signs out everywhere and lifts
 * the lock of the account.
 * @returns the password, to be shown once
 * @throws ShopError 'not_found'
 */
export async function resetPassword(shop: Shop, input: PasswordReset, by: Actor): Promise<string> {
  const made = makePassword()
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
    await forgetFailures(tx, user.username)
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
