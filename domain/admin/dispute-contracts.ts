import * as z from 'zod/mini'
import type { Contracts } from '../contract.ts'
import { disputeStatuses } from '../dispute.ts'
import { nextCursor, page } from './fields.ts'

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

/** Disputes (docs/decisions/125). */
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
} satisfies Contracts
