import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { and, eq, isNull } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { passkeys, users } from '../../db/schema.ts'
import type { Shop } from '../shop/shop.ts'
import { consumeChallenge, refusePasskey, relyingParty } from './challenge.ts'

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
