import * as z from 'zod/mini'
import type { Contracts } from '../contract.ts'
import { nextCursor, page } from './fields.ts'

/** What the shop has said it will do, by what keeps it (docs/decisions/060). */
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
  'health',
] as const

const words = z.nullable(z.string())
const act = z.object({ label: z.string(), to: z.string() })

const openPromise = z.object({
  /** of the row that keeps it */
  id: z.string(),
  kind: z.enum(promiseKinds),
  what: z.string(),
  /** the shop's day by which it is kept */
  dueOn: z.string(),
  /** the instant, where an hour was promised */
  dueAt: words,
  isLate: z.boolean(),
  /** to whom; null: to nobody by name. The email is null for whom it is hidden from (hidden-fields.ts) */
  person: z.nullable(z.object({ name: z.string(), email: words, personId: words })),
  /** who keeps it: one of the staff by name, else the role */
  owner: z.string(),
  /** where it is kept */
  act,
})
export type OpenPromise = z.output<typeof openPromise>

const promiseGroup = z.object({
  kind: z.enum(promiseKinds),
  what: z.string(),
  /** of the first of them */
  dueOn: z.string(),
  open: z.number(),
  /** due today, and due before */
  due: z.number(),
  late: z.number(),
  owner: z.string(),
  act,
})
export type PromiseGroup = z.output<typeof promiseGroup>

/** What is still to be done, and by when. */
export const promiseContracts = {
  /** The first of every kind; of one kind, page by page. Soonest first. */
  listPromises: {
    endpoint: 'GET /api/admin/promises',
    query: z.object({ kind: z.optional(z.enum(promiseKinds)), ...page }),
    reply: z.object({
      /** the shop's day */
      today: z.string(),
      open: z.number(),
      due: z.number(),
      late: z.number(),
      /** something that was promised before today is due: whoever signs in sees it first */
      isCalling: z.boolean(),
      groups: z.array(promiseGroup),
      promises: z.array(openPromise),
      nextCursor,
    }),
  },
} satisfies Contracts
