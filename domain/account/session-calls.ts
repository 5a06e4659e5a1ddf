import * as z from 'zod/mini'
import { text } from '../admin/fields.ts'
import type { AccountCalls } from './account-call.ts'

const done = z.object({ success: z.literal(true) })

/** The way into the member's page without a password (club.md "The member's page"), and out of it. */
export const sessionCalls = {
  /** The same answer whether or not the address is known. */
  askForLink: {
    endpoint: 'POST /api/account/link',
    isOpen: true,
    body: z.object({ email: text(320) }),
    reply: done,
  },
  /** With the token of the mail's link, which works once. */
  openLink: {
    endpoint: 'POST /api/account/session',
    isOpen: true,
    body: z.object({ token: text(320) }),
    reply: done,
  },
  signOutMember: { endpoint: 'POST /api/account/sign-out', reply: done },
  signOutMemberEverywhere: { endpoint: 'POST /api/account/sign-out-everywhere', reply: done },
} satisfies AccountCalls
