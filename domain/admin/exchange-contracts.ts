import * as z from 'zod/mini'
import type { Contracts } from '../contract.ts'
import { exchangeActs, exchangeKinds, exchangeRemedies, exchangeStates } from '../exchange.ts'
import { brokenParts } from '../warranty.ts'
import { done, filled, id, nextCursor, page, text, trackRecord, wholeCents } from './fields.ts'

/** Filters of the admin's list. */
const exchangeFilters = ['open', 'done', 'all', ...exchangeStates] as const

const words = z.nullable(z.string())

const exchangeRow = z.object({
  id: z.string(),
  /** "R-7F3A9C21", as written on the package */
  number: z.string(),
  /** the box of the belt being returned */
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
  /** what a refund or credit would pay, before tax; null for roles that can't see it (hidden-fields.ts) */
  valueCents: z.nullable(z.number()),
  createdAt: z.string(),
  /** until when we wait for the belt, or when the remedy was promised; null if nothing is due */
  dueAt: words,
  isLate: z.boolean(),
  /** the member hasn't received the prepaid label yet */
  needsLabel: z.boolean(),
  /** the replacement is out of stock */
  isGone: z.boolean(),
  /** its money waits until the bank has decided about the payment */
  waitsForBank: z.boolean(),
  /**
   * the belts that one price turned into, first the oldest, and what became of the price; null if it's this belt alone, and
   * for roles that don't see money
   */
  chain: z.nullable(
    z.object({
      paidCents: z.number(),
      keptCents: z.number(),
      givenCents: z.number(),
      leftCents: z.number(),
      links: z.array(
        z.object({
          id: z.string(),
          number: z.string(),
          kind: z.enum(exchangeKinds),
          remedy: z.enum(exchangeRemedies),
          state: z.enum(exchangeStates),
          belt: z.string(),
          createdAt: z.string(),
          photos: z.array(z.string()),
          /** what they kept of it is worth; 0: nothing */
          keptCents: z.number(),
          /** whether staff can judge what it's worth */
          isKept: z.boolean(),
        }),
      ),
    }),
  ),
  /** set for a belt that broke, and for one that never came if a person decides; null for all others */
  claim: z.nullable(
    z.object({
      part: z.nullable(z.enum(brokenParts)),
      /** the remedy the member asked for; null: whatever we think best */
      wish: z.nullable(z.enum(exchangeRemedies)),
      photos: z.array(z.string()),
      /** the day it arrived or must have arrived, and how many days ago */
      arrivedOn: words,
      ageDays: z.nullable(z.number()),
      warrantyUntil: words,
      /** what the warranty rule suggests; null once a person has decided */
      proposed: z.nullable(z.object({ remedy: z.enum(exchangeRemedies), why: z.string() })),
      /** the remedies staff can give */
      remedies: z.array(z.enum(exchangeRemedies)),
      answer: z.string(),
    }),
  ),
  /** of its wearer and whoever pays */
  trackRecord,
  /** what this staff member can do next, judged by the state alone */
  acts: z.array(z.enum(exchangeActs)),
})
export type ExchangeRow = z.output<typeof exchangeRow>

const params = z.object({ exchangeId: id })
const endpoint = <Act extends string>(act: Act) => `POST /api/admin/exchanges/:exchangeId/${act}` as const

/** Belts that come back, and what the shop does about them (spec §1 "Returns policy"). */
export const exchangeContracts = {
  /** Open ones oldest first, because they are waiting; the others newest first. */
  listExchanges: {
    endpoint: 'GET /api/admin/exchanges',
    query: z.object({
      state: z._default(z.enum(exchangeFilters), 'open'),
      /** only those of this order */
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
  /** Starts one on a member's behalf, even after the 30 days. */
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
  /** What can be sent in place of an order's box. */
  listReplacements: {
    endpoint: 'GET /api/admin/exchanges/replacements/:boxId',
    params: z.object({ boxId: id }),
    reply: z.object({
      belts: z.array(z.object({ id: z.string(), name: z.string(), sizes: z.array(z.string()) })),
      size: words,
    }),
  },
  /** Records that a prepaid label was emailed by hand. Repeating it changes nothing. */
  markLabelSent: { endpoint: endpoint('label'), params, reply: done },
  /** Decides what a broken belt gets; money moves right away. Repeating the same decision changes nothing. */
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
  /** The claim isn't covered: the member is told why. */
  declineClaim: {
    endpoint: endpoint('decline'),
    params,
    body: z.object({ reason: filled(1000, 'Write down why. The member reads it.') }),
    reply: done,
  },
  /** What a belt is still worth that its member kept though another one was sent. The rest can be given back again. */
  judgeKept: {
    endpoint: endpoint('judge'),
    params,
    body: z.object({ worthCents: wholeCents, reason: filled(500, 'Say why. It goes in the audit log.') }),
    reply: done,
  },
  markRepaired: { endpoint: endpoint('repaired'), params, reply: done },
  /** A photo sent with a member's claim. */
  claimPhoto: {
    endpoint: 'GET /api/admin/claim-photos/:photoId',
    params: z.object({ photoId: id }),
    reply: 'file',
    holds: 'someone',
  },
  receiveReturn: {
    endpoint: endpoint('receive'),
    params,
    /** as new: it goes back into stock */
    body: z.object({ isAsNew: z.boolean() }),
    reply: done,
  },
  shipReplacement: {
    endpoint: endpoint('ship'),
    params,
    body: z.object({ trackingNumber: text(100) }),
    reply: done,
  },
  /** Replaces what was set aside: another belt or size, or money or credit instead. */
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
  /** The belt came back worn, so it goes back to the member. */
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
