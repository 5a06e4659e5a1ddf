import type { PageContext } from '../app/context.ts'
import { calendarDateIn } from '../domain/calendar-date.ts'
import { currentBelts } from './catalog/current-belts.ts'
import type { Shop } from './shop.ts'

/** What the loaders of the pages get. Nothing of it is a visitor's: pages are cached for all. */
export function pageContextOf(shop: Shop): PageContext {
  const { config } = shop
  return {
    shop: {
      name: config.shopName,
      supportEmail: config.supportEmail,
      socialUrl: config.socialUrl,
      timeZone: config.timeZone,
      today: calendarDateIn(config.timeZone, shop.now()),
      payments: shop.payments.kind,
    },
    belts: () => currentBelts(shop),
  }
}
