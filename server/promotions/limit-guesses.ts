import { ShopError } from '../../domain/errors.ts'
import { countCaller, countHit, hitsOf, uncountCaller } from '../limits/count-hits.ts'
import { countAttackSign, requireProof } from '../limits/proof-of-work.ts'
import { type Caller, networkOf } from '../shop/caller.ts'
import type { Shop } from '../shop/shop.ts'

/**
 * Refused codes within an hour: that an address may try for nothing, that it may try in all, and that its widest network
 * may. Enough to misread one, too few to find one.
 */
const [free, ofCaller] = [10, [30, 120] as [number, number]]

/**
 * Looks a promotion code up, unless too many that came from the same network were refused: then a good one is not told
 * from a bad one. Looks that find their code do not count in the end; they do while they last, so that guesses that come at
 * once are as few as those that come one after the other.
 * @throws ShopError 'too_many_requests', 'proof_needed', and all that `look` throws
 */
export async function limitGuesses<Found>(
  shop: Shop,
  caller: Caller,
  look: () => Promise<Found>,
): Promise<Found> {
  const { isAllowed } = await countCaller(shop, 'code', caller.address, ofCaller)
  if (!isAllowed) {
    throw new ShopError(
      'too_many_requests',
      'Too many codes were tried. Try yours again in an hour, or go on without it.',
      { details: { retryAfterSeconds: '3600' } },
    )
  }
  let isGuess = false
  try {
    const refused = await hitsOf(shop, 'refused code', networkOf(caller.address))
    await requireProof(shop, caller, 'checkouts', refused >= free)
    return await look()
  } catch (error) {
    // A code that others are paying with is known to be one.
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
