import * as z from 'zod/mini'
import type { AccountCalls } from './account-call.ts'

const creditView = z.object({
  /** gifts that came back and are not yet made into a code */
  belts: z.number(),
  /** there is something to make into a code */
  isThere: z.boolean(),
  /** made already, and not used yet */
  codes: z.array(z.string()),
})

/**
 * Store credit (club.md "The gift"). Its amount is what a giver paid, so a recipient's page shows it only to who asks
 * (docs/decisions/023-exchanges.md).
 */
export const creditCalls = {
  readCredit: { endpoint: 'GET /api/account/credit', reply: creditView },
  readCreditAmount: {
    endpoint: 'GET /api/account/credit/amount',
    reply: z.object({ balanceCents: z.number(), codesCents: z.number() }),
  },
  /** All of it becomes one code, good once, for this address alone; what it leaves over comes back. */
  makeCreditCode: { endpoint: 'POST /api/account/credit/codes', reply: creditView },
} satisfies AccountCalls
