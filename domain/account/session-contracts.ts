import * as z from 'zod/mini'
import { text } from '../admin/fields.ts'
import type { Contract } from '../contract.ts'
import { creditEndpoints } from '../endpoints.ts'

const creditView = z.object({
  /** gifts that came back and are not yet made into a code */
  belts: z.number(),
  /** there is something to make into a code */
  isThere: z.boolean(),
  /** made already, and not used yet */
  codes: z.array(z.string()),
})

/**
 * Store credit (club-rules.md "The gift"). Its amount is what a giver paid, so a recipient's page shows it only to who asks
 * (docs/decisions/023-exchange-state-machine.md).
 */
export const creditContracts = {
  /** Open, because the cart asks it of everybody: nobody's is none. */
  readCredit: { endpoint: creditEndpoints.readCredit, isOpen: true, reply: creditView },
  readCreditAmount: {
    endpoint: 'GET /api/account/credit/amount',
    reply: z.object({ balanceCents: z.number(), codesCents: z.number() }),
  },
  /**
   * All of it becomes one code, good once, for this address alone; what it leaves over comes back. For a checkout it takes codes with
   * it that nobody is paying with, and is credit again after tomorrow.
   */
  makeCreditCode: {
    endpoint: creditEndpoints.makeCreditCode,
    body: z.object({ isForCheckout: z.optional(z.boolean()) }),
    reply: creditView,
  },
} satisfies AccountContracts

/** Whether they want the letter: one a month, with the drop. Their own page is proof enough of the address. */
export const letterContracts = {
  readLetterWish: { endpoint: 'GET /api/account/letter', reply: z.object({ isWanted: z.boolean() }) },
  wishForLetter: {
    endpoint: 'POST /api/account/letter',
    body: z.object({ isWanted: z.boolean() }),
    reply: z.object({ isWanted: z.boolean() }),
  },
} satisfies AccountContracts

/** What somebody may ask of what the shop knows of their address (club-rules.md "Privacy"). */
export const privacyContracts = {
  /** Members or not: a mail with a link. The same answer whether or not anything is kept. */
  askForMyData: {
    endpoint: 'POST /api/account/my-data/ask',
    isOpen: true,
    body: z.object({ email: text(320), wish: z.enum(['copy', 'deletion']) }),
    reply: z.object({ success: z.literal(true) }),
  },
  downloadMyData: { endpoint: 'GET /api/account/my-data', asksAgain: true, reply: 'file' },
  /**
   * Refused while a paid box is owed or a renewal is active. Ends every session of the address.
   * `givesUpCreditCents`: the store credit that it ends, as the refusal without it has told it.
   */
  deleteMyData: {
    endpoint: 'POST /api/account/my-data/delete',
    asksAgain: true,
    body: z.object({ givesUpCreditCents: z.optional(z.int().check(z.positive())) }),
    reply: z.object({ success: z.literal(true) }),
  },
} satisfies AccountContracts

const done = z.object({ success: z.literal(true) })

/** The way into the member's page without a password (club-rules.md "The member's page"), and out of it. */
export const sessionContracts = {
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
  /** Where the member is signed in. */
  listDevices: {
    endpoint: 'GET /api/account/devices',
    reply: z.object({
      devices: z.array(
        z.object({
          id: z.string(),
          /** such as "Firefox on Linux" */
          device: z.string(),
          signedInAt: z.string(),
          /** to the day */
          lastSeenAt: z.string(),
          isThis: z.boolean(),
        }),
      ),
    }),
  },
  signOutDevice: {
    endpoint: 'DELETE /api/account/devices/:id',
    params: z.object({ id: z.uuid() }),
    reply: done,
  },
  signOutMemberEverywhere: { endpoint: 'POST /api/account/sign-out-everywhere', reply: done },
} satisfies AccountContracts

/** One call of the member's page as data; without `isOpen` it needs the session of a member. */
export type AccountContract = Contract & { isOpen?: true }

export type AccountContracts = Record<string, AccountContract>
