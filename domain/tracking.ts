import { oneLine } from './slug.ts'

/** A package's carrier, and its tracking page. */
export type Tracking = { carrier: string; link: string }

// By number format, as the carriers publish it; a number that fits none is shown without a link.
const carriers = [
  { carrier: 'UPS', shape: /^1Z[0-9A-Z]{16}$/, page: 'https://www.ups.com/track?tracknum=' },
  {
    carrier: 'USPS',
    shape: /^(9[2-5]\d{18,24}|[A-Z]{2}\d{9}US)$/,
    page: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=',
  },
  { carrier: 'FedEx', shape: /^(\d{12}|\d{15})$/, page: 'https://www.fedex.com/fedextrack/?trknbr=' },
] as const

/** A USPS label's barcode has 420 and the ZIP code before the number. */
const zipInFront = /^420(?:\d{9}|\d{5})(?=9[2-5]\d{18,24}$)/

/**
 * A known carrier's number as that carrier writes it, however it was typed, scanned or kept by a spreadsheet; any other
 * text as it is, on one line.
 */
export function plainTracking(typed: string): string {
  const number = typed
    .replaceAll(/[^0-9a-z]/gi, '')
    .toUpperCase()
    .replace(zipInFront, '')
  return trackingOf(number) ? number : oneLine(typed)
}

/**
 * What is odd about a tracking number, as a confirmation question; null if nothing is. Every number is accepted (spec
 * §7).
 */
export function oddTracking(trackingNumber: string): string | null {
  if (trackingOf(trackingNumber)) return null
  const names = carriers.map(({ carrier }) => carrier)
  return `That doesn’t look like a ${names.slice(0, -1).join(', ')} or ${names.at(-1)} number. Check it against the label.`
}

/** The carrier of a tracking number, guessed by its format; null if we don't recognize it. */
export function trackingOf(trackingNumber: string): Tracking | null {
  const number = trackingNumber.replaceAll(/[\s-]/g, '').toUpperCase().replace(zipInFront, '')
  const found = carriers.find(({ shape }) => shape.test(number))
  return found ? { carrier: found.carrier, link: `${found.page}${number}` } : null
}

/** Whether a spreadsheet took the number for a quantity and rounded it, as in 9.40011E+21. */
export function isRounded(trackingNumber: string): boolean {
  return /^\d+(?:[.,]\d+)?E\+?\d+$/i.test(trackingNumber)
}
