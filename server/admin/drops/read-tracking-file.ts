import { parse } from 'csv-parse/sync'
import { readBoxReference } from '../../../domain/box-reference.ts'
import { ShopError } from '../../../domain/errors.ts'
import { oneLine } from '../../../domain/names.ts'

export type TrackingLine = {
  line: number
  /** the beginning of the box's id; null where the line names its order only */
  reference: string | null
  orderNumber: string | null
  trackingNumber: string
}
export type Problem = { line: number; problem: string }

// What carriers' tools call the columns, without case, spaces and signs.
const names = {
  reference: ['boxreference', 'reference', 'box', 'reference1', 'customerreference', 'referencenumber'],
  orderNumber: ['ordernumber', 'order', 'orderid', 'orderno'],
  trackingNumber: ['trackingnumber', 'tracking', 'trackingno', 'trackingid', 'trackingcode'],
  status: ['status', 'trackingstatus', 'deliverystatus'],
}
type Field = keyof typeof names
const longest = 60

/**
 * A file of a carrier's tool, line by line. Lines that cannot be read are named by their number in the file.
 * @param wants 'delivered': a line may name its parcel by the tracking number alone, and its status must say delivered
 * @throws ShopError 'invalid_body' for a file that has not the columns
 */
export function readTrackingFile(file: Uint8Array, wants: 'shipped' | 'delivered') {
  const problems: Problem[] = []
  const lines: TrackingLine[] = []
  for (const { record, info } of records(file, problems)) {
    const line = info.lines
    const typed = oneLine(record.reference)
    const reference = typed ? readBoxReference(typed) : null
    const orderNumber = oneLine(record.orderNumber).toUpperCase() || null
    const trackingNumber = oneLine(record.trackingNumber)
    const isNamed = typed || orderNumber || (wants === 'delivered' && trackingNumber)
    const problem = !isNamed
      ? 'names no box.'
      : typed && !reference
        ? `"${typed.slice(0, 40)}" is no box reference.`
        : wants === 'shipped' && !trackingNumber
          ? 'has no tracking number.'
          : trackingNumber.length > longest
            ? 'has a tracking number that is too long.'
            : wants === 'delivered' && record.status !== undefined && !/delivered/i.test(record.status)
              ? `is not delivered: its status is "${oneLine(record.status).slice(0, 40)}".`
              : null
    if (problem) problems.push({ line, problem })
    else lines.push({ line, reference, orderNumber, trackingNumber })
  }
  return { lines, problems }
}

function records(file: Uint8Array, problems: Problem[]) {
  try {
    return parse(Buffer.from(file), {
      bom: true,
      columns: fieldsOf,
      delimiter: [',', ';', '\t'],
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_error: true,
      on_skip(error) {
        const { lines } = error as unknown as { lines?: number }
        problems.push({ line: lines ?? 0, problem: 'cannot be read: a quotation mark is out of place.' })
      },
      info: true,
    }) as unknown as { record: Partial<Record<Field, string>>; info: { lines: number } }[]
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : 'not a table'
    throw new ShopError(
      'invalid_body',
      `This file cannot be read as a table (${reason}). Its first line must name the columns: Box Reference, Tracking Number.`,
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
  // The first column of a name counts, as "Reference" before "Reference 1".
  return fields.map((field, index) => (fields.indexOf(field) === index ? field : undefined))
}
