import { eq } from 'drizzle-orm'
import { settings } from '../../db/schema.ts'
import type { Shop } from '../shop.ts'
import { type Setting, type SettingKey, settingKeys } from './setting-keys.ts'

/** A switch as it stands now, null when it was never set or is off. Read each time: any process may have written it. */
export async function readSetting<Key extends SettingKey>(
  shop: Shop,
  key: Key,
): Promise<Setting<Key> | null> {
  const [row] = await shop.db.select({ value: settings.value }).from(settings).where(eq(settings.key, key))
  return row ? (settingKeys[key].parse(row.value) as Setting<Key>) : null
}
