import * as z from 'zod/mini'
import type { Calls } from '../call.ts'
import { day, done } from './fields.ts'

/** YYYY-MM */
export const drop = z
  .string()
  .check(z.regex(/^2\d{3}-(0[1-9]|1[0-2])$/, 'Name the drop by its month, as 2026-12.'))

export const dropStates = ['open', 'curated', 'packed', 'shipped', 'held'] as const

const dropView = z.object({
  drop: z.string(),
  /** the last day on which a box of it may be changed */
  cutOffDay: z.string(),
  /** the last day on which its boxes ship */
  shipBy: z.string(),
  state: z.enum(dropStates),
  belts: z.number(),
  activeBelts: z.number(),
  /** pieces of all belts and sizes */
  pieces: z.number(),
  /** boxes that members have paid for and that have not left */
  boxesOwed: z.number(),
  /** the home page shows its belts */
  isCurrent: z.boolean(),
})
export type DropView = z.output<typeof dropView>

/** Drops, month by month. What is done with one (curating, packing, holding) are calls of their own. */
export const dropCalls = {
  /** Newest first, with what the next one would be. */
  listDrops: {
    endpoint: 'GET /api/admin/drops',
    reply: z.object({
      drops: z.array(dropView),
      next: z.object({ drop: z.string(), cutOffDay: z.string(), shipBy: z.string() }),
    }),
  },
  createDrop: {
    endpoint: 'POST /api/admin/drops',
    body: z.object({ drop, cutOffDay: day, shipBy: day }),
    reply: z.object({ drop: z.string() }),
  },
  /** From now on the home page shows its belts. */
  makeDropCurrent: {
    endpoint: 'POST /api/admin/drops/:drop/current',
    params: z.object({ drop }),
    reply: done,
  },
} satisfies Calls
