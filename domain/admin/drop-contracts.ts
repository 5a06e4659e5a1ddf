import * as z from 'zod/mini'
import type { Contracts } from '../contract.ts'
import { day, done } from './fields.ts'

/** YYYY-MM */
export const drop = z
  .string()
  .check(z.regex(/^2\d{3}-(0[1-9]|1[0-2])$/, 'Name the drop by its month, like 2026-12.'))

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
  /** false: its days are those of the club's calendar, because nobody has prepared it */
  isCreated: z.boolean(),
})
export type DropView = z.output<typeof dropView>

/** How many boxes of a drop are in each state of the ledger (club-rules.md "The box ledger"). */
const boxCounts = z.object({
  owed: z.number(),
  assigned: z.number(),
  held: z.number(),
  packed: z.number(),
  shipped: z.number(),
  delivered: z.number(),
})
export type BoxCounts = z.output<typeof boxCounts>

const dropBelt = z.object({
  id: z.string(),
  name: z.string(),
  sku: z.string(),
  gender: z.string(),
  style: z.string(),
  isActive: z.boolean(),
  /** `wanted`: boxes that this belt in this size is proposed for and that are not packed */
  sizes: z.array(z.object({ size: z.string(), stock: z.number(), wanted: z.number() })),
})
export type DropBelt = z.output<typeof dropBelt>

/** Drops, month by month. What is done with one (curating, packing, holding) are calls of their own. */
export const dropContracts = {
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
  /** One drop: where its boxes stand, its belts, and what its members were told about it. */
  getDrop: {
    endpoint: 'GET /api/admin/drops/:drop',
    params: z.object({ drop }),
    reply: z.object({
      drop: dropView,
      boxes: boxCounts,
      belts: z.array(dropBelt),
      notices: z.array(
        z.object({
          id: z.string(),
          kind: z.string(),
          words: z.string(),
          username: z.string(),
          createdAt: z.string(),
        }),
      ),
    }),
  },
  /** Its days; nobody is told (changeDrop tells). A month that nobody has prepared is prepared by it. */
  updateDrop: {
    endpoint: 'PATCH /api/admin/drops/:drop',
    params: z.object({ drop }),
    /** `was` is what the form began with: nobody's change is overwritten unseen */
    body: z.object({
      cutOffDay: day,
      shipBy: day,
      was: z.optional(z.object({ cutOffDay: day, shipBy: day })),
    }),
    reply: done,
  },
  /** From now on the home page shows its belts. */
  makeDropCurrent: {
    endpoint: 'POST /api/admin/drops/:drop/current',
    params: z.object({ drop }),
    reply: done,
  },
} satisfies Contracts
