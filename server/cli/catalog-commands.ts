import { and, eq, isNull } from 'drizzle-orm'
import { priceChanges } from '../../db/schema.ts'
import { seed } from '../../db/seed/seed.ts'
import { formatDate } from '../../domain/calendar-date.ts'
import { ShopError } from '../../domain/errors.ts'
import { formatCents, parseCents } from '../../domain/money.ts'
import type { Plan } from '../../domain/plan.ts'
import { describePromotion, normalizePromotionCode } from '../../domain/promotion.ts'
import { priceNotice } from '../../domain/term-words.ts'
import { startPriceRun, stopPriceRun } from '../billing/price-runs.ts'
import { readPlans } from '../catalog/read-plans.ts'
import { sendNotices } from '../notifications/send-notices.ts'
import {
  createPromotion,
  deactivatePromotion,
  type ListedPromotion,
  listPromotions,
} from '../promotions/promotions.ts'
import { type Command, textOf } from './command.ts'

export const priceCallOff: Command = {
  summary: 'stops a price run: who was not charged at it keeps the former price, and is told so',
  options: { plan: { value: 'monthly', says: 'the plan', isRequired: true } },
  async run(shop, args) {
    const [run] = await shop.db
      .select({ id: priceChanges.id })
      .from(priceChanges)
      .where(
        and(
          eq(priceChanges.planId, textOf(args, 'plan') ?? ''),
          isNull(priceChanges.withdrawnAt),
          isNull(priceChanges.finishedAt),
        ),
      )
    if (!run) return ['No price run of this plan is under way.']
    await stopPriceRun(shop, run.id)
    return ['It is stopped.']
  },
}

export const priceAnnounce: Command = {
  summary: `moves everybody who renews a plan to a new price, told ${priceNotice} ahead or more`,
  options: {
    plan: { value: 'monthly', says: 'the plan', isRequired: true },
    amount: { value: '74.50', says: 'what one term costs then, in dollars', isRequired: true },
    from: { value: '2027-03-01', says: 'renewals from this day on cost it', isRequired: true },
  },
  async run(shop, args) {
    const run = await startPriceRun(shop, {
      planId: textOf(args, 'plan') ?? '',
      thenCents: parseCents(textOf(args, 'amount') ?? '') ?? Number.NaN,
      effectiveOn: textOf(args, 'from') ?? '',
    })
    const mails = await sendNotices(shop)
    return [
      `${formatCents(run.thenCents)} from ${formatDate(run.effectiveOn)} on. ${mails} mails are on their way.`,
      `Everybody is told about ${priceNotice} before their first charge at it. See Plans in the admin.`,
    ]
  },
}

export const promotionList: Command = {
  summary: 'shows every promotion code and how often it was used',
  options: {},
  async run(shop) {
    const listed = await listPromotions(shop)
    const plans = await readPlans(shop.db)
    if (listed.length === 0) return ['There are no promotion codes yet: promotion:create makes one.']
    const width = Math.max(...listed.map((each) => each.promotion.code.length))
    return listed.map((each) => `${each.promotion.code.padEnd(width)}  ${line(each, plans)}`)
  },
}

function line({ promotion, isActive, uses }: ListedPromotion, plans: readonly Plan[]): string {
  const used =
    promotion.mostUses === null ? `used ${uses} times` : `used ${uses} of ${promotion.mostUses} times`
  return `${describePromotion(promotion, plans)}; ${used}${isActive ? '' : '; ended'}`
}

export const promotionEnd: Command = {
  summary: 'ends a promotion code for new orders',
  options: { code: { value: 'CODE', says: 'the code', isRequired: true } },
  async run(shop, args) {
    const code = textOf(args, 'code') ?? ''
    await deactivatePromotion(shop, code)
    return [`The code ${normalizePromotionCode(code)} has ended. Orders that used it keep it.`]
  },
}

export const promotionCreate: Command = {
  summary: 'makes a promotion code',
  options: {
    code: { value: 'CODE', says: 'what buyers type, such as SPRING-10', isRequired: true },
    percent: { value: '100', says: 'percent off; at 100 nothing is paid today' },
    amount: { value: '10.00', says: 'dollars off the whole cart' },
    plans: { value: 'monthly,6-months', says: 'the only plans it is good for; without: all' },
    expires: { value: '2026-12-31', says: 'its last day; without: no end' },
    uses: { value: '50', says: 'most orders that may use it; without: any number' },
    forever: { value: null, says: 'off every payment; without: off the first one only' },
  },
  async run(shop, args) {
    const promotion = await createPromotion(shop, {
      code: textOf(args, 'code') ?? '',
      percentOff: wholeNumber(textOf(args, 'percent')),
      amountOffCents: cents(textOf(args, 'amount')),
      duration: args.forever ? 'forever' : 'once',
      plans:
        textOf(args, 'plans')
          ?.split(',')
          .map((plan) => plan.trim()) ?? null,
      expiresOn: textOf(args, 'expires'),
      mostUses: wholeNumber(textOf(args, 'uses')),
    })
    const uses = promotion.mostUses === null ? '' : `, for ${promotion.mostUses} orders`
    const says = describePromotion(promotion, await readPlans(shop.db))
    return [`The code ${promotion.code} is ready: ${says}${uses}.`]
  },
}

// Anything but a number becomes NaN, which createPromotion refuses with the field's own message.
function wholeNumber(text: string | null): number | null {
  if (text === null) return null
  return /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
}

function cents(text: string | null): number | null {
  if (text === null) return null
  const parsed = parseCents(text)
  if (parsed === null)
    throw new ShopError('invalid_body', 'An amount is in dollars and cents, such as 10.00.')
  return parsed
}

export const seedCatalog: Command = {
  summary: 'puts the catalog of belts, plans and quiz questions in place, as every start does',
  options: {},
  async run(shop) {
    await seed(shop.db)
    return ['Belts, plans and quiz questions are in place.']
  },
}
