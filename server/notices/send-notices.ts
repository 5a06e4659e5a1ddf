import { shopDay } from '../billing/shop-day.ts'
import type { Shop } from '../shop.ts'
import { giftsToAnnounce } from './gifts-to-announce.ts'
import { giftsToRemind } from './gifts-to-remind.ts'
import { priceChangesToTell } from './price-changes-to-tell.ts'
import { renewalsToTell } from './renewals-to-tell.ts'
import { shippedGifts } from './shipped-gifts.ts'
import { sizesToAsk } from './sizes-to-ask.ts'
import { summariesToSend } from './summaries-to-send.ts'
import { writeDue } from './write-due.ts'

/**
 * Writes every notice that is due on the shop's day (club.md "Renewal law", "The gift"): one statement a kind, once per
 * fact, so that any number of processes may look, as often as they like. What was due while the shop was down is
 * written now, unless it is not true any more. Returns how many were written.
 */
export async function sendNotices(shop: Shop): Promise<number> {
  const today = shopDay(shop)
  const due = [
    ...renewalsToTell(today),
    giftsToAnnounce(shop, today),
    ...giftsToRemind(shop, today),
    ...(await sizesToAsk(shop, today)),
    shippedGifts(shop),
    ...summariesToSend(shop, today),
    priceChangesToTell(shop),
  ]
  let written = 0
  for (const { kind, facts } of due) written += await writeDue(shop, kind, facts)
  if (written > 0) shop.wakeWorker()
  return written
}
