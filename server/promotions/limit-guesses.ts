import { ShopError } from '../../domain/errors.ts'
import { type Caller, networkOf } from '../shop/caller.ts'

import type { Shop } from '../shop/shop.ts'

/** Refused codes that one address may try within the window: enough to misread one, too few to find one. */
const [most, window] = [30, 15 * 60_000]
/** Addresses that are remembered; in memory alone, in each process for itself, and for one window. */
const maxAddresses = 10_000
const seen = new WeakMap<Shop, { since: number; refused: Map<string, number> }>()

/**
 * Looks a promotion code up, unless too many that came from the same address were refused just now: then a good one is
 * not told from a bad one. Looks that find their code are never counted.
 * @throws ShopError 'too_many_requests', and all that `look` throws
 */
export async function limitGuesses<Found>(
  shop: Shop,
  { address }: Caller,
  look: () => Promise<Found>,
): Promise<Found> {
  const refused = refusedLately(shop)
  const from = networkOf(address)
  const tried = () => refused.get(from) ?? 0
  if (tried() >= most) {
    throw new ShopError(
      'too_many_requests',
      'Too many codes were tried. Try yours again in 15 minutes, or go on without it.',
      { details: { retryAfterSeconds: String(window / 1000) } },
    )
  }
  try {
    return await look()
  } catch (error) {
    if (error instanceof ShopError && error.code === 'promotion_refused') refused.set(from, tried() + 1)
    throw error
  }
}

function refusedLately(shop: Shop): Map<string, number> {
  const now = shop.now().getTime()
  const known = seen.get(shop)
  // Set back, the clock would count for longer than the window.
  if (known && Math.abs(now - known.since) < window && known.refused.size < maxAddresses) return known.refused
  const fresh = { since: now, refused: new Map<string, number>() }
  seen.set(shop, fresh)
  return fresh.refused
}
