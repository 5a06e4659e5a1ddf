import * as z from 'zod/mini'
import { perCountedState } from '../box.ts'
import type { Contracts } from '../contract.ts'
import { day, done, filled, id } from './fields.ts'

/** YYYY-MM */
export const drop = z
  .string()
  .check(z.regex(/^2\d{3}-(0[1-9]|1[0-2])$/, 'Name the drop by its month, like 2026-12.'))

export const dropStates = ['open', 'curated', 'packed', 'shipped', 'held'] as const

const dropView = z.object({
  drop: z.string(),
  /** the last day to change one of its boxes */
  cutOffDay: z.string(),
  /** the last day to ship its boxes */
  shipBy: z.string(),
  state: z.enum(dropStates),
  belts: z.number(),
  activeBelts: z.number(),
  /** units across all belts and sizes */
  pieces: z.number(),
  /** boxes that members have paid for and that haven't shipped */
  boxesOwed: z.number(),
  /** the home page shows this drop's belts */
  isCurrent: z.boolean(),
  /** false: nobody has prepared it, so its days come from the club's calendar */
  isCreated: z.boolean(),
})
export type DropView = z.output<typeof dropView>

/** How many of a drop's boxes are in each state of the ledger (club-rules.md "The box ledger"). */
const boxCounts = z.object(perCountedState(z.number()))
export type BoxCounts = z.output<typeof boxCounts>

const dropBelt = z.object({
  id: z.string(),
  name: z.string(),
  sku: z.string(),
  gender: z.string(),
  style: z.string(),
  isActive: z.boolean(),
  /** `wanted`: boxes assigned this belt in this size and not packed yet */
  sizes: z.array(z.object({ size: z.string(), stock: z.number(), wanted: z.number() })),
})
export type DropBelt = z.output<typeof dropBelt>

/** Drops, month by month. Curating, packing and holding have their own calls. */
export const dropContracts = {
  /** Newest first, plus the defaults for the next one. */
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
  /** One drop: the states of its boxes, its belts, and what its members were told. */
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
  /** Changes a drop's days without telling anyone (changeDrop does). Creates the drop if nobody has prepared it. */
  updateDrop: {
    endpoint: 'PATCH /api/admin/drops/:drop',
    params: z.object({ drop }),
    /** `was`: the values the form opened with, so that a save can't silently overwrite someone else's edit */
    body: z.object({
      cutOffDay: day,
      shipBy: day,
      was: z.optional(z.object({ cutOffDay: day, shipBy: day })),
    }),
    reply: done,
  },
  /** Makes the home page show this drop's belts. */
  makeDropCurrent: {
    endpoint: 'POST /api/admin/drops/:drop/current',
    params: z.object({ drop }),
    reply: done,
  },
} satisfies Contracts

const dropChanges = ['hold', 'release', 'ship-by', 'month'] as const
export type DropChange = (typeof dropChanges)[number]

const change = z.object({
  kind: z.enum(dropChanges),
  /** the new ship-by day, for 'ship-by' and 'release' */
  shipBy: z.optional(day),
  /** how many months everything moves, for 'month' */
  months: z.optional(z.number().check(z.int(), z.minimum(1), z.maximum(3))),
  words: filled(2000, 'Tell the people waiting for their box why, and what happens next.'),
})

/** Holding or moving a whole drop, with a message to everyone affected (club-rules.md "Hold or move"). */
export const moveDropContracts = {
  /** Who would be told and in which words, before anything changes. */
  previewDropChange: {
    endpoint: 'POST /api/admin/drops/:drop/change/preview',
    params: z.object({ drop }),
    body: change,
    reply: z.object({
      /** boxes that haven't shipped */
      boxes: z.number(),
      /** emails to the wearers, and to the givers of gifts */
      toMembers: z.number(),
      toGivers: z.number(),
      /** boxes with no one to email */
      unreachable: z.number(),
      /** gift recipients who don't know about their gift yet: only the giver is told */
      unannounced: z.number(),
      mail: z.object({ subject: z.string(), text: z.string(), html: z.string() }),
    }),
  },
  changeDrop: {
    endpoint: 'POST /api/admin/drops/:drop/change',
    params: z.object({ drop }),
    body: change,
    reply: z.object({ noticeId: z.string(), mails: z.number() }),
  },
  /** Moves the next few memberships of a drop that changes months; call until none is left. */
  moveSome: {
    endpoint: 'POST /api/admin/drops/:drop/move-some',
    params: z.object({ drop }),
    body: z.object({ noticeId: id, after: z.optional(id) }),
    reply: z.object({
      moved: z.number(),
      /** memberships that couldn't move, with the reason */
      stayed: z.array(z.object({ name: z.string(), orderNumber: z.string(), reason: z.string() })),
      /** memberships left to move; null `after`: these were the last */
      left: z.number(),
      after: z.nullable(z.string()),
    }),
  },
} satisfies Contracts
