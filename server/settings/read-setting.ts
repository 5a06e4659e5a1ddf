import { eq } from 'drizzle-orm'
import { settings } from '../../db/schema.ts'
import type { Shop } from '../shop.ts'
import type { SettingKey, Settings } from './setting-keys.ts'

/** A switch as it stands now, null when it is off. Read each time: any process may have written it. */
export async function readSetting<Key extends SettingKey>(
  shop: Shop,
  key: Key,
): Promise<Settings[Key] | null> {
  const [row] = await shop.db.select({ value: settings.value }).from(settings).where(eq(settings.key, key))
  return row ? (row.value as Settings[Key]) : null
}
