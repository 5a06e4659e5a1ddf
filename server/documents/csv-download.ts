import { pipeline, Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import type { Download } from '../../domain/contract.ts'

type Cell = string | number | null

/** A table as a file that is made while it is sent, so that a million rows need no memory. */
export function csvDownload(fileName: string, columns: string[], rows: AsyncIterable<Cell[]>): Download {
  const lines = stringify({
    header: true,
    bom: true,
    columns,
    // A cell that begins like a formula is text to the program that opens it (OWASP CSV Injection).
    escape_formulas: true,
    // A sum of money below nothing is a number to it, and stays one.
    cast: {
      string: (value) => (/^-\d+\.\d{2}$/.test(value) ? { value, escape_formulas: false } : value),
    },
  })
  // Where one of the two ends, the other does: a failed read breaks the download off, and a reader who goes stops the
  // reading. The web stream tells the reader; an error that nobody takes would end the process.
  pipeline(Readable.from(rows), lines, () => {})
  const content = Readable.toWeb(lines) as ReadableStream<Uint8Array>
  return { fileName, contentType: 'text/csv; charset=utf-8', content }
}
