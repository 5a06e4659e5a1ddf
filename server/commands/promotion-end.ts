import { normalisePromotionCode } from '../../domain/promotion.ts'
import { deactivatePromotion } from '../promotions/deactivate-promotion.ts'
import { type Command, textOf } from './command.ts'

export const promotionEnd: Command = {
  summary: 'ends a promotion code for new orders',
  options: { code: { value: 'CODE', says: 'the code', isRequired: true } },
  async run(shop, args) {
    const code = textOf(args, 'code') ?? ''
    await deactivatePromotion(shop, code)
    return [`The code ${normalisePromotionCode(code)} has ended. Orders that used it keep it.`]
  },
}
