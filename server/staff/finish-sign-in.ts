import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { loginChallenges, users } from '../../db/schema.ts'
import { ShopError } from '../../domain/errors.ts'
import type { Device } from '../shop/caller.ts'
import type { Shop } from '../shop/shop.ts'
import { countLogin, countSuccess } from './limit-logins.ts'
import { type OpenedSession, openSession } from './open-session.ts'
import { tokenHash } from './session-token.ts'
import { consumeCode, countCode, unreadableSecret } from './two-step-codes.ts'

/** Codes that may be tried before the sign-in has to start over. */
const maxTries = 5

/**
 * The second step: a code from the app, or a recovery code.
 * @throws ShopError 'not_signed_in', 'too_many_requests'
 */
export async function finishSignIn(
  shop: Shop,
  input: { challenge: string; code: string },
  device: Device,
): Promise<OpenedSession> {
  const hash = tokenHash(input.challenge)
  const [tried] = await shop.db
    .update(loginChallenges)
    .set({ attempts: sql`${loginChallenges.attempts} + 1` })
    .where(
      and(
        eq(loginChallenges.tokenHash, hash),
        eq(loginChallenges.kind, 'totp'),
        gt(loginChallenges.expiresAt, shop.now()),
        lt(loginChallenges.attempts, maxTries),
      ),
    )
    .returning({ userId: loginChallenges.userId })
  const [user] = tried?.userId
    ? await shop.db
        .select()
        .from(users)
        .where(and(eq(users.id, tried.userId), isNull(users.disabledAt), eq(users.isAdmin, true)))
    : []
  if (!user) {
    throw new ShopError('not_signed_in', 'That took too long, or too many tries. Start again.', {
      details: { begin: 'again' },
    })
  }
  const attempt = await countLogin(shop, user.username, device, 'go-on')
  const codeAttempt = await countCode(shop, user.id, device.address)
  return shop.db.transaction(async (tx) => {
    const ended = await tx.delete(loginChallenges).where(eq(loginChallenges.tokenHash, hash)).returning()
    const taken = ended.length === 0 ? 'wrong' : await consumeCode(tx, shop, user, input.code)
    if (taken === 'unreadable') throw new ShopError('not_signed_in', unreadableSecret)
    if (taken === 'wrong') {
      throw new ShopError('not_signed_in', 'That code is wrong, or it’s been used. Enter the next one.')
    }
    await countSuccess(tx, attempt)
    await countSuccess(tx, codeAttempt)
    return openSession(tx, shop, user, device)
  })
}
