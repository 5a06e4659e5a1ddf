import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { loginChallenges } from '../../db/schema.ts'
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
