import * as z from 'zod/mini'
import type { Contracts } from '../contract.ts'
import { exchangeActs, exchangeKinds, exchangeRemedies, exchangeStates } from '../exchange.ts'
import { brokenParts } from '../warranty.ts'
import { done, filled, id, nextCursor, page, text } from './fields.ts'

/** What the admin's list can be narrowed to. */
const exchangeFilters = ['open', 'done', 'all', ...exchangeStates] as const

const words = z.nullable(z.string())

const exchangeRow = z.object({
  id: z.string(),
  /** "R-7F3A9C21", as it stands on the parcel */
  number: z.string(),
  /** the belt that goes back */
  boxId: z.string(),
  orderId: z.string(),
  orderNumber: z.string(),
  member: z.string(),
  email: words,
  isGift: z.boolean(),
  kind: z.enum(exchangeKinds),
  remedy: z.enum(exchangeRemedies),
  state: z.enum(exchangeStates),
  askedBy: z.enum(['member', 'guest', 'owner']),
  drop: z.string(),
  /** "Derby Row, size 36" */
  belt: z.string(),
  wanted: z.string(),
  details: z.string(),
  note: z.string(),
  trackingNumber: words,
  /** what a refund or credit gives, before tax; null for whom it is hidden from (hidden-fields.ts) */
  valueCents: z.nullable(z.number()),
  createdAt: z.string(),
  /** until when the belt is waited for, or the remedy was promised; null where nothing is due */
  dueAt: words,
  isLate: z.boolean(),
  /** the member doesn't have its prepaid label yet */
  needsLabel: z.boolean(),
  /** no unit of the replacement is left */
  isGone: z.boolean(),
  /** of a belt that broke; null for every other */
  claim: z.nullable(
    z.object({
      part: z.nullable(z.enum(brokenParts)),
      /** what its member would like; null: whatever we think best */
      wish: z.nullable(z.enum(exchangeRemedies)),
      photos: z.array(z.string()),
      /** the day it arrived or must have, and how many days ago that is */
      arrivedOn: words,
      ageDays: z.nullable(z.number()),
      warrantyUntil: words,
      /** what the rule proposes; null once a person has decided */
      proposed: z.nullable(z.object({ remedy: z.enum(exchangeRemedies), why: z.string() })),
      /** what can be given */
      remedies: z.array(z.enum(exchangeRemedies)),
      answer: z.string(),
    }),
  ),
  /** what this one of the staff may find to do next, by the state alone */
  acts: z.array(z.enum(exchangeActs)),
})
export type ExchangeRow = z.output<typeof exchangeRow>

const params = z.object({ exchangeId: id })
const endpoint = <Act extends string>(act: Act) => `POST /api/admin/exchanges/:exchangeId/${act}` as const

/** Belts that go back, and what is done for them (spec §1 "Returns policy"). */
export const exchangeContracts = {
  /** Open ones oldest first, because they wait; the others newest first. */
  listExchanges: {
    endpoint: 'GET /api/admin/exchanges',
    query: z.object({
      state: z._default(z.enum(exchangeFilters), 'open'),
      /** of one order */
      orderId: z.optional(id),
      limit: page.limit,
      cursor: z.optional(id),
    }),
    reply: z.object({
      exchanges: z.array(exchangeRow),
      open: z.number(),
      late: z.number(),
      nextCursor,
    }),
  },
  /** On a member's behalf, also after the 30 days. */
  startExchange: {
    endpoint: 'POST /api/admin/exchanges',
    body: z.object({
      boxId: id,
      kind: z.enum(exchangeKinds),
      remedy: z.optional(z.enum(exchangeRemedies)),
      /** what broke */
      part: z.optional(z.enum(brokenParts)),
      productId: z.optional(id),
      size: z.optional(text(20)),
      details: z.optional(text(2000)),
    }),
    reply: done,
  },
  /** What can be sent for a box of an order. */
  listReplacements: {
    endpoint: 'GET /api/admin/exchanges/replacements/:boxId',
    params: z.object({ boxId: id }),
    reply: z.object({
      belts: z.array(z.object({ id: z.string(), name: z.string(), sizes: z.array(z.string()) })),
      size: words,
    }),
  },
  /** A prepaid label was mailed by hand; said twice it was mailed once. */
  markLabelSent: { endpoint: endpoint('label'), params, reply: done },
  /** What is given for a belt that broke; money goes right away. Decided twice the same way it is decided once. */
  decideClaim: {
    endpoint: endpoint('decide'),
    params,
    body: z.object({
      remedy: z.enum(exchangeRemedies),
      productId: z.optional(id),
      size: z.optional(text(20)),
    }),
    reply: done,
  },
  /** It isn't covered: the member reads why. */
  declineClaim: {
    endpoint: endpoint('decline'),
    params,
    body: z.object({ reason: filled(1000, 'Write down why. The member reads it.') }),
    reply: done,
  },
  markRepaired: { endpoint: endpoint('repaired'), params, reply: done },
  /** A photo that a member sent with a claim. */
  claimPhoto: {
    endpoint: 'GET /api/admin/claim-photos/:photoId',
    params: z.object({ photoId: id }),
    reply: 'file',
  },
  receiveReturn: {
    endpoint: endpoint('receive'),
    params,
    /** as new: it goes back on the shelf */
    body: z.object({ isAsNew: z.boolean() }),
    reply: done,
  },
  shipReplacement: {
    endpoint: endpoint('ship'),
    params,
    body: z.object({ trackingNumber: text(100) }),
    reply: done,
  },
  /** Something else than what was put aside: another belt or size, or the money or credit. */
  changeRemedy: {
    endpoint: endpoint('change'),
    params,
    body: z.object({
      remedy: z.enum(['replacement', 'refund', 'credit']),
      productId: z.optional(id),
      size: z.optional(text(20)),
    }),
    reply: done,
  },
  refundReturn: { endpoint: endpoint('refund'), params, reply: done },
  creditReturn: { endpoint: endpoint('credit'), params, reply: done },
  /** It came back worn: it goes to the member again. */
  refuseReturn: {
    endpoint: endpoint('refuse'),
    params,
    body: z.object({ reason: filled(500, 'Say why you’re refusing it.') }),
    reply: done,
  },
  cancelReturn: { endpoint: endpoint('cancel'), params, reply: done },
  noteExchange: {
    endpoint: endpoint('note'),
    params,
    body: z.object({ note: text(2000), was: z.optional(z.object({ note: text(2000) })) }),
    reply: done,
  },
} satisfies Contracts
