import { eq } from 'drizzle-orm'
import { loginChallenges, passkeys, users } from '../../db/schema.ts'
import { ShopError } from '../../domain/errors.ts'
import type { Device } from '../shop/caller.ts'
import type { Shop } from '../shop/shop.ts'
import { isPassword } from './hash-password.ts'
import { countFailure, countLogin, countSuccess } from './limit-logins.ts'
import { type OpenedSession, openSession } from './open-session.ts'
import { newToken, tokenHash } from './session-token.ts'

/** Milliseconds to complete the second step. */
const secondStepWithin = 5 * 60_000

/** Signed in; or the second step is needed; or the user isn't an administrator (spec §6). */
export type SignIn =
  | { kind: 'in'; session: OpenedSession }
  | { kind: 'second-step'; challenge: string }
  | { kind: 'no-admin'; user: { id: string; username: string; email: string | null } }

/**
 * The first step: name and password. Every failure has the same message and takes the same time.
 * @throws ShopError 'not_signed_in', 'too_many_requests', 'proof_needed'
 */
export async function signIn(
  shop: Shop,
  input: { username: string; password: string },
  device: Device,
): Promise<SignIn> {
  const attempt = await countLogin(shop, input.username, device)
  const [user] = await shop.db.select().from(users).where(eq(users.username, input.username.trim()))
  if (!(await isPassword(user?.password, input.password)) || !user || user.disabledAt) {
    await countFailure(shop, device)
    throw new ShopError('not_signed_in', 'Invalid credentials')
  }
  if (!user.isAdmin) {
    const { id, username, email } = user
    return { kind: 'no-admin', user: { id, username, email } }
  }
  const [passkey] = await shop.db
    .select({ id: passkeys.id })
    .from(passkeys)
    .where(eq(passkeys.userId, user.id))
    .limit(1)
  // Someone with passkeys must use one, or a recovery code: the password alone would weaken what they chose.
  if (user.totpConfirmedAt || passkey) {
    const challenge = newToken()
    const expiresAt = new Date(shop.now().getTime() + secondStepWithin)
    await shop.db
      .insert(loginChallenges)
      .values({ tokenHash: tokenHash(challenge), userId: user.id, kind: 'totp', expiresAt })
    return { kind: 'second-step', challenge }
  }
  const session = await shop.db.transaction(async (tx) => {
    await countSuccess(tx, attempt)
    return openSession(tx, shop, user, device)
  })
  return { kind: 'in', session }
}
