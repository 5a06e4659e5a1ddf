import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { loginChallenges, passkeys, users } from '../../db/schema.ts'
import { ShopError } from '../../domain/errors.ts'
import { limitCaller } from '../limits/count-hits.ts'
import type { Device } from '../shop/caller.ts'
import type { Shop } from '../shop/shop.ts'
import { checkAnswer, newChallenge, relyingParty } from './challenge.ts'
import { isPassword } from './hash-password.ts'
import { countFailure, countLogin, countSuccess } from './limit-logins.ts'
import { type OpenedSession, openSession } from './session.ts'
import { newToken, tokenHash } from './session-token.ts'
import { consumeCode, countCode, unreadableSecret } from './two-step-codes.ts'

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

/** Asks the browser for any passkey of this shop, so no name is typed. @throws ShopError 'too_many_requests' */
export async function startPasskeySignIn(shop: Shop, { address }: Device) {
  const sentence = 'That’s a lot of sign-ins from one place. Try again in an hour.'
  await limitCaller(shop, 'passkey', address, [120, 240], sentence)
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
  return {
    options: await generateAuthenticationOptions({
      rpID: relyingParty(shop).rpID,
      challenge: await newChallenge(shop, 'passkey-sign-in', null),
      userVerification: 'required',
    }),
  }
}

/**
 * Both steps in one: possession of the device, and the fingerprint, face or PIN that unlocks it. @throws ShopError
 * 'not_allowed'
 */
export function signInByPasskey(shop: Shop, answer: { id: string }, device: Device): Promise<OpenedSession> {
  return shop.db.transaction(async (tx) =>
    openSession(tx, shop, await checkAnswer(tx, shop, 'passkey-sign-in', answer, null), device),
  )
}

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
