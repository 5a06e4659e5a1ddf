import { ShopError } from '../../domain/errors.ts'
import { countHit, hitsOf, limitCaller, uncountCaller } from '../limits/count-hits.ts'
import { countAttackSign, requireProof } from '../limits/proof-of-work.ts'
import { type Caller, networkOf } from '../shop/caller.ts'
import type { Shop } from '../shop/shop.ts'

/**
 * Refused codes per hour: how many an address may try without a proof of work, how many in total, and how many its widest
 * network may. Enough to mistype a code, too few to guess one.
 */
const [free, ofCaller] = [10, [30, 120] as [number, number]]

/**
 * Looks up a promotion code, unless its network already had too many refused: then good and bad codes get the same reply.
 * Lookups that succeed don't count in the end, but do while they run, so that simultaneous guesses are limited like
 * sequential ones.
 * @throws ShopError 'too_many_requests', 'proof_needed', and whatever `look` throws
 */
export async function limitGuesses<Found>(
  shop: Shop,
  caller: Caller,
  look: () => Promise<Found>,
): Promise<Found> {
  const sentence = 'That’s a lot of codes. Try yours again in an hour, or go on without it.'
  await limitCaller(shop, 'code', caller.address, ofCaller, sentence)
  let isGuess = false
  try {
    const refused = await hitsOf(shop, 'refused code', networkOf(caller.address))
    await requireProof(shop, caller, 'checkouts', refused >= free)
    return await look()
  } catch (error) {
    // A code others are paying with isn't a wrong guess: it exists.
    isGuess =
      error instanceof ShopError && error.code === 'promotion_refused' && !error.details?.retryAfterSeconds
    throw error
  } finally {
    if (isGuess) {
      await countHit(shop, 'refused code', networkOf(caller.address))
      await countAttackSign(shop, 'checkouts')
    } else await uncountCaller(shop, 'code', caller.address)
  }
}
