import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { loginChallenges, passkeys, users } from '../../db/schema.ts'
import { ShopError } from '../../domain/errors.ts'
import type { Shop } from '../shop/shop.ts'
import { newToken, tokenHash } from './session-token.ts'

/** Milliseconds a passkey has to answer. */
const answerWithin = 5 * 60_000

type Purpose = 'passkey-sign-in' | 'passkey-add' | 'passkey-confirm'

/**
 * A new challenge for a passkey to sign: 256 random bits, of which the database stores the hash. `userId` null: anyone may
 * answer.
 */
export async function newChallenge(
  shop: Shop,
  kind: Purpose,
  userId: string | null,
): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = newToken()
  const expiresAt = new Date(shop.now().getTime() + answerWithin)
  await shop.db.insert(loginChallenges).values({ tokenHash: tokenHash(challenge), userId, kind, expiresAt })
  return new Uint8Array(Buffer.from(challenge, 'base64url'))
}

/** Consumes a challenge. Returns whether it was issued for this purpose and user, hasn't expired and wasn't used before. */
export async function consumeChallenge(
  tx: Transaction,
  now: Date,
  kind: Purpose,
  userId: string | null,
  challenge: string,
) {
  const taken = await tx
    .delete(loginChallenges)
    .where(
      and(
        eq(loginChallenges.tokenHash, tokenHash(challenge)),
        eq(loginChallenges.kind, kind),
        userId === null ? isNull(loginChallenges.userId) : eq(loginChallenges.userId, userId),
        gt(loginChallenges.expiresAt, now),
      ),
    )
    .returning({ kind: loginChallenges.kind })
  return taken.length > 0
}

/** Ed25519, ES256 and RS256 (RFC 9053, RFC 8812), which authenticators use today. */
export const supportedAlgorithmIDs = [-8, -7, -257]

/** The host and origin a passkey is bound to: always those of PUBLIC_URL, whatever the request says. */
export function relyingParty(shop: Shop) {
  const { hostname, origin } = new URL(shop.config.publicUrl)
  return { rpID: hostname, origin }
}

/** One message for whatever the library rejects. */
export function refusePasskey(cause?: unknown): ShopError {
  return new ShopError(
    'not_allowed',
    'That passkey didn’t work. Try again, or sign in with your name and password.',
    cause instanceof Error ? { cause } : {},
  )
}

/**
 * Verifies a passkey's answer and returns its user: the signature must be over an unused challenge of ours, made for this
 * shop's address by a device that verified its user (WebAuthn level 3 §7.2).
 * @param userId whose passkey it must be; null: anyone's who may sign in
 * @throws ShopError 'not_allowed', the same for every failure
 */
export async function checkAnswer(
  tx: Transaction,
  shop: Shop,
  kind: 'passkey-sign-in' | 'passkey-confirm',
  answer: { id: string },
  userId: string | null,
) {
  const [known] = await tx
    .select({ passkey: passkeys, user: users })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.userId))
    .where(and(eq(passkeys.credentialId, answer.id), eq(users.isAdmin, true), isNull(users.disabledAt)))
    .for('update', { of: passkeys })
  if (!known || (userId !== null && known.user.id !== userId)) throw refusePasskey()
  const { passkey, user } = known
  const { rpID, origin } = relyingParty(shop)
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: answer as unknown as AuthenticationResponseJSON,
    expectedChallenge: (challenge) => consumeChallenge(tx, shop.now(), kind, userId, challenge),
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
      counter: passkey.counter,
    },
  }).catch((error: unknown) => {
    throw refusePasskey(error)
  })
  if (!verified) throw refusePasskey()
  await tx
    .update(passkeys)
    .set({ counter: authenticationInfo.newCounter, lastUsedAt: shop.now() })
    .where(eq(passkeys.id, passkey.id))
  return user
}
