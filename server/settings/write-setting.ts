import { eq } from 'drizzle-orm'
import { settings } from '../../db/schema.ts'
import type { Shop } from '../shop.ts'
import type { SettingKey, Settings } from './setting-keys.ts'

/** Sets a switch for every process of the shop; null turns it off. */
export async function writeSetting<Key extends SettingKey>(
  shop: Shop,
  key: Key,
  value: Settings[Key] | null,
): Promise<void> {
  if (value === null) {
    await shop.db.delete(settings).where(eq(settings.key, key))
    return
  }
  await shop.db
    .insert(settings)
    .values({ key, value })
    .onConflictDoUpdate({ target: settings.key, set: { value, updatedAt: shop.now() } })
}
