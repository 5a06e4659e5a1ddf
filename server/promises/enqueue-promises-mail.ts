import { instantAt } from '../../domain/calendar-date.ts'
import { shopDay } from '../ledger/shop-day.ts'
import { enqueueMail } from '../outbox/enqueue-mail.ts'
import type { Shop } from '../shop/shop.ts'

/** Hour of the shop's day when the owner is emailed what is due. */
const morning = 8

/**
 * Queues the morning email once a day, however many processes run. If the shop was down in the morning, it is sent at
 * startup that day; a missed day isn't made up for, because the next email includes its promises. Whether anything is due is
 * checked when it is sent (server/emails/promises-due.ts).
 */
export async function enqueuePromisesMail(shop: Shop): Promise<void> {
  const today = shopDay(shop)
  if (shop.now() < instantAt(today, morning, shop.config.timeZone)) return
  await enqueueMail(shop.db, shop, { kind: 'promises-due', about: { day: today } })
}
