import * as z from 'zod/mini'
import { cancelReasons } from '../cancellation.ts'
import type { Contracts } from '../contract.ts'
import { isEmail } from '../email.ts'
import { confirmedBy } from './auth-contracts.ts'
import { day, done, filled, id, styleChoice, text } from './fields.ts'

const params = z.object({ membershipId: id })
const drop = z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Name a month as YYYY-MM.'))
const line = text(200).check(z.trim())
const mailbox = text(254).check(z.refine(isEmail, 'Please enter a valid email address.'))

/** What staff can do for a member. Each act carries enough to be sure it's the one previewed. */
const memberAct = z.discriminatedUnion('act', [
  /** the drop that was next in the preview */
  z.object({ act: z.literal('skip'), drop }),
  z.object({ act: z.literal('pause'), from: drop, until: drop }),
  z.object({ act: z.literal('resume') }),
  /** `why`: the member's reason, if they gave one */
  z.object({ act: z.literal('cancel'), why: z.optional(z.enum(cancelReasons)) }),
  z.object({ act: z.literal('undo-cancel') }),
  z.object({ act: z.literal('plan'), planId: text(60) }),
  z.object({ act: z.literal('size'), size: line }),
  z.object({
    act: z.literal('styles'),
    styles: styleChoice,
  }),
  z.object({
    act: z.literal('address'),
    ...{
      fullName: line,
      address: line,
      address2: line,
      city: line,
      state: line,
      zipCode: text(20).check(z.trim()),
    },
  }),
  /** free belts after the last paid one */
  z.object({
    act: z.literal('comp'),
    boxes: z
      .int('Give a whole number of belts.')
      .check(z.minimum(1, 'Give at least one belt.'), z.maximum(12, 'Give at most 12 belts.')),
  }),
  /** free months: their belts, and the next charge that many months later; `from`: the day it was due */
  z.object({
    act: z.literal('extend'),
    boxes: z
      .int('Give a whole number of months.')
      .check(z.minimum(1, 'Give at least one month.'), z.maximum(12, 'Give at most 12 months.')),
    from: z.nullable(day),
  }),
  /** to someone else, who accepts through a link (docs/decisions/089) */
  z.object({ act: z.literal('hand-over'), name: filled(200, 'Type their name.'), email: mailbox }),
  z.object({ act: z.literal('end-hand-over') }),
  /** another email address of a gift's recipient */
  z.object({ act: z.literal('recipient'), email: mailbox }),
])
export type MemberAct = z.output<typeof memberAct>

const reason = filled(500, 'Say why. It goes in the audit log.')
const join = { email: mailbox }
const person = z.object({
  personId: z.string().check(z.regex(/^[0-9a-f]{32}$/, 'This isn’t the id of a person.')),
})

/** What a member can do, done for them by staff. Each act is logged with its reason, and the member gets an email. */
export const memberActContracts = {
  previewMemberAct: {
    endpoint: 'POST /api/admin/memberships/:membershipId/acts/preview',
    params,
    body: z.object({ act: memberAct }),
    reply: z.object({
      what: z.string(),
      /** days and money, one sentence each */
      lines: z.array(z.string()),
      /** who gets the email; null: there is no address */
      mailTo: z.nullable(z.string()),
    }),
  },
  actForMember: {
    endpoint: 'POST /api/admin/memberships/:membershipId/acts',
    params,
    /** `askedAs`: id of the form; sending it twice does it once */
    body: z.object({ act: memberAct, reason, askedAs: id }),
    reply: done,
  },
  sendSignInLink: { endpoint: 'POST /api/admin/people/:personId/sign-in-link', params: person, reply: done },
  /** Their address works again after emails bounced: they get everything again that they agreed to. */
  reachPerson: { endpoint: 'POST /api/admin/people/:personId/reachable', params: person, reply: done },
  /** What they'd get on their own page: all their data, as JSON. */
  exportPerson: {
    endpoint: 'GET /api/admin/people/:personId/export',
    params: person,
    reply: 'file',
    holds: 'people',
  },
  /** Another mailbox of the same person: what joining the two would do. */
  previewJoinPeople: {
    endpoint: 'POST /api/admin/people/:personId/join/preview',
    params: person,
    body: z.object(join),
    reply: z.object({ name: z.string(), lines: z.array(z.string()), mailTo: z.array(z.string()) }),
  },
  joinPeople: {
    endpoint: 'POST /api/admin/people/:personId/join',
    params: person,
    body: z.object({ ...join, reason, ...confirmedBy }),
    reply: done,
    asksAgain: true,
  },
  separateMailbox: {
    endpoint: 'POST /api/admin/people/:personId/separate',
    params: person,
    body: z.object({ ...join, reason }),
    reply: done,
  },
  /**
   * A mistyped address: the right one gets a link, and once its button is pressed, these orders and their memberships are
   * its own. The mistyped one may belong to a stranger with orders of their own, which stay.
   */
  correctEmail: {
    endpoint: 'POST /api/admin/people/:personId/correct-email',
    params: person,
    body: z.object({
      ...join,
      orderIds: z.array(id).check(z.minLength(1, 'Choose at least one order.'), z.maxLength(100)),
      ...{ reason, ...confirmedBy },
    }),
    reply: done,
    asksAgain: true,
  },
  previewDeletePerson: {
    endpoint: 'GET /api/admin/people/:personId/deletion',
    params: person,
    reply: z.object({
      emails: z.array(z.string()),
      lines: z.array(z.string()),
      /** store credit they would lose */
      creditCents: z.number(),
      /** what has to happen first, in the words of their own page; null: nothing */
      blockedBy: z.nullable(z.string()),
    }),
  },
  /** Deletes their data on request, as they can on their own page. `givesUpCreditCents`: the store credit they give up. */
  deletePerson: {
    endpoint: 'POST /api/admin/people/:personId/delete',
    params: person,
    body: z.object({ reason, givesUpCreditCents: z.optional(z.int().check(z.minimum(0))), ...confirmedBy }),
    reply: done,
    asksAgain: true,
  },
} satisfies Contracts
