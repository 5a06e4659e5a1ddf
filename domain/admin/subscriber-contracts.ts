import * as z from 'zod/mini'
import type { Contracts } from '../contract.ts'
import { subscriberMachine } from '../letter.ts'
import { done, id, nextCursor, pageOfRows, text } from './fields.ts'

/** Spec §4 "Newsletter subscriber status". */
export const subscriberStatuses = subscriberMachine.states

/** Filters of the list: 'active' has confirmed; 'unconfirmed' signed up but hasn't confirmed yet. */
export const subscriberFilters = [...subscriberStatuses, 'unconfirmed'] as const

const subscriber = z.object({
  id: z.string(),
  email: z.string(),
  name: z.nullable(z.string()),
  status: z.enum(subscriberStatuses),
  source: z.nullable(z.string()),
  subscribedAt: z.string(),
  unsubscribedAt: z.nullable(z.string()),
  /** null: hasn't confirmed yet, and only gets the confirmation email */
  confirmedAt: z.nullable(z.string()),
})

const filters = {
  status: z.optional(z.enum(subscriberFilters)),
  search: z.optional(text(200)),
}

/** The newsletter's list. */
export const subscriberContracts = {
  listSubscribers: {
    endpoint: 'GET /api/admin/subscribers',
    query: z.object({ ...filters, ...pageOfRows }),
    reply: z.object({
      subscribers: z.array(subscriber),
      counts: z.object({
        active: z.number(),
        /** signed up and not confirmed yet: they only get the confirmation email */
        unconfirmed: z.number(),
        unsubscribed: z.number(),
        bounced: z.number(),
      }),
      nextCursor,
    }),
  },
  setSubscriberStatus: {
    endpoint: 'PATCH /api/admin/subscribers/:subscriberId',
    params: z.object({ subscriberId: id }),
    body: z.object({ status: z.enum(subscriberStatuses) }),
    reply: done,
  },
  importSubscribers: {
    endpoint: 'POST /api/admin/subscribers/import',
    query: z.object({
      agreed: z.literal('true', 'Import only people who agreed to get the newsletter, and say so.'),
    }),
    /** columns email and name, named in the header line */
    body: 'file',
    reply: z.object({
      added: z.number(),
      known: z.number(),
      /** line numbers, counting the first line as 1 */
      problems: z.array(z.object({ line: z.number(), problem: z.string() })),
    }),
  },
  exportSubscribers: {
    endpoint: 'GET /api/admin/subscribers.csv',
    query: z.object(filters),
    reply: 'file',
    holds: 'people',
  },
} satisfies Contracts
