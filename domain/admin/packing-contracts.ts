import * as z from 'zod/mini'
import type { Contracts } from '../contract.ts'
import { drop } from './drop-contracts.ts'
import { done, filled, id, nextCursor, page } from './fields.ts'

/** What a file of tracking numbers says, line by line. Good lines are applied, bad ones are listed. */
const outcome = {
  /** boxes the file ships or delivers */
  taken: z.number(),
  /** lines that say what the shop already knows */
  known: z.number(),
  badLines: z.number(),
  /** the first of the bad lines */
  problems: z.array(z.object({ line: z.number(), problem: z.string() })),
}
const fileOutcome = z.object(outcome)
export type FileOutcome = z.output<typeof fileOutcome>

const filePreview = z.object({
  ...outcome,
  /** good lines whose number looks like no carrier's; they are applied all the same */
  odd: z.array(z.object({ line: z.number(), trackingNumber: z.string() })),
  /** the first good lines */
  sample: z.array(
    z.object({ line: z.number(), reference: z.string(), name: z.string(), trackingNumber: z.string() }),
  ),
})

/** Shipping a drop (club-rules.md "Ship"): a box that ships notifies its member, once per tracking number. */
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
  /** Ships a packed box. For a shipped one it corrects the number and tells the member the new one. */
  shipBox: {
    endpoint: 'POST /api/admin/boxes/:boxId/tracking',
    params: z.object({ boxId: id }),
    body: z.object({
      trackingNumber: filled(60, 'Type the tracking number.'),
      /** another box has the number, too, and both are in one package */
      isShared: z.optional(z.boolean()),
    }),
    reply: done,
  },
  deliverBox: {
    endpoint: 'POST /api/admin/boxes/:boxId/delivered',
    params: z.object({ boxId: id }),
    reply: done,
  },
  /** Takes back a delivery that someone marked by mistake. */
  undeliverBox: {
    endpoint: 'POST /api/admin/boxes/:boxId/not-delivered',
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
  /** inches of the wearer's own belt, if this size was read from it */
  measured: z.nullable(z.number()),
  /** 2 of 6 */
  ordinal: z.number(),
  boxCount: z.number(),
  /** includes the measuring guide (spec §2) */
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
      /** boxes already packed that can be unpacked */
      packed: z.number(),
      /** those of them whose belt was scanned */
      checked: z.number(),
      /** those of them that no label file has included yet */
      unlabelled: z.number(),
      lines: z.array(pickLine),
      /** belts with fewer units in stock than the boxes need */
      short: z.array(z.object({ belt: z.string(), size: z.string(), needed: z.number(), stock: z.number() })),
      leftOut: z.array(z.object({ reason: z.string(), boxes: z.number() })),
      isHeld: z.boolean(),
    }),
  },
  /** Freezes belt, size and address of every assigned box that has them, and takes the unit from stock. */
  packDrop: {
    endpoint: 'POST /api/admin/drops/:drop/pack',
    params: z.object({ drop }),
    reply: z.object({ packed: z.number() }),
  },
  /** Unpacks boxes that haven't shipped, all of the drop's or the named ones, and puts their units back into stock. */
  unpackBoxes: {
    endpoint: 'POST /api/admin/drops/:drop/unpack',
    params: z.object({ drop }),
    body: z.object({ boxIds: z.optional(z.array(id).check(z.maxLength(1000))) }),
    reply: z.object({ unpacked: z.number() }),
  },
  /** Units to fetch for the packed boxes, by belt and size, and measuring guides to include. */
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
  /** A file that carriers' tools import: one line per packed box, without an amount. `weight` in ounces. */
  exportLabels: {
    endpoint: 'GET /api/admin/drops/:drop/labels.csv',
    params: z.object({ drop }),
    query: z.object({
      weight: z.coerce.number().check(z.minimum(0.1), z.maximum(1120)),
      /** new: only boxes packed since the last file; absent: all packed boxes */
      which: z.optional(z.enum(['new', 'all'])),
    }),
    reply: 'file',
    holds: 'packages',
  },
} satisfies Contracts

/** Label status of a drop's packed boxes; all amounts in integer cents. */
const dropLabels = z.object({
  /** who ships them; null: labels come from elsewhere */
  carrier: z.nullable(z.enum(['demo', 'easypost'])),
  packed: z.number(),
  /** packed boxes whose label has no price yet, excluding those whose address a person has to check */
  wanted: z.number(),
  /** priced but not bought, and their total cost */
  quoted: z.number(),
  quotedCents: z.number(),
  bought: z.number(),
  boughtCents: z.number(),
  /** the numbers of the files to print (labelsPdf) */
  parts: z.array(z.number()),
  /** why a label is missing, in the carrier's own words */
  problems: z.array(
    z.object({
      boxId: z.string(),
      reference: z.string(),
      name: z.string(),
      problem: z.string(),
      /** an address a person has to check, and the carrier's version of it, one line each */
      odd: z.nullable(z.object({ address: z.string(), suggestion: z.nullable(z.string()) })),
    }),
  ),
})

const params = z.object({ drop })

/** Labels that the shop buys (docs/decisions/071): priced, shown with their total, then bought. */
export const labelContracts = {
  readDropLabels: { endpoint: 'GET /api/admin/drops/:drop/labels', params, reply: dropLabels },
  /** Prices some of the unpriced ones; call until `wanted` is 0. */
  quoteLabels: {
    endpoint: 'POST /api/admin/drops/:drop/labels/quote',
    params,
    /** per box */
    body: z.object({ ounces: z.number().check(z.minimum(0.1), z.maximum(1120)) }),
    reply: dropLabels,
  },
  /** Settles an address the carrier questions: keep it as typed, or use the carrier's spelling. */
  settleAddress: {
    endpoint: 'POST /api/admin/drops/:drop/labels/address',
    params,
    body: z.object({ boxId: id, use: z.enum(['typed', 'suggestion']) }),
    reply: dropLabels,
  },
  /** Buys some of the priced ones; call until none is left. */
  buyLabels: {
    endpoint: 'POST /api/admin/drops/:drop/labels/buy',
    params,
    /** the total on screen: if they cost more now, nothing is bought */
    body: z.object({ upToCents: z.int().check(z.minimum(1)) }),
    reply: dropLabels,
  },
  /** The bought labels of packed boxes, in pick list order, one per page; 200 per part. */
  labelsPdf: {
    endpoint: 'GET /api/admin/drops/:drop/labels.pdf',
    params,
    query: z.object({ part: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(500))) }),
    reply: 'file',
    holds: 'packages',
  },
  /** Marks the boxes with bought labels as shipped, each with its tracking number. */
  shipLabelled: {
    endpoint: 'POST /api/admin/drops/:drop/labels/ship',
    params,
    reply: z.object({ shipped: z.number() }),
  },
  /** Uploads a return label bought elsewhere: the member gets it by email and on their page. */
  uploadReturnLabel: {
    endpoint: 'POST /api/admin/exchanges/:exchangeId/label-file',
    params: z.object({ exchangeId: id }),
    body: 'file',
    reply: done,
  },
} satisfies Contracts
