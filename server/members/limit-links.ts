import { createHash } from 'node:crypto'
import { and, count, eq, gt } from 'drizzle-orm'
import { loginAttempts } from '../../db/schema.ts'
import { ShopError } from '../../domain/errors.ts'
import { networkOf } from '../shop/caller.ts'
import type { Shop } from '../shop/shop.ts'

const hour = 60 * 60_000

/**
 * Writes a wish for a link down, before it is known whether the address is a member's, so that wishes at once are all
 * counted and known and unknown addresses cost the same. Under keys of their own beside the tries to sign in at the desk.
 * @returns whether the address may be sent one more link
 * @throws ShopError 'too_many_requests' for a caller that asks for everybody
 */
export function countLinkWish(shop: Shop, email: string, address: string): Promise<boolean> {
  return recordAttempt(shop, 'member-link', email, address)
}

/**
 * What is counted, how often within an hour for one key and for one caller, and what a caller is told who does it more
 * often. A mail to one address more often would be somebody's joke; a gift's page is opened again and again.
 */
const limits = {
  'member-link': {
    ...{ perKey: 5, perCaller: 60 },
    tooMany: 'Too many links were asked for from here. Try again in an hour.',
  },
  contact: {
    ...{ perKey: 5, perCaller: 60 },
    tooMany: 'Too many messages came from here. Try again in an hour.',
  },
  passkey: {
    ...{ perKey: 120, perCaller: 120 },
    tooMany: 'Too many sign-ins were begun from here. Try again in an hour.',
  },
  gift: {
    ...{ perKey: 60, perCaller: 240 },
    tooMany: 'Too many gifts were opened from here. Try again in an hour.',
  },
}

/**
 * The same of any other wish.
 * @param key an address, or the hash of a link: kept as a hash
 */
export async function recordAttempt(
  shop: Shop,
  what: keyof typeof limits,
  key: string,
  address: string,
): Promise<boolean> {
  const keys = {
    accountKey: keyOf(`${what} email`, key),
    addressKey: keyOf(`${what} caller`, networkOf(address)),
  }
  await shop.db.insert(loginAttempts).values({ ...keys, createdAt: shop.now() })
  const since = gt(loginAttempts.createdAt, new Date(shop.now().getTime() - hour))
  const counted = async (
    key: typeof loginAttempts.accountKey | typeof loginAttempts.addressKey,
    value: string,
  ) => {
    const [row] = await shop.db
      .select({ wishes: count() })
      .from(loginAttempts)
      .where(and(eq(key, value), since))
    return row?.wishes ?? 0
  }
  if ((await counted(loginAttempts.addressKey, keys.addressKey)) > limits[what].perCaller) {
    throw new ShopError('too_many_requests', limits[what].tooMany, {
      details: { retryAfterSeconds: String(hour / 1000) },
    })
  }
  return (await counted(loginAttempts.accountKey, keys.accountKey)) <= limits[what].perKey
}

// The table knows the desk's tries by hashes of plain names: these can never be one of them.
function keyOf(kind: string, value: string): string {
  return createHash('sha256').update(`${kind} ${value}`).digest('hex').slice(0, 32)
}
