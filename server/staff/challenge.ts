import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { loginChallenges } from '../../db/schema.ts'
import { ShopError } from '../../domain/errors.ts'
import type { Shop } from '../shop/shop.ts'
import { newToken, tokenHash } from './session-token.ts'

/** Milliseconds in which a passkey has to answer. */
const answerWithin = 5 * 60_000

type Purpose = 'passkey-sign-in' | 'passkey-add' | 'passkey-confirm'

/** What a passkey signs: 256 random bits, of which the database keeps the hash. `userId` null: whoever answers. */
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

/** Whether this challenge was given for this, to this user, and not taken yet: each is taken once. */
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

/** Ed25519, ES256 and RS256 (RFC 9053, RFC 8812): what authenticators sign with today. */
export const supportedAlgorithmIDs = [-8, -7, -257]

/** The host and the origin that a passkey is bound to: those of PUBLIC_URL, whatever a request says. */
export function relyingParty(shop: Shop) {
  const { hostname, origin } = new URL(shop.config.publicUrl)
  return { rpID: hostname, origin }
}

/** What the library refuses is told in one sentence, whatever it was. */
export function refusePasskey(cause?: unknown): ShopError {
  return new ShopError(
    'not_allowed',
    'This passkey was not taken. Try again, or sign in with your name and password.',
    cause instanceof Error ? { cause } : {},
  )
}
