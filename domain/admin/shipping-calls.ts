import * as z from 'zod/mini'
import type { Calls } from '../call.ts'
import { drop } from './drop-calls.ts'
import { done, filled, id } from './fields.ts'

/** What a file of tracking numbers says, line by line; bad lines are named, good ones are taken. */
const outcome = {
  /** boxes that the file ships or delivers */
  taken: z.number(),
  /** lines that say what the shop knows already */
  known: z.number(),
  badLines: z.number(),
  /** the first of the bad lines */
  problems: z.array(z.object({ line: z.number(), problem: z.string() })),
}
const fileOutcome = z.object(outcome)
export type FileOutcome = z.output<typeof fileOutcome>

const filePreview = z.object({
  ...outcome,
  /** the first good lines */
  sample: z.array(
    z.object({ line: z.number(), reference: z.string(), name: z.string(), trackingNumber: z.string() }),
  ),
})

/** Shipping a drop (club.md "Ship"): a box that ships tells its member, once per tracking number. */
export const shippingCalls = {
  previewTracking: {
    endpoint: 'POST /api/admin/drops/:drop/tracking/preview',
    params: z.object({ drop }),
    body: 'file',
    reply: filePreview,
  },
  importTracking: {
    endpoint: 'POST /api/admin/drops/:drop/tracking',
    params: z.object({ drop }),
    body: 'file',
    reply: fileOutcome,
  },
  previewDelivered: {
    endpoint: 'POST /api/admin/drops/:drop/delivered/preview',
    params: z.object({ drop }),
    body: 'file',
    reply: filePreview,
  },
  importDelivered: {
    endpoint: 'POST /api/admin/drops/:drop/delivered',
    params: z.object({ drop }),
    body: 'file',
    reply: fileOutcome,
  },
  /** A packed box ships; of a shipped one the number is corrected, and the member hears the new one. */
  shipBox: {
    endpoint: 'POST /api/admin/boxes/:boxId/tracking',
    params: z.object({ boxId: id }),
    body: z.object({ trackingNumber: filled(60, 'Type the tracking number.') }),
    reply: done,
  },
  deliverBox: {
    endpoint: 'POST /api/admin/boxes/:boxId/delivered',
    params: z.object({ boxId: id }),
    reply: done,
  },
} satisfies Calls
