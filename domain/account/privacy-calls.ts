import * as z from 'zod/mini'
import type { AccountCalls } from './account-call.ts'

/** What somebody may ask of what the shop knows of their address (club.md "Privacy"). */
export const privacyCalls = {
  downloadMyData: { endpoint: 'GET /api/account/my-data', reply: 'file' },
  /** Refused while a paid box is owed or a renewal is active. Ends every session of the address. */
  deleteMyData: {
    endpoint: 'POST /api/account/my-data/delete',
    reply: z.object({ success: z.literal(true) }),
  },
} satisfies AccountCalls
