import { createHmac, randomBytes } from 'node:crypto'
import { settings } from '../../db/schema.ts'
import type { Shop } from '../shop/shop.ts'
import { readSetting } from './settings.ts'

/** The secret as this process has read it: written once, never changed. */
const known = new WeakMap<Shop, string>()

/**
 * A secret of the shop for one purpose, the same in every process. It is derived (RFC 2104) from 256 random bits created on
 * first use and stored with the settings.
 */
export async function shopSecret(shop: Shop, purpose: string): Promise<Buffer> {
  let secret = known.get(shop) ?? (await readSetting(shop, 'secret'))
  if (!secret) {
    const made = randomBytes(32).toString('base64url')
    await shop.db.insert(settings).values({ key: 'secret', value: made }).onConflictDoNothing()
    secret = await readSetting(shop, 'secret')
  }
  known.set(shop, secret!)
  return createHmac('sha256', secret!).update(purpose).digest()
}
