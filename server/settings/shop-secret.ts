import { createHmac, randomBytes } from 'node:crypto'
import { settings } from '../../db/schema.ts'
import type { Shop } from '../shop/shop.ts'
import { readSetting } from './settings.ts'

/**
 * The secret as this process has read it, for as long as its settings stay the same: only an import changes it, and every
 * process then applies the settings anew.
 */
const known = new WeakMap<Shop['config'], string>()

/**
 * A secret of the shop for one purpose, the same in every process. It is derived (RFC 2104) from 256 random bits created on
 * first use and stored with the settings.
 */
export async function shopSecret(shop: Shop, purpose: string): Promise<Buffer> {
  const { config } = shop
  let secret = known.get(config) ?? (await readSetting(shop, 'secret'))
  if (!secret) {
    const made = randomBytes(32).toString('base64url')
    await shop.db.insert(settings).values({ key: 'secret', value: made }).onConflictDoNothing()
    secret = await readSetting(shop, 'secret')
  }
  known.set(config, secret!)
  return createHmac('sha256', secret!).update(purpose).digest()
}
