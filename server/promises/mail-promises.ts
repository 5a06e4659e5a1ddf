import { instantAt } from '../../domain/calendar-date.ts'
import { shopDay } from '../ledger/shop-day.ts'
import { enqueueMail } from '../outbox/enqueue-mail.ts'
import type { Shop } from '../shop/shop.ts'

/** The hour of the shop's day at which the owner reads what is due. */
const morning = 8

/**
 * Writes the morning's mail once a day, however many processes look. Of a shop that slept through the morning it leaves
 * when the shop wakes on the same day; a day that is over is not made up for, as its promises stand in the next one's.
 * Whether something is due is asked when it leaves (server/emails/promises-due.ts).
 */
export async function mailPromises(shop: Shop): Promise<void> {
  const today = shopDay(shop)
  if (shop.now() < instantAt(today, morning, shop.config.timeZone)) return
  await enqueueMail(shop.db, shop, { kind: 'promises-due', about: { day: today } })
}
