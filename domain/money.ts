const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** Integer cents as a price label with 2 decimals (spec §9): 6950 → "$69.50". */
export function formatCents(cents: number): string {
  return dollars.format(cents / 100)
}

/** A price label as integer cents; null if it isn't one: "$1,069.50" → 106950. */
export function parseCents(label: string): number | null {
  const match = /^\s*\$?\s*(\d{1,3}(?:,\d{3})*|\d{1,9})(?:\.(\d{2}))?\s*$/.exec(label)
  if (!match) return null
  return Number(match[1]!.replaceAll(',', '')) * 100 + Number(match[2] ?? 0)
}

/**
 * Dollars as typed by an owner or sent by a call ("357", "357.00" or 357), in integer cents. Null if invalid, e.g. more
 * than two decimals or negative.
 */
export function centsOfDollars(dollars: string | number): number | null {
  const match = /^\s*\$?(\d{1,7})(?:\.(\d{1,2}))?\s*$/.exec(String(dollars))
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : null
}

/** Integer cents as the decimal used in tables and calls (spec §3): 35700 → "357.00". */
export function dollarsOfCents(cents: number): string {
  return (cents / 100).toFixed(2)
}

/**
 * Splits integer cents into `parts` amounts that differ by at most one cent and add up exactly: the value of each box of
 * a payment (club-rules.md, "The box ledger").
 * @throws RangeError if parts is not a positive integer
 */
export function splitCents(cents: number, parts: number): number[] {
  if (!Number.isInteger(parts) || parts < 1) throw new RangeError('parts must be a positive integer')
  const floor = Math.floor(cents / parts)
  const larger = cents - floor * parts
  return Array.from({ length: parts }, (_, index) => (index < larger ? floor + 1 : floor))
}

/** Integer cents times a rate in basis points (725 = 7.25%), rounded half up to a whole cent. */
export function shareOfCents(cents: number, basisPoints: number): number {
  return Math.floor((cents * basisPoints + 5_000) / 10_000)
}
