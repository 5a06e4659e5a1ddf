import * as z from 'zod/mini'
import type { Contracts } from '../contract.ts'
import { nextCursor, page } from './fields.ts'

/** What the shop has promised to do, by kind of row that keeps it (docs/decisions/060). */
const promiseKinds = [
  'box',
  'hold',
  'postage',
  'label',
  'reply',
  'refund',
  'claim',
  'exchange',
  'review',
  'letter',
  'stock',
  'tax',
  'event',
  'dispute',
  'stray',
  'unmatched',
  'short',
  'approval',
  'health',
] as const

const words = z.nullable(z.string())
const act = z.object({ label: z.string(), to: z.string() })

const openPromise = z.object({
  /** of the row that keeps it */
  id: z.string(),
  kind: z.enum(promiseKinds),
  what: z.string(),
  /** the shop's day by which it's due */
  dueOn: z.string(),
  /** the instant, if an hour was promised */
  dueAt: words,
  isLate: z.boolean(),
  /** who it was promised to; null: no one by name. The email is null for roles that can't see it (hidden-fields.ts) */
  person: z.nullable(z.object({ name: z.string(), email: words, personId: words })),
  /** who keeps it: a staff member's name, or the role */
  owner: z.string(),
  /** the screen where it's kept */
  act,
})
export type OpenPromise = z.output<typeof openPromise>

const promiseGroup = z.object({
  kind: z.enum(promiseKinds),
  what: z.string(),
  /** of the earliest one */
  dueOn: z.string(),
  open: z.number(),
  /** due today, and overdue */
  due: z.number(),
  late: z.number(),
  owner: z.string(),
  act,
})
export type PromiseGroup = z.output<typeof promiseGroup>

/** What is left to do, and by when. */
export const promiseContracts = {
  /** The first few of every kind, or all of one kind page by page. Soonest first. */
  listPromises: {
    endpoint: 'GET /api/admin/promises',
    query: z.object({ kind: z.optional(z.enum(promiseKinds)), ...page }),
    reply: z.object({
      /** the shop's day */
      today: z.string(),
      open: z.number(),
      due: z.number(),
      late: z.number(),
      /** a promise is overdue: whoever signs in sees it first */
      isCalling: z.boolean(),
      groups: z.array(promiseGroup),
      promises: z.array(openPromise),
      nextCursor,
    }),
  },
} satisfies Contracts
