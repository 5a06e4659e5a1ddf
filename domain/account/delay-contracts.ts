import * as z from 'zod/mini'
import { id } from '../admin/fields.ts'
import { delayAnswers, delayReasons } from '../delay.ts'
import type { AccountContracts } from './session-contracts.ts'

const delayView = z.object({
  id: z.string(),
  drop: z.string(),
  /** set for a gift: the person who wears its belts */
  recipientName: z.nullable(z.string()),
  reason: z.enum(delayReasons),
  wasDay: z.string(),
  /** null: not known yet */
  newDay: z.nullable(z.string()),
  silence: z.enum(delayAnswers),
  /** the last day to answer, when no answer means a refund */
  refundAfter: z.nullable(z.string()),
  answer: z.nullable(z.enum(delayAnswers)),
})
export type DelayView = z.output<typeof delayView>

const delays = z.object({ delays: z.array(delayView) })

/** Paid belts that can't ship on time: whoever paid chooses to wait or not (docs/decisions/073). */
export const delayContracts = {
  listDelays: { endpoint: 'GET /api/account/delays', reply: delays },
  answerDelay: {
    endpoint: 'POST /api/account/delays/:delayId',
    params: z.object({ delayId: id }),
    body: z.object({ answer: z.enum(delayAnswers) }),
    reply: delays,
  },
} satisfies AccountContracts
