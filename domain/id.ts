/**
 * A new row's id: a UUID that begins with the time (RFC 9562, version 7), so that new rows go next to each other in an index.
 * Rows that code doesn't name get theirs from the SQL function time_ordered_id. Never a secret: tokens and keys are random.
 */
export function newId(now = Date.now()): string {
  const time = now.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}`
}

/** Where a UUID's version stands in its text, and the version of ids that begin with the time. */
export const [versionAt, timeOrdered] = [14, '7']

/** Eight hexadecimal digits by which people tell rows apart: random ones, which stand first in ids that don't begin with time. */
export function tellingDigits(id: string): string {
  return id[versionAt] === timeOrdered ? id.slice(-8) : id.slice(0, 8)
}
