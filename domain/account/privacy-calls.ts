import * as z from 'zod/mini'
import type { AccountCalls } from './account-call.ts'

/** What somebody may ask of what the shop knows of their address (club.md "Privacy"). */
export const privacyCalls = {
  downloadMyData: { endpoint: 'GET /api/account/my-data', reply: 'file' },
  /**
   * Refused while a paid box is owed or a renewal is active. Ends every session of the address.
   * `givesUpCreditCents`: the store credit that it ends, as the refusal without it has told it.
   */
  deleteMyData: {
    endpoint: 'POST /api/account/my-data/delete',
    body: z.object({ givesUpCreditCents: z.optional(z.int().check(z.positive())) }),
    reply: z.object({ success: z.literal(true) }),
  },
} satisfies AccountCalls
