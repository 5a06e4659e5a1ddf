import * as z from 'zod/mini'
import type { Contracts } from '../contract.ts'
import { givenKinds } from '../giving.ts'
import { confirmedBy } from './auth-contracts.ts'
import { done, id } from './fields.ts'

/** Gifts above a staff member's day, for which an owner has to agree. */
export const givingContracts = {
  listApprovals: {
    endpoint: 'GET /api/admin/approvals',
    reply: z.object({
      approvals: z.array(
        z.object({
          id: z.string(),
          username: z.string(),
          kind: z.enum(givenKinds),
          amountCents: z.number(),
          orderId: z.nullable(z.string()),
          reason: z.string(),
          createdAt: z.string(),
        }),
      ),
    }),
  },
  /** Agreeing does what was asked, in the asker's name. */
  decideApproval: {
    endpoint: 'POST /api/admin/approvals/:approvalId',
    params: z.object({ approvalId: id }),
    body: z.object({ agrees: z.boolean(), ...confirmedBy }),
    reply: done,
    asksAgain: true,
  },
} satisfies Contracts
