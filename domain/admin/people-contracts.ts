import * as z from 'zod/mini'
import type { Contracts } from '../contract.ts'
import { disputeStatuses } from '../dispute.ts'
import { exchangeKinds, exchangeRemedies, exchangeStates } from '../exchange.ts'
import { membershipView } from '../membership-view.ts'
import { id, nextCursor, page, text, trackRecord } from './fields.ts'

const words = z.nullable(z.string())
/** a person is a mailbox (docs/decisions/060) */
const params = z.object({
  personId: z.string().check(z.regex(/^[0-9a-f]{32}$/, 'This isn’t the id of a person.')),
})

const personRow = z.object({
  id: z.string(),
  name: z.string(),
  email: words,
  /** "Portland, OR"; "" if unknown */
  place: z.string(),
  memberships: z.number(),
  /** those of them that renew or have belts to come */
  running: z.number(),
  orders: z.number(),
  /** their last activity: an order, a message, a sign-up */
  lastAt: z.string(),
})
export type PersonRow = z.output<typeof personRow>

const personMembership = z.object({
  orderId: z.string(),
  orderNumber: z.string(),
  /** the other mailbox of a gift */
  other: z.nullable(z.object({ personId: z.string(), email: words })),
  /** someone who was asked to take it over */
  handover: z.nullable(
    z.object({ name: z.string(), email: z.string(), askedAt: z.string(), until: z.string() }),
  ),
  /** combines what its payer and its wearer see */
  view: membershipView,
})
export type PersonMembership = z.output<typeof personMembership>

/** One thing that happened; `who` is null if they or the shop did it. */
const event = z.object({ at: z.string(), who: words, what: z.string() })

const personView = z.object({
  id: z.string(),
  name: z.string(),
  /** other names typed with this address */
  otherNames: z.array(z.string()),
  email: words,
  /** mailboxes staff joined to this one (docs/decisions/090), with the id each had before */
  otherMailboxes: z.array(z.object({ id: z.string(), email: z.string(), since: z.string() })),
  place: z.string(),
  memberships: z.array(personMembership),
  orders: z.array(
    z.object({
      id: z.string(),
      orderNumber: z.string(),
      status: z.string(),
      totalAmount: words,
      createdAt: z.string(),
    }),
  ),
  /** of their payments, those that no bank has decided; absent: none */
  disputes: z.optional(
    z.array(
      z.object({
        id: z.string(),
        orderNumber: z.string(),
        status: z.enum(disputeStatuses),
        amountCents: z.number(),
        dueBy: words,
      }),
    ),
  ),
  creditCents: z.number(),
  trackRecord,
  messages: z.array(
    z.object({
      id: z.string(),
      subject: z.string(),
      message: z.string(),
      createdAt: z.string(),
      isOpen: z.boolean(),
      replies: z.array(z.object({ username: z.string(), text: z.string(), createdAt: z.string() })),
    }),
  ),
  exchanges: z.array(
    z.object({
      id: z.string(),
      number: z.string(),
      state: z.enum(exchangeStates),
      kind: z.enum(exchangeKinds),
      remedy: z.enum(exchangeRemedies),
      belt: z.string(),
      createdAt: z.string(),
    }),
  ),
  /** their feedback on belts */
  feedback: z.array(z.object({ belt: z.string(), fit: words, taste: words, at: z.string() })),
  consents: z.array(
    z.object({ orderNumber: z.string(), version: z.string(), text: z.string(), agreedAt: z.string() }),
  ),
  newsletter: z.nullable(
    z.object({
      status: z.string(),
      source: words,
      subscribedAt: z.string(),
      confirmedAt: words,
      unsubscribedAt: words,
    }),
  ),
  /** emails to them bounced, or they marked one as spam; null: neither */
  unreachable: z.nullable(
    z.object({ kind: z.enum(['bounce', 'complaint']), words: z.string(), at: z.string() }),
  ),
  /** newest first */
  mails: z.array(
    z.object({ id: z.string(), kind: z.string(), createdAt: z.string(), sentAt: words, problem: words }),
  ),
  notes: z.array(
    z.object({
      id: z.string(),
      orderNumber: z.string(),
      at: z.string(),
      username: z.string(),
      text: z.string(),
    }),
  ),
  /** newest first */
  timeline: z.array(event),
})
export type PersonView = z.output<typeof personView>
export type PersonEvent = z.output<typeof event>

/** Everyone the shop knows by a mailbox, and all about one of them. */
export const peopleContracts = {
  /** Searches names, emails, orders, cities, ZIP codes, tracking numbers and the ends of box references. */
  listPeople: {
    endpoint: 'GET /api/admin/people',
    query: z.object({ search: z.optional(text(200)), ...page }),
    reply: z.object({ people: z.array(personRow), nextCursor }),
  },
  /** What someone paid, claimed and got back, in one line: of an order's people, or of an address. */
  readTrackRecord: {
    endpoint: 'GET /api/admin/track-record',
    query: z.object({ orderId: z.optional(id), email: z.optional(text(254)) }),
    reply: z.object({ trackRecord }),
  },
  getPerson: { endpoint: 'GET /api/admin/people/:personId', params, reply: personView },
} satisfies Contracts
