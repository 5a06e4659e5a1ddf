import { ShopError } from '../../../domain/errors.ts'
import { countCaller, countHit } from '../../limits/count-hits.ts'
import type { Shop } from '../../shop.ts'
import { memberTokenHash } from '../member-session.ts'

/** Calls within an hour: with one link, by one address, and by its widest network. A gift's page is opened again and again. */
const [mostOfLink, mostOfCaller] = [60, [240, 480] as [number, number]]

/**
 * Counts a call with a gift's link, before it is known whether the link is one, by the caller and by the link (its hash).
 * @throws ShopError 'too_many_requests'
 */
export async function limitGiftCalls(shop: Shop, token: string, address: string) {
  const { isAllowed } = await countCaller(shop, 'gift', address, mostOfCaller)
  const isOften = isAllowed && (await countHit(shop, 'gift link', memberTokenHash(token))) > mostOfLink
  if (isAllowed && !isOften) return
  throw new ShopError(
    'too_many_requests',
    isOften
      ? 'This gift was opened very often. Try again in an hour.'
      : 'Too many gifts were opened from here. Try again in an hour.',
    { details: { retryAfterSeconds: '3600' } },
  )
}
