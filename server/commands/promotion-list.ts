import type { Plan } from '../../domain/plan.ts'
import { describePromotion } from '../../domain/promotion.ts'
import { readPlans } from '../catalog/read-plans.ts'
import { type ListedPromotion, listPromotions } from '../promotions/list-promotions.ts'
import type { Command } from './command.ts'

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
