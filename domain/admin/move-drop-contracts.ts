import * as z from 'zod/mini'
import type { Contracts } from '../contract.ts'
import { drop } from './drop-contracts.ts'
import { day, filled, id } from './fields.ts'

const dropChanges = ['hold', 'release', 'ship-by', 'month'] as const
export type DropChange = (typeof dropChanges)[number]

const change = z.object({
  kind: z.enum(dropChanges),
  /** the new ship-by day, for 'ship-by' and 'release' */
  shipBy: z.optional(day),
  /** months by which everything moves, for 'month' */
  months: z.optional(z.number().check(z.int(), z.minimum(1), z.maximum(3))),
  words: filled(2000, 'Tell the people waiting for their box why, and what happens next.'),
})

/** Holding or moving a whole drop, with a message to everyone affected (club-rules.md "Hold or move"). */
export const moveDropContracts = {
  /** Who would be told, in which words, before anything happens. */
  previewDropChange: {
    endpoint: 'POST /api/admin/drops/:drop/change/preview',
    params: z.object({ drop }),
    body: change,
    reply: z.object({
      /** boxes that have not left */
      boxes: z.number(),
      /** mails to those who wear the belts, and to the givers of gifts */
      toMembers: z.number(),
      toGivers: z.number(),
      /** boxes nobody can be written to about */
      unreachable: z.number(),
      /** recipients of gifts who do not know of them yet: only the giver hears */
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
  /** Moves the next few memberships of a drop that goes to another month; to be called until none is left. */
  moveSome: {
    endpoint: 'POST /api/admin/drops/:drop/move-some',
    params: z.object({ drop }),
    body: z.object({ noticeId: id, after: z.optional(id) }),
    reply: z.object({
      moved: z.number(),
      /** memberships that stay, with the reason */
      stayed: z.array(z.object({ name: z.string(), orderNumber: z.string(), reason: z.string() })),
      /** memberships still to come; null `after`: this was the last of them */
      left: z.number(),
      after: z.nullable(z.string()),
    }),
  },
} satisfies Contracts
