import { pipeline, Readable } from 'node:stream'
import { type Options, stringify } from 'csv-stringify'
import type { Download } from '../../domain/contract.ts'

type Cell = string | number | null
type Rows = AsyncIterable<Cell[]> | Iterable<Cell[]>

/** A table as a CSV file for spreadsheets, generated while it is sent, so that a million rows need no memory. */
export function csvDownload(fileName: string, columns: string[], rows: Rows): Download {
  return plainCsv(fileName, columns, rows, {
    bom: true,
    // Makes spreadsheets treat a cell that starts like a formula as text (OWASP CSV Injection).
    escape_formulas: true,
    // Except negative amounts of money, which must stay numbers.
    cast: {
      string: (value) => (/^-\d+\.\d{2}$/.test(value) ? { value, escape_formulas: false } : value),
    },
  })
}

/** The same for programs that import it: as is, without a byte order mark, which would become part of the first column's name. */
export function plainCsv(fileName: string, columns: string[], rows: Rows, options?: Options): Download {
  const lines = stringify({ header: true, columns, ...options })
  // Ties both streams together: a failed read aborts the download, and a reader who leaves stops the reading. The web stream
  // reports the error to the reader; here it is ignored, or it would crash the process.
  pipeline(Readable.from(rows), lines, () => {})
  const content = Readable.toWeb(lines) as ReadableStream<Uint8Array>
  return { fileName, contentType: 'text/csv; charset=utf-8', content }
}

/** All rows of a query read page by page, each page after the last row of the one before. */
export async function* everyRow<Row>(
  atOnce: number,
  readAfter: (last: Row | undefined) => Promise<Row[]>,
): AsyncGenerator<Row> {
  let last: Row | undefined
  do {
    const rows = await readAfter(last)
    yield* rows
    last = rows.length < atOnce ? undefined : rows.at(-1)
  } while (last)
}
