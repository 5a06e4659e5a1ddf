import * as z from 'zod/mini'
import type { Contracts } from '../contract.ts'
import { drop } from './drop-contracts.ts'
import { text } from './fields.ts'

/** What a file of belts or stock says, line by line. Good lines are applied, bad ones are listed and skipped. */
const outcome = {
  /** lines that change something */
  taken: z.number(),
  /** lines that say what the shop already knows */
  known: z.number(),
  badLines: z.number(),
  /** the first of the bad lines, by their row in a spreadsheet */
  problems: z.array(z.object({ line: z.number(), column: z.nullable(z.string()), problem: z.string() })),
  /** column names we don't recognize */
  ignored: z.array(z.string()),
}

const tableOutcome = z.object(outcome)
const tablePreview = z.object({
  ...outcome,
  /** the first of the changes */
  changes: z.array(
    z.object({
      line: z.number(),
      what: z.string(),
      isNew: z.boolean(),
      fields: z.array(z.object({ name: z.string(), before: z.string(), after: z.string() })),
      /** what the owner should know before it's saved */
      warning: z.nullable(z.string()),
    }),
  ),
  /** boxes that lose the belt they were promised */
  losing: z.number(),
  /** fingerprint of the preview: the file is only applied while it would do the same */
  seen: z.string(),
})
export type TablePreview = z.output<typeof tablePreview>
export type TableOutcome = z.output<typeof tableOutcome>

const ofDrop = z.object({ drop })
const taking = z.object({ drop, seen: text(100) })

/** Export and import of belts and stock. `drop` is for lines that name none. */
export const tableContracts = {
  exportBelts: { endpoint: 'GET /api/admin/belts.csv', query: ofDrop, reply: 'file', holds: 'nobody' },
  previewBeltFile: {
    endpoint: 'POST /api/admin/belts.csv/preview',
    query: ofDrop,
    body: 'file',
    reply: tablePreview,
  },
  importBelts: { endpoint: 'POST /api/admin/belts.csv', query: taking, body: 'file', reply: tableOutcome },
  exportStock: { endpoint: 'GET /api/admin/stock.csv', query: ofDrop, reply: 'file', holds: 'nobody' },
  previewStockFile: {
    endpoint: 'POST /api/admin/stock.csv/preview',
    query: ofDrop,
    body: 'file',
    reply: tablePreview,
  },
  importStock: { endpoint: 'POST /api/admin/stock.csv', query: taking, body: 'file', reply: tableOutcome },
} satisfies Contracts
