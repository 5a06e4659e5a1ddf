import * as z from 'zod/mini'
import { styleChoice, text } from '../admin/fields.ts'
import { planChoice } from '../admin/plan-contracts.ts'
import { cancelReasons } from '../cancellation.ts'
import { measuredLength, membershipView } from '../membership-view.ts'
import type { AccountContracts } from './session-contracts.ts'

const params = z.object({ id: z.uuid('We can’t find that membership.') })
const drop = z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Name a month as YYYY-MM.'))
/** Replies with the membership after the change, so that the page can show the result. */
const reply = membershipView
const line = text(200).check(z.trim())
const place = { address: line, address2: line, city: line, state: line, zipCode: text(20).check(z.trim()) }

/** What members do with their memberships (club-rules.md "The member's page"). */
export const membershipContracts = {
  readMember: {
    endpoint: 'GET /api/account',
    reply: z.object({ email: z.string(), memberships: z.array(membershipView) }),
  },
  /** `drop`: the one the member saw as next. Asking twice for the same drop skips it once. */
  skipNextBox: {
    endpoint: 'POST /api/account/memberships/:id/skip',
    params,
    body: z.object({ drop }),
    reply,
  },
  /** `from`: the drop to skip first; `until`: the drop with which belts resume. */
  pauseBoxes: {
    endpoint: 'POST /api/account/memberships/:id/pause',
    params,
    body: z.object({ from: drop, until: drop }),
    reply,
  },
  resumeBoxes: { endpoint: 'POST /api/account/memberships/:id/resume', params, reply },
  cancelMembership: { endpoint: 'POST /api/account/memberships/:id/cancel', params, reply },
  /** Why it was cancelled: an optional one-tap question after the cancellation. */
  tellCancelReason: {
    endpoint: 'POST /api/account/memberships/:id/cancel-reason',
    params,
    body: z.object({ reason: z.enum(cancelReasons, 'Choose one of the reasons.') }),
    reply,
  },
  undoCancellation: { endpoint: 'POST /api/account/memberships/:id/undo-cancel', params, reply },
  /** The plans the next term can change to, each with the amount, day and terms of its first charge. */
  listPlanChoices: {
    endpoint: 'GET /api/account/memberships/:id/plans',
    params,
    reply: z.object({ plans: z.array(planChoice) }),
  },
  /**
   * Changes the plan from the next term on. Nothing is charged now; the change can be undone until that charge. `terms`:
   * the text the member read with that plan. Only staying on the current plan needs none.
   */
  changePlan: {
    endpoint: 'POST /api/account/memberships/:id/plan',
    params,
    body: z.object({ planId: text(60), terms: z.optional(text(1000)) }),
    reply,
  },
  undoPlanChange: { endpoint: 'DELETE /api/account/memberships/:id/plan', params, reply },
  changeSize: {
    endpoint: 'POST /api/account/memberships/:id/size',
    params,
    body: z.object({ size: line, measured: measuredLength }),
    reply,
  },
  /** Makes the wearer's strap a public page. `words`: what they agreed to, as shown. */
  shareStrap: {
    endpoint: 'POST /api/account/memberships/:id/strap',
    params,
    body: z.object({ words: text(400) }),
    reply,
  },
  endStrap: { endpoint: 'DELETE /api/account/memberships/:id/strap', params, reply },
  changeStyles: {
    endpoint: 'POST /api/account/memberships/:id/styles',
    params,
    body: z.object({
      styles: styleChoice,
    }),
    reply,
  },
  changeAddress: {
    endpoint: 'POST /api/account/memberships/:id/address',
    asksAgain: true,
    params,
    body: z.object({ fullName: line, ...place }),
    reply,
  },
  /**
   * What the carrier says about an address before it is saved. Both fields are null if there is nothing to ask or no
   * carrier to answer. The member can save the address either way.
   */
  checkAddress: {
    endpoint: 'POST /api/account/address-check',
    body: z.object(place),
    reply: z.object({
      problem: z.nullable(z.string()),
      suggestion: z.nullable(
        z.object({
          address: z.string(),
          address2: z.string(),
          city: z.string(),
          state: z.string(),
          zipCode: z.string(),
        }),
      ),
    }),
  },
  /** The receipt of a payment, or the credit note of a refund, as a PDF: for whoever pays, never for a gift's recipient. */
  downloadReceipt: {
    endpoint: 'GET /api/account/memberships/:id/receipts/:subjectId',
    params: z.object({ id: params.shape.id, subjectId: z.uuid('We can’t find that receipt.') }),
    reply: 'file',
  },
  /** The URL of the page for changing the card. It works for one membership. */
  updateCard: {
    endpoint: 'POST /api/account/memberships/:id/card',
    params,
    reply: z.object({ link: z.string() }),
  },
} satisfies AccountContracts
