import * as z from 'zod/mini'
import type { Contracts } from '../contract.ts'
import { day, done, filled, id, text } from './fields.ts'

const words = z.nullable(z.string())

const strayView = z.object({
  /** the provider's movement */
  id: z.string(),
  /** the shop's day */
  day,
  /** positive: came in */
  amountCents: z.number(),
  what: z.string(),
  /** the charge, refund or other object at the provider */
  sourceId: words,
  /** whose card it was, if they're a member */
  email: words,
  /** it's a refund or a dispute of money that became someone's store credit: theirs, to take back */
  gaveCreditTo: words,
})

const unmatchedView = z.object({
  /** the checkout */
  id: z.string(),
  /** the shop's day */
  day,
  askedCents: z.number(),
  /** what doesn't match, in a sentence's middle: "the provider took $50.00 (USD)" */
  why: z.string(),
  name: z.string(),
  email: words,
})

/** What a stray movement can become. */
const strayEnds = ['credit', 'order', 'income', 'noted'] as const

/** Money that arrived elsewhere (docs/decisions/126). */
export const strayContracts = {
  listStrays: {
    endpoint: 'GET /api/admin/books/strays',
    reply: z.object({
      strays: z.array(strayView),
      /** payments that aren't what their cart asked for: no order was made (docs/decisions/129) */
      unmatched: z.array(unmatchedView),
    }),
  },
  settleStray: {
    endpoint: 'POST /api/admin/books/strays/:strayId',
    params: z.object({ strayId: text(80) }),
    body: z.object({
      as: z.enum(strayEnds),
      /** for credit: who gets it, or from whom it's taken back */
      email: z.optional(text(200)),
      /** for an order: the one it paid */
      orderNumber: z.optional(text(40)),
      reason: filled(300, 'Say what it was, for the books.'),
      /** set by the form, so that posting it twice gives it once */
      key: id,
    }),
    reply: done,
  },
  /** The order at the price that was paid, or none: then its subscription ends at the provider. */
  settleUnmatched: {
    endpoint: 'POST /api/admin/books/unmatched/:checkoutId',
    params: z.object({ checkoutId: id }),
    body: z.object({
      as: z.enum(['order', 'nothing']),
      reason: filled(300, 'Say why, for the books and your colleagues.'),
    }),
    reply: done,
  },
} satisfies Contracts
