import { ShopError } from '../../../domain/errors.ts'
import type { Shop } from '../../shop.ts'
import { memberTokenHash } from '../member-session.ts'
import { countWish } from '../session/limit-links.ts'

/**
 * Counts a call with a gift's link, before it is known whether the link is one, by the link (its hash) and by the caller.
 * @throws ShopError 'too_many_requests'
 */
export async function limitGiftCalls(shop: Shop, token: string, address: string) {
  if (await countWish(shop, 'gift', memberTokenHash(token), address)) return
  throw new ShopError('too_many_requests', 'This gift was opened very often. Try again in an hour.', {
    details: { retryAfterSeconds: '3600' },
  })
}
