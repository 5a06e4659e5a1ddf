import { instantAt } from '../../domain/calendar-date.ts'
import { shopDay } from '../ledger/shop-day.ts'
import { enqueueMail } from '../outbox/enqueue-mail.ts'
import type { Shop } from '../shop/shop.ts'

/** The hour of the shop's day at which the owner reads what is due. */
const morning = 8

/**
 * Enqueues the morning mail once a day, however many processes run. If the shop was down in the morning, it leaves
 * when it starts that day; a missed day isn't made up for, because the next mail includes its promises.
 * Whether anything is due is checked when it is sent (server/emails/promises-due.ts).
 */
export async function enqueuePromisesMail(shop: Shop): Promise<void> {
  const today = shopDay(shop)
  if (shop.now() < instantAt(today, morning, shop.config.timeZone)) return
  await enqueueMail(shop.db, shop, { kind: 'promises-due', about: { day: today } })
}
