import { ShopError } from '../../domain/errors.ts'
import type { Config } from '../shop/config.ts'

/** What makes a shop real, by the setting that an owner would look for. */
const real: readonly (readonly [setting: string, isSet: (config: Config) => boolean])[] = [
  ['STRIPE_SECRET_KEY', ({ stripe }) => stripe !== null],
  ['EASYPOST_API_KEY', ({ carrier }) => carrier !== null],
  ['SMTP_URL', ({ smtpUrl }) => smtpUrl !== null],
  ['IMAP_URL', ({ imapUrl }) => imapUrl !== null],
  ['GOOGLE_MAPS_API_KEY', ({ googleMapsKey }) => googleMapsKey !== null],
  ['GTM_ID', ({ analytics }) => analytics !== null],
]

/** The setting that makes this shop real; null: it's a demo. */
export const realSetting = (config: Config): string | null =>
  real.find(([, isSet]) => isSet(config))?.[0] ?? null

/** @throws ShopError 'not_possible' in a shop that has the key of anything real: invented people have no place there */
export function refuseRealShop(config: Config): void {
  const setting = realSetting(config)
  if (!setting) return
  throw new ShopError(
    'not_possible',
    `This is a real shop: it has ${setting}. Invented people go only into a demo, which has no keys. Start one with another DATA_DIR and without that setting.`,
  )
}
