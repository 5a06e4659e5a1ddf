import { type CalendarDate, formatDate } from './calendar-date.ts'
import { ShopError } from './errors.ts'
import { formatCents, shareOfCents } from './money.ts'
import { findPlan, type Plan, type PlanId } from './plan.ts'

/** A promotion code made by the owner: percent or amount off, never both. */
export type Promotion = {
  /** upper case, the form used in comparisons */
  code: string
  /** whole percent, 1 to 100 */
  percentOff: number | null
  /** integer cents off the whole cart, once */
  amountOffCents: number | null
  /** 'forever': every later term is discounted like the first */
  duration: 'once' | 'forever'
  /** null: valid for every plan */
  plans: PlanId[] | null
  /** the last day it's valid, in the shop's time zone; null: no end */
  expiresOn: CalendarDate | null
  /** how many orders can use it; null: any number */
  mostUses: number | null
}

/** Integer cents off one item: off its first term, and off each later one. */
export type ItemDiscount = { discountCents: number; renewalDiscountCents: number }

/** The minimum card charge in integer cents: Stripe's limit for US dollars. */
export const leastChargeCents = 50

/**
 * The small-rest rule of every later charge: what is left of a price is nothing, or as much as a card can be charged. A
 * smaller rest is given up, or the provider would carry it over: $0.30 a month would become 0, 60, 0 and 60 cents. Of a
 * first payment, `refuseSmallRest` says so instead, because its buyer can choose another code.
 * @param offCents what a code takes off, in integer cents
 * @returns what is taken off
 */
function withoutSmallRest(priceCents: number, offCents: number): number {
  const leftCents = priceCents - offCents
  return leftCents > 0 && leftCents < leastChargeCents ? priceCents : offCents
}

/** A code that discounts every term, as the membership was sold with it. */
export type PermanentCode = {
  /** integer cents it takes off a term of the plan that was bought */
  offCents: number
  planId: PlanId
  percentOff: number | null
  plans: PlanId[] | null
}

/**
 * Integer cents that a permanent code takes off a later term. Of the plan it was bought with, as many as at first, whatever
 * that costs by now; of another plan, its percentage or the same amount, and nothing if it isn't valid for that plan.
 */
export function permanentDiscount(
  code: PermanentCode | null,
  { planId, priceCents }: { planId: PlanId; priceCents: number },
): number {
  if (!code) return 0
  const isSame = planId === code.planId
  if (!isSame && !isFor(code, planId)) return 0
  const { offCents, percentOff } = code
  return withoutSmallRest(
    priceCents,
    isSame || percentOff === null ? offCents : shareOfCents(priceCents, percentOff * 100),
  )
}

type PricedItem = { planId: PlanId; amountCents: number }

/** The form in which codes are compared and stored: a buyer can type " spring10 " for SPRING10. */
export function normalizePromotionCode(typed: string): string {
  return typed.trim().toUpperCase()
}

/**
 * What a code takes off each item of a cart, in order. Percent: off each item separately, rounded half up to a cent.
 * Amount: once off the whole cart, shared among the items the code is valid for in proportion to their prices, to the
 * cent, and never more than they cost.
 * @throws ShopError 'promotion_refused' if the code is valid for none of the items
 */
export function discountsOf(
  promotion: Promotion,
  items: readonly PricedItem[],
  plans: readonly Plan[],
): ItemDiscount[] {
  const planIds = items.map((item) => item.planId)
  refuseOtherPlans(promotion, planIds, plans)
  const prices = items.map((item) => (isFor(promotion, item.planId) ? item.amountCents : 0))
  const percent = promotion.percentOff
  const discounts =
    percent === null
      ? shareAmount(promotion.amountOffCents ?? 0, prices)
      : prices.map((price) => shareOfCents(price, percent * 100))
  // The first payment is one charge for the whole cart; each later one is an item's own.
  return discounts.map((discountCents, index) => ({
    discountCents,
    renewalDiscountCents:
      promotion.duration === 'forever' ? withoutSmallRest(items[index]!.amountCents, discountCents) : 0,
  }))
}

/** @throws ShopError 'promotion_refused' naming the valid plans, if the code is for none of these */
export function refuseOtherPlans(
  promotion: Promotion,
  planIds: readonly PlanId[],
  plans: readonly Plan[],
): void {
  if (planIds.some((planId) => isFor(promotion, planId))) return
  const names = planNames(promotion.plans ?? [], plans)
  throw refusedPromotion(
    `The code ${promotion.code} is for ${names} only. Change your plan, or go on without the code.`,
  )
}

/**
 * @param leftCents what is left to pay of the whole cart after the code, before tax
 * @throws ShopError 'promotion_refused' if that isn't zero but less than a card can be charged
 */
export function refuseSmallRest(promotion: Promotion, leftCents: number): void {
  if (leftCents === 0 || leftCents >= leastChargeCents) return
  throw refusedPromotion(
    `With the code ${promotion.code} only ${formatCents(leftCents)} would be left to pay, and no card can be charged less than ${formatCents(leastChargeCents)}. Go on without the code, or add another item.`,
  )
}

/** The error for a code that can't be used, shown at its field. */
export function refusedPromotion(sentence: string): ShopError {
  return new ShopError('promotion_refused', sentence, { fields: { promotionCode: sentence } })
}

/** What a code does, e.g. "20% off the first payment, 6 Months plan, until December 31, 2026". */
export function describePromotion(promotion: Promotion, plans: readonly Plan[]): string {
  const off =
    promotion.percentOff === null ? formatCents(promotion.amountOffCents ?? 0) : `${promotion.percentOff}%`
  return [
    `${off} off ${promotion.duration === 'forever' ? 'every payment' : 'the first payment'}`,
    ...(promotion.plans ? [planNames(promotion.plans, plans)] : []),
    ...(promotion.expiresOn ? [`until ${formatDate(promotion.expiresOn)}`] : []),
  ].join(', ')
}

function isFor(promotion: Pick<Promotion, 'plans'>, planId: PlanId): boolean {
  return promotion.plans === null || promotion.plans.includes(planId)
}

function planNames(planIds: readonly PlanId[], plans: readonly Plan[]): string {
  const names = planIds.map((planId) => findPlan(plans, planId)?.name ?? planId)
  const last = names.at(-1)
  return names.length > 1 ? `the ${names.slice(0, -1).join(', ')} and ${last} plans` : `the ${last} plan`
}

// Largest remainder: round every share down to whole cents, then give the leftover cents to the shares that lost most.
function shareAmount(amountCents: number, prices: readonly number[]): number[] {
  const whole = sum(prices)
  const off = Math.min(amountCents, whole)
  if (off === 0) return prices.map(() => 0)
  const shares = prices.map((price) => Math.floor((off * price) / whole))
  const left = off - sum(shares)
  const byLoss = prices
    .map((price, index) => ({ index, lost: (off * price) % whole }))
    .sort((one, other) => other.lost - one.lost || one.index - other.index)
  for (const { index } of byLoss.slice(0, left)) shares[index]! += 1
  return shares
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0)
}
