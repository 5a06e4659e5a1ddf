import { eq } from 'drizzle-orm'
import { checkouts } from '../../db/schema.ts'
import { checkoutStatus } from '../../db/states.ts'
import { calendarDateIn } from '../../domain/calendar-date.ts'
import { ShopError } from '../../domain/errors.ts'
import { planDates } from '../../domain/plan-dates.ts'
import { dropCalendar } from '../billing/drop-calendar.ts'
import type { PaymentState } from '../payments.ts'
import type { Shop } from '../shop.ts'
import { chargeItems, type Snapshot, untaxed } from './snapshot.ts'

/**
 * Nothing was due and the card is set up: the subscriptions are made before the order, because a card that the
 * provider refuses now means that there is no order (payments.md §9). Repeating it finds the same ones.
 * @returns their ids by the item's place; gifts have none
 * @throws ShopError 'setup_refused' when the card was refused; what had been made is ended
 */
export async function subscribeSetUp(
  shop: Shop,
  checkout: typeof checkouts.$inferSelect,
  setup: PaymentState,
): Promise<Map<number, string>> {
  const snapshot = checkout.snapshot as Snapshot
  const today = calendarDateIn(shop.config.timeZone, setup.paidAt ?? shop.now())
  const calendar = await dropCalendar(shop.db, shop.config.timeZone)
  const made = new Map<number, string>()
  try {
    for (const [index, item] of chargeItems(snapshot).entries()) {
      if (!item.renews) continue
      const subscriptionId = await shop.payments.subscribe({
        checkoutId: checkout.id,
        customerId: setup.customerId,
        intentId: setup.intentId,
        item,
        tax: snapshot.items[index]?.tax ?? untaxed,
        nextChargeOn: planDates(today, item, false, calendar).nextCharge!,
      })
      made.set(index, subscriptionId)
    }
  } catch (error) {
    if (!(error instanceof ShopError) || error.code !== 'card_declined') throw error
    for (const subscriptionId of made.values()) await shop.payments.endSubscription(subscriptionId)
    await shop.db
      .update(checkouts)
      .set({ status: checkoutStatus.to('abandoned', checkouts.status), lastError: error.message })
      .where(eq(checkouts.id, checkout.id))
    throw new ShopError('setup_refused', error.message, { cause: error })
  }
  return made
}
