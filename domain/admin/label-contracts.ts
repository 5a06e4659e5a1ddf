import * as z from 'zod/mini'
import type { Contracts } from '../contract.ts'
import { drop } from './drop-contracts.ts'
import { done, id } from './fields.ts'

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
