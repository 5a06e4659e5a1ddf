import { count, desc, eq, isNotNull } from 'drizzle-orm'
import { orders, promotionCodes } from '../../db/schema.ts'
import { calendarDateIn, isCalendarDate } from '../../domain/calendar-date.ts'
import { isCreditCode } from '../../domain/credit.ts'
import { ShopError } from '../../domain/errors.ts'
import { formatCents } from '../../domain/money.ts'
import { findPlan, type Plan, type PlanId } from '../../domain/plan.ts'
import { leastChargeCents, normalizePromotionCode, type Promotion } from '../../domain/promotion.ts'
import { readPlans } from '../catalog/read-plans.ts'
import type { Shop } from '../shop/shop.ts'
import { promotionOf } from './reserve-promotion.ts'

/** What the owner enters; plans as typed. */
export type NewPromotion = Omit<Promotion, 'plans'> & { plans: string[] | null }

/** PostgreSQL's largest integer, and the largest amount its column holds (db/schema/columns.ts). */
const [mostUses, maxCents] = [2_147_483_647, 99_999_999_99]

/**
 * Creates a promotion code. A code can't be reused, even after it has ended, because orders refer to it.
 * @throws ShopError 'invalid_body' naming what is wrong, 'not_possible' for an existing code
 */
export async function createPromotion(shop: Shop, input: NewPromotion): Promise<Promotion> {
  const promotion = { ...input, code: normalizePromotionCode(input.code) }
  const today = calendarDateIn(shop.config.timeZone, shop.now())
  for (const [field, isGood, sentence] of rules(promotion, today, await readPlans(shop.db))) {
    if (!isGood) throw new ShopError('invalid_body', sentence, { fields: { [field]: sentence } })
  }
  const [row] = await shop.db
    .insert(promotionCodes)
    .values({ ...promotion, plans: promotion.plans?.map((plan) => plan as PlanId) ?? null })
    .onConflictDoNothing()
    .returning()
  if (row) return promotionOf(row)
  const sentence = `There’s already a code ${promotion.code}, or there was one. Choose another.`
  throw new ShopError('not_possible', sentence, { fields: { code: sentence } })
}

function rules(
  promotion: NewPromotion,
  today: string,
  plans: readonly Plan[],
): [field: string, isGood: boolean, sentence: string][] {
  const { percentOff: percent, amountOffCents: amount, expiresOn, mostUses: uses } = promotion
  const unknown = promotion.plans?.find((plan) => !findPlan(plans, plan))
  const tooSmall = plans
    .filter((plan) => promotion.plans === null || promotion.plans.includes(plan.id))
    .map((plan) => ({ plan, left: plan.stripeAmount - (amount ?? 0) }))
    .find(({ left }) => left > 0 && left < leastChargeCents)
  const known = plans.map((plan) => plan.id).join(', ')
  return [
    [
      'code',
      /^[A-Z0-9_-]{3,40}$/.test(promotion.code),
      'A code has 3 to 40 letters, figures, hyphens or underscores, such as SPRING-10.',
    ],
    [
      'code',
      !isCreditCode(promotion.code),
      'Codes that begin with CREDIT- and eight letters are store credit. Choose another name.',
    ],
    ['percentOff', (percent === null) !== (amount === null), 'Give either a percentage or an amount.'],
    [
      'percentOff',
      percent === null || isWholeFrom1(percent, 100),
      'A percentage is a whole number from 1 to 100.',
    ],
    [
      'amountOffCents',
      amount === null || isWholeFrom1(amount, maxCents),
      'An amount is in dollars and more than nothing, such as 10.00.',
    ],
    [
      'amountOffCents',
      tooSmall === undefined,
      `This would leave ${formatCents(tooSmall?.left ?? 0)} of ${tooSmall?.plan.name} to pay, and no card can be charged less than ${formatCents(leastChargeCents)}: take off less, or all of it.`,
    ],
    [
      'plans',
      unknown === undefined,
      `There is no plan ${unknown}. The plans are ${known}; a code for all of them names none.`,
    ],
    ['plans', promotion.plans?.length !== 0, `Name at least one plan of ${known}, or none for all of them.`],
    [
      'expiresOn',
      expiresOn === null || isCalendarDate(expiresOn),
      'The last day is written year, month, day, such as 2026-12-31.',
    ],
    [
      'expiresOn',
      expiresOn === null || expiresOn >= today,
      'That day has already passed. Choose a later one.',
    ],
    ['mostUses', uses === null || isWholeFrom1(uses, mostUses), 'The uses are a whole number from 1.'],
  ]
}

function isWholeFrom1(value: number, most: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= most
}

/** A code as the owner sees it; `uses` counts the orders that used it. */
export type ListedPromotion = { promotion: Promotion; isActive: boolean; uses: number }

/** Every code ever created, newest first. */
export async function listPromotions(shop: Shop): Promise<ListedPromotion[]> {
  const rows = await shop.db
    .select()
    .from(promotionCodes)
    .orderBy(desc(promotionCodes.createdAt), promotionCodes.code)
  const used = await shop.db
    .select({ code: orders.promotionCode, uses: count() })
    .from(orders)
    .where(isNotNull(orders.promotionCode))
    .groupBy(orders.promotionCode)
  const usesOf = new Map(used.map(({ code, uses }) => [code, uses]))
  return rows.map((row) => ({
    promotion: promotionOf(row),
    isActive: row.isActive,
    uses: usesOf.get(row.code) ?? 0,
  }))
}

/**
 * Ends a code for new payments. Memberships that renew with it keep it, and so do payments already begun, except free ones.
 * @throws ShopError 'not_found'
 */
export async function deactivatePromotion(shop: Shop, typed: string): Promise<void> {
  const code = normalizePromotionCode(typed)
  const ended = await shop.db
    .update(promotionCodes)
    .set({ isActive: false })
    .where(eq(promotionCodes.code, code))
    .returning({ id: promotionCodes.id })
  if (ended.length === 0)
    throw new ShopError('not_found', `There is no code ${code}: promotion:list shows them all.`)
}
