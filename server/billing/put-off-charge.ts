import { eq } from 'drizzle-orm'
import { membershipPayments } from '../../db/schema.ts'
import { addMonths, type CalendarDate } from '../../domain/calendar-date.ts'
import { landing } from '../../domain/drop-calendar.ts'
import { readPlan } from '../catalog/read-plans.ts'
import type { InvoiceState } from '../payments.ts'
import type { Shop } from '../shop.ts'
import { dropCalendar } from './drop-calendar.ts'
import type { Membership } from './find-membership.ts'
import { lastDrop } from './last-drop.ts'
import { shopDay } from './shop-day.ts'

/**
 * Where the owner has moved the month that a renewal buys, the charge after it goes with the boxes, as for all whom the
 * move found (decision 026): at the provider first and to a named day, so that a repeat after a crash names the same.
 * @returns the day of that charge; null where it stays on the provider's
 */
export async function putOffCharge(
  shop: Shop,
  membership: Membership,
  { invoiceId, paidAt, periodEndsAt }: InvoiceState,
): Promise<CalendarDate | null> {
  const { id, planId, renews, stripeSubscriptionId: subscriptionId } = membership
  if (!renews || !subscriptionId || !periodEndsAt) return null
  const { months } = await readPlan(shop.db, planId)
  const calendar = await dropCalendar(shop.db, shop.config.timeZone)
  const paidOn = shopDay(shop, paidAt ?? shop.now())
  const { movedBy } = landing(calendar, paidOn, months, await lastDrop(shop.db, id))
  if (movedBy === 0 || (await isKnown(shop, invoiceId))) return null
  const to = addMonths(shopDay(shop, periodEndsAt), movedBy)
  const state = await shop.payments.fetchSubscription(subscriptionId)
  const chargedOn = state?.status === 'active' && state.nextChargeAt && shopDay(shop, state.nextChargeAt)
  // Later already: a skip was faster, or this bill is heard of after the one that follows it.
  if (!chargedOn || chargedOn > to) return null
  if (chargedOn < to) await shop.payments.moveNextCharge({ subscriptionId, to })
  return to
}

async function isKnown(shop: Shop, reference: string): Promise<boolean> {
  return (await shop.db.$count(membershipPayments, eq(membershipPayments.reference, reference))) > 0
}
