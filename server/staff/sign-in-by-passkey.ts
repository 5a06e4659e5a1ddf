import { ShopError } from '../../domain/errors.ts'
import { countCaller } from '../limits/count-hits.ts'
import type { Device } from '../shop/caller.ts'
import type { Shop } from '../shop/shop.ts'
import { newChallenge, relyingParty } from './challenge.ts'
import { checkAnswer } from './check-answer.ts'
import { type OpenedSession, openSession } from './open-session.ts'

/** Asks the browser for any passkey of this shop, so no name is typed. @throws ShopError 'too_many_requests' */
export async function startPasskeySignIn(shop: Shop, { address }: Device) {
  if (!(await countCaller(shop, 'passkey', address, [120, 240])).isAllowed) {
    throw new ShopError(
      'too_many_requests',
      'That’s a lot of sign-ins from one place. Try again in an hour.',
      {
        details: { retryAfterSeconds: '3600' },
      },
    )
  }
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
