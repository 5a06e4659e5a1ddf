import * as z from 'zod/mini'
import { text } from '../admin/fields.ts'
import type { Contract } from '../contract.ts'
import { creditEndpoints } from '../endpoints.ts'

const creditView = z.object({
  /** true if there is credit to turn into a code */
  isThere: z.boolean(),
  /** codes made and not used yet */
  codes: z.array(z.string()),
})

/**
 * Store credit (club-rules.md "The gift"). Its amount is what a giver paid, so a recipient's page shows it only on
 * request (docs/decisions/023-exchange-state-machine.md).
 */
export const creditContracts = {
  /** Open to everyone, because every cart asks. A visitor who isn't signed in gets no credit. */
  readCredit: { endpoint: creditEndpoints.readCredit, isOpen: true, reply: creditView },
  readCreditAmount: {
    endpoint: 'GET /api/account/credit/amount',
    reply: z.object({ balanceCents: z.number(), codesCents: z.number() }),
  },
  /**
   * Turns all credit into one single-use code for this address; what the order doesn't use comes back as credit. For a
   * checkout it also takes in codes that no payment is using, and the code turns back into credit after tomorrow.
   */
  makeCreditCode: {
    endpoint: creditEndpoints.makeCreditCode,
    body: z.object({ isForCheckout: z.optional(z.boolean()) }),
    reply: creditView,
  },
} satisfies AccountContracts

/** Whether they want the letter: one a month, with the drop. Being signed in proves the address. */
export const letterContracts = {
  readLetterWish: { endpoint: 'GET /api/account/letter', reply: z.object({ isWanted: z.boolean() }) },
  wishForLetter: {
    endpoint: 'POST /api/account/letter',
    body: z.object({ isWanted: z.boolean() }),
    reply: z.object({ isWanted: z.boolean() }),
  },
} satisfies AccountContracts

/** What people can ask about the data the shop keeps for their address (club-rules.md "Privacy"). */
export const privacyContracts = {
  /** For members and non-members: emails a link. The reply is the same whether or not we keep any data. */
  askForMyData: {
    endpoint: 'POST /api/account/my-data/ask',
    isOpen: true,
    body: z.object({ email: text(320), wish: z.enum(['copy', 'deletion']) }),
    reply: z.object({ success: z.literal(true) }),
  },
  downloadMyData: { endpoint: 'GET /api/account/my-data', asksAgain: true, reply: 'file' },
  /**
   * Refused while a paid box is owed or a renewal is active. Ends every session of the address. `givesUpCreditCents`: the
   * store credit the person gives up; a call without it is refused and names the amount. `email`: the address that the
   * page shows; another tab may have signed in as someone else since, whose data stays.
   */
  deleteMyData: {
    endpoint: 'POST /api/account/my-data/delete',
    asksAgain: true,
    body: z.object({
      givesUpCreditCents: z.optional(z.int().check(z.positive())),
      email: z.optional(text(320)),
    }),
    reply: z.object({ success: z.literal(true) }),
  },
} satisfies AccountContracts

const done = z.object({ success: z.literal(true) })

/** Signing in to the member's page without a password (club-rules.md "The member's page"), and out again. */
export const sessionContracts = {
  /** The reply is the same whether or not the address is known. */
  askForLink: {
    endpoint: 'POST /api/account/link',
    isOpen: true,
    body: z.object({ email: text(320) }),
    reply: done,
  },
  /** Takes the token from the emailed link. A token works once. */
  openLink: {
    endpoint: 'POST /api/account/session',
    isOpen: true,
    body: z.object({ token: text(320) }),
    reply: done,
  },
  signOutMember: { endpoint: 'POST /api/account/sign-out', reply: done },
  /** The devices where the member is signed in. */
  listDevices: {
    endpoint: 'GET /api/account/devices',
    reply: z.object({
      devices: z.array(
        z.object({
          id: z.string(),
          /** such as "Firefox on Linux" */
          device: z.string(),
          signedInAt: z.string(),
          /** rounded to the day */
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

/** One call of the member's page, as data. Without `isOpen` it needs a member's session. */
export type AccountContract = Contract & { isOpen?: true }

export type AccountContracts = Record<string, AccountContract>
