import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import type { Download } from '../../domain/admin/admin-call.ts'

type Cell = string | number | null

/** A table as a file that is made while it is sent, so that a million rows need no memory. */
export function csvDownload(fileName: string, columns: string[], rows: AsyncIterable<Cell[]>): Download {
  const lines = stringify({
    header: true,
    bom: true,
    columns,
    // A cell that begins like a formula is text to the program that opens it (OWASP CSV Injection).
    escape_formulas: true,
  })
  const content = Readable.toWeb(Readable.from(rows).pipe(lines)) as ReadableStream<Uint8Array>
  return { fileName, contentType: 'text/csv; charset=utf-8', content }
}
