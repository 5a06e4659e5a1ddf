import { and, eq, isNull } from 'drizzle-orm'
import { priceChanges } from '../../db/schema.ts'
import { type CalendarDate, formatDate, isCalendarDate } from '../../domain/calendar-date.ts'
import { ShopError } from '../../domain/errors.ts'
import { findPlan } from '../../domain/plan.ts'
import { earliestNewPrice } from '../../domain/price-change.ts'
import { readPlans } from '../catalog/read-plans.ts'
import { shopDay } from '../ledger/shop-day.ts'
import type { Shop } from '../shop/shop.ts'

export type NewPrice = { planId: string; thenCents: number; effectiveOn: CalendarDate }

/**
 * Announces a new price of a plan to everybody who renews it, at least 30 days before the first charge at it (spec §9;
 * club-rules.md "Renewal law"). It is told and written down; what is charged changes with the plan itself
 * (docs/decisions/020-notices.md). The mails leave with the next look of the worker.
 * @throws ShopError 'invalid_body' that says which of the three is wrong
 */
export async function announcePrice(shop: Shop, { planId, thenCents, effectiveOn }: NewPrice) {
  const plans = await readPlans(shop.db)
  const plan = findPlan(plans, planId)
  const today = shopDay(shop)
  const earliest = earliestNewPrice(today)
  const refuse = (sentence: string) => new ShopError('invalid_body', sentence)
  if (!plan) throw refuse(`There is no such plan. Choose ${plans.map(({ id }) => id).join(', ')}.`)
  if (!Number.isSafeInteger(thenCents) || thenCents <= 0 || thenCents > 1_000_000)
    throw refuse('A price is in dollars and cents, such as 74.50.')
  if (thenCents === plan.stripeAmount) throw refuse(`That is what ${plan.name} costs today.`)
  if (!isCalendarDate(effectiveOn)) throw refuse('A day is written as 2027-03-01.')
  if (effectiveOn < earliest) {
    throw refuse(
      `A new price is told 30 days ahead: ${formatDate(earliest)} is the first day it can hold from.`,
    )
  }
  const [change] = await shop.db
    .insert(priceChanges)
    .values({
      planId,
      nowCents: plan.stripeAmount,
      thenCents,
      effectiveOn,
      announcedOn: today,
      createdAt: shop.now(),
    })
    .returning()
  return change!
}

/** Calls a new price off: whoever was not told yet is not, and no charge is announced at it. False where there is none. */
export async function callPriceOff(shop: Shop, planId: string): Promise<boolean> {
  const gone = await shop.db
    .update(priceChanges)
    .set({ withdrawnAt: shop.now() })
    .where(and(eq(priceChanges.planId, planId), isNull(priceChanges.withdrawnAt)))
    .returning({ id: priceChanges.id })
  return gone.length > 0
}
