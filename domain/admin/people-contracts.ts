import * as z from 'zod/mini'
import type { Contracts } from '../contract.ts'
import { exchangeKinds, exchangeRemedies, exchangeStates } from '../exchange.ts'
import { membershipView } from '../membership-view.ts'
import { nextCursor, page, text } from './fields.ts'

const words = z.nullable(z.string())
/** of a person: a mailbox (docs/decisions/060) */
const params = z.object({
  personId: z.string().check(z.regex(/^[0-9a-f]{32}$/, 'This is not the id of a person.')),
})

const personRow = z.object({
  id: z.string(),
  name: z.string(),
  email: words,
  /** "Portland, OR"; "" where nothing is known */
  place: z.string(),
  memberships: z.number(),
  /** of those, how many have belts to come or renew */
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
  /** somebody who is asked to take it over */
  handover: z.nullable(
    z.object({ name: z.string(), email: z.string(), askedAt: z.string(), until: z.string() }),
  ),
  /** as its payer and its wearer see it together */
  view: membershipView,
})
export type PersonMembership = z.output<typeof personMembership>

/** One thing that happened; `who` is null for what they or the shop did. */
const event = z.object({ at: z.string(), who: words, what: z.string() })

const personView = z.object({
  id: z.string(),
  name: z.string(),
  /** others that were typed with the address */
  otherNames: z.array(z.string()),
  email: words,
  /** joined to them by the staff (docs/decisions/090): the id by which each was found before */
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
  creditCents: z.number(),
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
  /** what they said of their belts */
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
  /** mail to them came back, or they called it spam; null: neither */
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

/** Everybody whom the shop knows by a mailbox, and all about one of them. */
export const peopleContracts = {
  /** Found by a name, an email, an order, a city, a ZIP code, a tracking number or the end of a box's reference. */
  listPeople: {
    endpoint: 'GET /api/admin/people',
    query: z.object({ search: z.optional(text(200)), ...page }),
    reply: z.object({ people: z.array(personRow), nextCursor }),
  },
  getPerson: { endpoint: 'GET /api/admin/people/:personId', params, reply: personView },
} satisfies Contracts
