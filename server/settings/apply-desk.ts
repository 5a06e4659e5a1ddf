import type { Shop } from '../shop.ts'
import { readSetting } from './read-setting.ts'

/**
 * Puts what the owner set on the desk over what the shop was started with: its name and its support address. To be called
 * at the start, and in every process when it changes.
 */
export async function applyDesk(shop: Shop): Promise<void> {
  const desk = await readSetting(shop, 'desk')
  const { startedAs } = shop.config
  shop.config = Object.freeze({
    ...shop.config,
    shopName: desk?.shopName || startedAs.shopName,
    supportEmail: desk?.supportEmail || startedAs.supportEmail,
  })
}
