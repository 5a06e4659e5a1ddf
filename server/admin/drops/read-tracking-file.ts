import { parse } from 'csv-parse/sync'
import { readBoxReference } from '../../../domain/drop.ts'
import { ShopError } from '../../../domain/errors.ts'
import { oneLine } from '../../../domain/slug.ts'
import { isRounded, plainTracking } from '../../../domain/tracking.ts'
import { textOf } from '../tables/read-records.ts'

// What reads a carrier's file: only in a process of its own (../tables/read-apart.ts).

export type TrackingLine = {
  line: number
  /** the first digits of the box's id; null if the line has no box reference */
  reference: string | null
  orderNumber: string | null
  trackingNumber: string
}
export type Problem = { line: number; problem: string }

// Column names used by carriers' tools, lowercase, without spaces and punctuation.
const names = {
  reference: ['boxreference', 'reference', 'box', 'reference1', 'customerreference', 'referencenumber'],
  orderNumber: ['ordernumber', 'order', 'orderid', 'orderno'],
  trackingNumber: ['trackingnumber', 'tracking', 'trackingno', 'trackingid', 'trackingcode'],
  status: ['status', 'trackingstatus', 'deliverystatus'],
}
type Field = keyof typeof names
const longest = 60

/**
 * Reads a file of a carrier's tool, line by line. Unreadable lines are reported by line number.
 * @param wants 'delivered': a line may give the tracking number alone, and its status must say delivered
 * @throws ShopError 'invalid_body' if the file lacks the columns
 */
export function readTrackingFile({ file, wants }: { file: Uint8Array; wants: 'shipped' | 'delivered' }) {
  const problems: Problem[] = []
  const lines: TrackingLine[] = []
  const { text, delimiter, skipped } = textOf(file)
  // Tools write ="9400…" to keep a spreadsheet from rounding a number.
  const plain = text.replaceAll(/(?<=^|[,;\t])="([^",;\t\r\n]*)"(?=[,;\t\r\n]|$)/gm, '$1')
  for (const { record, info } of records(plain, delimiter, skipped, problems)) {
    const line = info.lines + skipped
    const typed = oneLine(record.reference)
    const reference = typed ? readBoxReference(typed) : null
    const orderNumber = oneLine(record.orderNumber).toUpperCase() || null
    const trackingNumber = plainTracking(record.trackingNumber ?? '')
    const isNamed = typed || orderNumber || (wants === 'delivered' && trackingNumber)
    const problem = !isNamed
      ? 'names no box.'
      : typed && !reference
        ? `"${typed.slice(0, 40)}" isn’t a box reference.`
        : wants === 'shipped' && !trackingNumber
          ? 'has no tracking number.'
          : trackingNumber.length > longest
            ? 'has a tracking number that is too long.'
            : wants === 'shipped' && isRounded(trackingNumber)
              ? `has a tracking number that a spreadsheet rounded (${trackingNumber}). Import the carrier’s own file, never opened in one.`
              : wants === 'delivered' && record.status !== undefined && !isDelivered(record.status)
                ? `isn’t delivered: its status is "${oneLine(record.status).slice(0, 40)}".`
                : null
    if (problem) problems.push({ line, problem })
    else lines.push({ line, reference, orderNumber, trackingNumber })
  }
  return { lines, problems }
}

/** Whether a carrier's words say that its recipient has the package: "Undelivered" and "Delivered to sender" don't. */
function isDelivered(status: string): boolean {
  return /\bdelivered\b/i.test(status) && !/\b(not|be|sender|return(ed)?)\b/i.test(status)
}

function records(text: string, delimiter: string, skipped: number, problems: Problem[]) {
  try {
    return parse(text, {
      columns: fieldsOf,
      delimiter,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_error: true,
      on_skip(error) {
        const { lines } = error as unknown as { lines?: number }
        problems.push({
          line: (lines ?? 0) + skipped,
          problem: 'can’t be read: a quotation mark is out of place.',
        })
      },
      info: true,
      max_record_size: 100_000,
    }) as unknown as { record: Partial<Record<Field, string>>; info: { lines: number } }[]
  } catch (cause) {
    throw new ShopError(
      'invalid_body',
      'We can’t read this file. Its first line must name the columns: Tracking Number, and Box Reference or Order Number.',
      { cause },
    )
  }
}

function fieldsOf(header: string[]): (Field | undefined)[] {
  const fields = header.map((name) => {
    const plain = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
    return (Object.keys(names) as Field[]).find((field) => names[field].includes(plain))
  })
  if (!fields.includes('trackingNumber') && !fields.includes('reference'))
    throw new Error('no column for the box and its tracking number')
  // If two columns mean the same field, the first one counts, such as "Reference" before "Reference 1".
  return fields.map((field, index) => (fields.indexOf(field) === index ? field : undefined))
}
