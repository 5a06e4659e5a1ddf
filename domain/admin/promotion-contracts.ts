import * as z from 'zod/mini'
import type { Contracts } from '../contract.ts'
import { done, filled, text } from './fields.ts'

const promotion = {
  code: z.string(),
  percentOff: z.nullable(z.number()),
  /** integer cents */
  amountOffCents: z.nullable(z.number()),
  duration: z.enum(['once', 'forever']),
  plans: z.nullable(z.array(text(60))),
  /** YYYY-MM-DD, the last day */
  expiresOn: z.nullable(z.string()),
  mostUses: z.nullable(z.number()),
}

/** The owner's promotion codes; the rules are those of `npm run shop -- promotion:create`. */
export const promotionContracts = {
  listPromotions: {
    endpoint: 'GET /api/admin/promotions',
    reply: z.object({
      promotions: z.array(
        z.object({ ...promotion, description: z.string(), isActive: z.boolean(), uses: z.number() }),
      ),
    }),
  },
  createPromotion: { endpoint: 'POST /api/admin/promotions', body: z.object(promotion), reply: done },
  endPromotion: {
    endpoint: 'POST /api/admin/promotions/:code/end',
    params: z.object({ code: filled(60) }),
    reply: done,
  },
} satisfies Contracts
