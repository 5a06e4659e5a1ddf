import * as z from 'zod/mini'
import type { Contracts } from '../contract.ts'
import { drop } from './drop-contracts.ts'
import { done, filled, id, nextCursor, page } from './fields.ts'

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
  /** good lines whose number looks like no carrier’s; they count all the same */
  odd: z.array(z.object({ line: z.number(), trackingNumber: z.string() })),
  /** the first good lines */
  sample: z.array(
    z.object({ line: z.number(), reference: z.string(), name: z.string(), trackingNumber: z.string() }),
  ),
})

/** Shipping a drop (club-rules.md "Ship"): a box that ships tells its member, once per tracking number. */
export const shippingContracts = {
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
} satisfies Contracts

/** One box's slip: who gets what, and never a price. */
const slip = z.object({
  boxId: z.string(),
  /** as labels and carriers' files name the box */
  reference: z.string(),
  /** the reference as Code 128: widths of bars and gaps in turn, a bar first */
  bars: z.array(z.number()),
  orderNumber: z.string(),
  name: z.string(),
  lines: z.array(z.string()),
  belt: z.string(),
  sku: z.string(),
  size: z.string(),
  /** 2 of 6 */
  ordinal: z.number(),
  boxCount: z.number(),
  /** the measuring guide lies in it (spec §2) */
  hasGuide: z.boolean(),
  gift: z.nullable(z.object({ from: z.string(), message: z.nullable(z.string()) })),
})
export type Slip = z.output<typeof slip>

const pickLine = z.object({ belt: z.string(), sku: z.string(), size: z.string(), boxes: z.number() })
export type PickLine = z.output<typeof pickLine>

/** Packing a drop (club-rules.md "Pack"). */
export const packingContracts = {
  /** What packing would freeze, what is missing for it, and what stays behind and why. */
  previewPack: {
    endpoint: 'GET /api/admin/drops/:drop/pack',
    params: z.object({ drop }),
    reply: z.object({
      /** boxes that would be packed */
      ready: z.number(),
      /** boxes that are packed already and can be taken back */
      packed: z.number(),
      /** of those, the ones whose belt was scanned */
      checked: z.number(),
      /** of those, the ones that no file of labels has had */
      unlabelled: z.number(),
      lines: z.array(pickLine),
      /** belts of which fewer units are there than the boxes need */
      short: z.array(z.object({ belt: z.string(), size: z.string(), needed: z.number(), stock: z.number() })),
      leftOut: z.array(z.object({ reason: z.string(), boxes: z.number() })),
      isHeld: z.boolean(),
    }),
  },
  /** Freezes belt, size and address of every assigned box that has them, and takes its unit from the stock. */
  packDrop: {
    endpoint: 'POST /api/admin/drops/:drop/pack',
    params: z.object({ drop }),
    reply: z.object({ packed: z.number() }),
  },
  /** Takes boxes that have not left back, all of the drop or the named ones, and puts their units into the stock. */
  unpackBoxes: {
    endpoint: 'POST /api/admin/drops/:drop/unpack',
    params: z.object({ drop }),
    body: z.object({ boxIds: z.optional(z.array(id).check(z.maxLength(1000))) }),
    reply: z.object({ unpacked: z.number() }),
  },
  /** Units to fetch, by belt and size, for the boxes that are packed, and measuring guides to lay into them. */
  pickList: {
    endpoint: 'GET /api/admin/drops/:drop/pick-list',
    params: z.object({ drop }),
    reply: z.object({ lines: z.array(pickLine), boxes: z.number(), guides: z.number() }),
  },
  /** In the order of the pick list. */
  packingSlips: {
    endpoint: 'GET /api/admin/drops/:drop/slips',
    params: z.object({ drop }),
    query: z.object({ ...page, boxId: z.optional(id) }),
    reply: z.object({ slips: z.array(slip), nextCursor }),
  },
  /** What carriers' tools import: one line a packed box, without an amount. `weight` in ounces. */
  exportLabels: {
    endpoint: 'GET /api/admin/drops/:drop/labels.csv',
    params: z.object({ drop }),
    query: z.object({
      weight: z.coerce.number().check(z.minimum(0.1), z.maximum(1120)),
      /** new: only boxes packed since the last file; absent: all that are packed */
      which: z.optional(z.enum(['new', 'all'])),
    }),
    reply: 'file',
  },
} satisfies Contracts

/** Where the labels of a drop's packed boxes stand; all sums in integer cents. */
const dropLabels = z.object({
  /** who carries them; null: labels come from elsewhere */
  carrier: z.nullable(z.enum(['demo', 'easypost'])),
  packed: z.number(),
  /** packed boxes whose label has no price yet, without those whose address somebody has to look at */
  wanted: z.number(),
  /** priced and not bought, and what they cost together */
  quoted: z.number(),
  quotedCents: z.number(),
  bought: z.number(),
  boughtCents: z.number(),
  /** why a label is missing, in the carrier's own words */
  problems: z.array(
    z.object({
      boxId: z.string(),
      reference: z.string(),
      name: z.string(),
      problem: z.string(),
      /** one that a person has to look at, and what the carrier takes it for; each in one line */
      odd: z.nullable(z.object({ address: z.string(), suggestion: z.nullable(z.string()) })),
    }),
  ),
})

const params = z.object({ drop })

/** Labels that the shop buys (docs/decisions/071): priced, shown with their total, then bought. */
export const labelContracts = {
  readDropLabels: { endpoint: 'GET /api/admin/drops/:drop/labels', params, reply: dropLabels },
  /** Prices some of those that have none: called again until none is wanted. */
  quoteLabels: {
    endpoint: 'POST /api/admin/drops/:drop/labels/quote',
    params,
    /** of one box */
    body: z.object({ ounces: z.number().check(z.minimum(0.1), z.maximum(1120)) }),
    reply: dropLabels,
  },
  /** What a person says of an address that the carrier finds odd: it stands as typed, or as the carrier spells it. */
  settleAddress: {
    endpoint: 'POST /api/admin/drops/:drop/labels/address',
    params,
    body: z.object({ boxId: id, use: z.enum(['typed', 'suggestion']) }),
    reply: dropLabels,
  },
  /** Buys some of those that are priced: called again until none is left. */
  buyLabels: {
    endpoint: 'POST /api/admin/drops/:drop/labels/buy',
    params,
    /** the total that was shown: if they cost more by now, nothing is bought */
    body: z.object({ upToCents: z.int().check(z.minimum(1)) }),
    reply: dropLabels,
  },
  /** The bought labels of packed boxes, in the order of the pick list, a page each; 200 a part. */
  labelsPdf: {
    endpoint: 'GET /api/admin/drops/:drop/labels.pdf',
    params,
    query: z.object({ part: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(500))) }),
    reply: 'file',
  },
  /** Marks the boxes with bought labels as shipped, each with its tracking number. */
  shipLabelled: {
    endpoint: 'POST /api/admin/drops/:drop/labels/ship',
    params,
    reply: z.object({ shipped: z.number() }),
  },
  /** A return's label bought elsewhere: the member gets it by email and on their page. */
  uploadReturnLabel: {
    endpoint: 'POST /api/admin/exchanges/:exchangeId/label-file',
    params: z.object({ exchangeId: id }),
    body: 'file',
    reply: done,
  },
} satisfies Contracts
