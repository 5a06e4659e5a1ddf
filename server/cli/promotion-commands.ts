import { ShopError } from '../../domain/errors.ts'
import { parseCents } from '../../domain/money.ts'
import type { Plan } from '../../domain/plan.ts'
import { describePromotion, normalisePromotionCode } from '../../domain/promotion.ts'
import { readPlans } from '../catalog/read-plans.ts'
import {
  createPromotion,
  deactivatePromotion,
  type ListedPromotion,
  listPromotions,
} from '../promotions/promotions.ts'
import { type Command, textOf } from './command.ts'

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
    return [`The code ${normalisePromotionCode(code)} has ended. Orders that used it keep it.`]
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

// What is no number becomes NaN, which createPromotion refuses with the sentence of its field.
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
