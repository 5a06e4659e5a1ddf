import { parse } from 'csv-parse/sync'
import { ShopError } from '../../../domain/errors.ts'

// What reads tables from outside: only in a process of its own (read-apart.ts).

/** Most columns and letters per line: a table of ours has forty columns. */
const [mostColumns, longestLine] = [500, 100_000]

/** A file's lines as cells, with its delimiter and how many lines were left out before the first. */
export type Records = { records: string[][]; delimiter: string; skipped: number }

/** @throws ShopError 'invalid_body' if the file isn't a table */
export function readRecords(file: Uint8Array): Records {
  const { text, delimiter, skipped } = textOf(file)
  return { records: records(text, delimiter), delimiter, skipped }
}

/** Excel's "Unicode text" is UTF-16, and its "CSV" is Windows-1252 on most machines. */
function decode(file: Uint8Array): string {
  if (file[0] === 0xff && file[1] === 0xfe) return new TextDecoder('utf-16le').decode(file)
  if (file[0] === 0xfe && file[1] === 0xff) return new TextDecoder('utf-16be').decode(file)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file)
  } catch {
    return new TextDecoder('windows-1252').decode(file)
  }
}

/**
 * A file's table as text without a leading "sep=" line, and its delimiter: from that line, else the header's most frequent
 * one. `skipped` counts the lines left out.
 */
export function textOf(file: Uint8Array) {
  const text = decode(file)
  const said = /^sep=([,;\t])\r?\n/.exec(text)
  const body = said ? text.slice(said[0].length) : text
  const firstLine = /^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(body)?.[0].replaceAll(/"(?:[^"]|"")*"/g, '') ?? ''
  const count = (sign: string) => firstLine.split(sign).length
  const delimiter = said?.[1] ?? [',', ';', '\t'].sort((one, other) => count(other) - count(one))[0]!
  return { text: body, delimiter, skipped: said ? 1 : 0 }
}

function records(text: string, delimiter: string): string[][] {
  try {
    const found = parse(text, {
      ...{ delimiter, relax_column_count: true, relax_quotes: true },
      max_record_size: longestLine,
    }) as string[][]
    const wide = found.findIndex((cells) => cells.length > mostColumns)
    if (wide < 0) return found
    throw Object.assign(new Error('too wide'), { code: 'TOO_WIDE', lines: wide + 1 })
  } catch (cause) {
    const { code, lines } = cause as { code?: string; lines?: number }
    const where = lines === undefined ? '' : ` near line ${lines}`
    const reason =
      code === 'CSV_QUOTE_NOT_CLOSED'
        ? 'A quotation mark is opened and never closed'
        : code === 'CSV_MAX_RECORD_SIZE'
          ? 'A line is too long'
          : code === 'TOO_WIDE'
            ? `A line has more than ${mostColumns} cells`
            : 'It isn’t a table'
    throw new ShopError('invalid_body', `This file can’t be read: ${reason}${where}. Nothing was changed.`, {
      cause,
    })
  }
}
