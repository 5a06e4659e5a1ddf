import * as z from 'zod/mini'
import type { Contracts } from '../contract.ts'
import { disputeStatuses } from '../dispute.ts'
import { day, done, filled, id, nextCursor, page, text } from './fields.ts'

const words = z.nullable(z.string())

const disputeFilters = ['open', 'asks', 'decided', 'all'] as const

const disputeRow = z.object({
  id: z.string(),
  orderId: z.string(),
  orderNumber: z.string(),
  name: z.string(),
  /** null for roles that can't see it (hidden-fields.ts) */
  email: words,
  status: z.enum(disputeStatuses),
  amountCents: z.number(),
  /** the bank's reason in the provider's words */
  reason: z.string(),
  /** ISO instant by which the bank wants an answer; null: it isn't waiting */
  dueBy: words,
  /** every status it had, oldest first */
  history: z.array(z.object({ status: z.enum(disputeStatuses), at: z.string(), dueBy: words })),
})

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
})

/** What a stray movement can become. */
const strayEnds = ['credit', 'order', 'noted'] as const

/** Disputes (docs/decisions/125), and money that arrived elsewhere (docs/decisions/126). */
export const disputeContracts = {
  listDisputes: {
    endpoint: 'GET /api/admin/disputes',
    query: z.object({ state: z.optional(z.enum(disputeFilters)), ...page }),
    reply: z.object({
      /** undecided, those that wait for an answer first; then the decided ones, newest first */
      disputes: z.array(disputeRow),
      open: z.number(),
      /** those whose bank waits for an answer */
      asks: z.number(),
      nextCursor,
    }),
  },
  listStrays: {
    endpoint: 'GET /api/admin/books/strays',
    reply: z.object({ strays: z.array(strayView) }),
  },
  settleStray: {
    endpoint: 'POST /api/admin/books/strays/:strayId',
    params: z.object({ strayId: text(80) }),
    body: z.object({
      as: z.enum(strayEnds),
      /** for credit: who gets it */
      email: z.optional(text(200)),
      /** for an order: the one it paid */
      orderNumber: z.optional(text(40)),
      reason: filled(300, 'Say what it was, for the books.'),
      /** set by the form, so that posting it twice gives it once */
      key: id,
    }),
    reply: done,
  },
} satisfies Contracts
