import * as z from 'zod/mini'
import type { Contracts } from '../contract.ts'
import { drop } from './drop-contracts.ts'
import { filled, id } from './fields.ts'

/** Label paper: 30 on a US letter sheet (Avery 5160 and the like), or one per page of 2¼ × 1¼ inches for a label printer. */
const labelPapers = ['sheet', 'roll'] as const
export type LabelPaper = (typeof labelPapers)[number]
/** Labels per sheet. */
export const sheetLabels = 30

const code = filled(80, 'Scan a label, or type what’s printed under its bars.')

const receipt = z.object({
  id: z.string(),
  belt: z.string(),
  sku: z.string(),
  size: z.string(),
  pieces: z.number(),
  /** units in stock now */
  stock: z.number(),
  username: z.string(),
  createdAt: z.string(),
  isUndone: z.boolean(),
})
export type Receipt = z.output<typeof receipt>

/** A box waiting to be checked against the belt that goes into it. */
const scanBox = z.object({
  boxId: z.string(),
  reference: z.string(),
  name: z.string(),
  belt: z.string(),
  sku: z.string(),
  size: z.string(),
  /** inches of the wearer's own belt, if this size was read from it */
  measured: z.nullable(z.number()),
  isGift: z.boolean(),
  hasGuide: z.boolean(),
  isChecked: z.boolean(),
})
export type ScanBox = z.output<typeof scanBox>

const progress = { packed: z.number(), checked: z.number() }

/** Barcode labels, and a scanner that types what they say: units that come in, belts that go into boxes. */
export const scanContracts = {
  /** Labels of a drop's belts, or of one: this many per size or, if absent, one per unit in stock. */
  beltLabelsPdf: {
    endpoint: 'GET /api/admin/stock/labels.pdf',
    query: z.object({
      drop,
      beltId: z.optional(id),
      paper: z.enum(labelPapers),
      each: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(50))),
      /** the first free position on a partly used sheet */
      first: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(sheetLabels))),
    }),
    reply: 'file',
    holds: 'nobody',
  },
  /** Newest first, from all staff. */
  listReceipts: {
    endpoint: 'GET /api/admin/stock/receipts',
    reply: z.object({ receipts: z.array(receipt) }),
  },
  /** Adds units to stock. The scanning device makes the id, so a scan counts once however often it's sent. */
  receiveStock: {
    endpoint: 'POST /api/admin/stock/receipts',
    body: z.object({
      id,
      code,
      pieces: z.int('Enter a whole number.').check(z.minimum(1), z.maximum(999)),
    }),
    reply: z.object({ receipt }),
  },
  undoReceipt: {
    endpoint: 'POST /api/admin/stock/receipts/:receiptId/undo',
    params: z.object({ receiptId: id }),
    reply: z.object({ receipt }),
  },
  /** How far checking is, and the next box in slip order. */
  readPackingScan: {
    endpoint: 'GET /api/admin/drops/:drop/scan',
    params: z.object({ drop }),
    reply: z.object({ ...progress, next: z.nullable(scanBox) }),
  },
  /**
   * What a scan means while packing: a slip opens its box; a belt is right or wrong for the open box. The right one
   * checks it off.
   */
  scanAtPacking: {
    endpoint: 'POST /api/admin/drops/:drop/scan',
    params: z.object({ drop }),
    body: z.object({ code, boxId: z.optional(id) }),
    reply: z.object({
      ...progress,
      verdict: z.enum(['box', 'right', 'again', 'wrong', 'unknown']),
      sentence: z.string(),
      /** the box that is open or was just checked; null: none */
      box: z.nullable(scanBox),
    }),
  },
} satisfies Contracts
