import { machine } from './machine.ts'

/**
 * A package's label. wanted: recorded before the carrier is asked; quoted: its price and the carrier's id are known;
 * bought; voiding: no longer needed, and a refund is requested; void: never bought, or refunded. From 'void' back to
 * 'voiding': the carrier sold it after all while we were giving it up.
 */
export const labelMachine = machine({
  wanted: ['quoted', 'bought', 'void'],
  quoted: ['wanted', 'bought', 'voiding', 'void'],
  bought: ['voiding', 'void'],
  voiding: ['void'],
  void: ['voiding'],
})
export type LabelState = (typeof labelMachine.states)[number]

/** Labels the shop still needs and doesn't have. */
export const missingLabels: readonly LabelState[] = ['wanted', 'quoted']
/** Labels that belong to a package that will ship. */
export const activeLabels: readonly LabelState[] = ['wanted', 'quoted', 'bought']

/**
 * Where a package is, according to its carrier. waiting: not scanned yet; pickup: kept until its recipient comes for it;
 * problem: the carrier can't deliver it as things stand; returned: on its way back to the sender, or there; lost: no scan
 * for ten days.
 */
export const trackStates = [
  'waiting',
  'moving',
  'pickup',
  'problem',
  'delivered',
  'returned',
  'lost',
] as const
export type TrackState = (typeof trackStates)[number]

/** States in which we keep asking the carrier. */
export const openTrackStates: readonly TrackState[] = ['waiting', 'moving', 'pickup', 'problem', 'lost']

/** What's wrong with a package, as its member reads it; 'missing': the member says it never came. */
export const parcelTroubles = ['problem', 'returned', 'lost', 'missing'] as const
export type ParcelTrouble = (typeof parcelTroubles)[number]

/** Days for which a package is followed: later, its carrier may give its number to another one. */
export const followedDays = 120
/** Days a carrier may keep a package for its recipient until we ask what became of it; most send it back after 15. */
export const pickupDays = 30

type Track = { state: TrackState; trackedAt: Date | null; scannedAt: Date | null }

/** What a carrier reports about a package, and when. */
export type TrackingUpdate = {
  trackingNumber: string
  state: TrackState
  /** the carrier's time of the report: older reports change nothing */
  at: Date
  /** time of the last scan; null: none */
  scannedAt: Date | null
}

/**
 * Where a package is after a report; null if the report changes nothing: a duplicate, an old one, or about a package
 * already delivered. A delivered one can still come back.
 */
export function trackAfter(known: Track, news: TrackingUpdate): TrackState | null {
  const isOld = known.trackedAt !== null && news.at <= known.trackedAt
  if (isOld) return null
  if (known.state === 'returned') return null
  if (known.state === 'delivered') return news.state === 'returned' ? 'returned' : null
  // No new scan: a package given up as lost stays lost.
  const isSilent = (news.scannedAt?.getTime() ?? 0) <= (known.scannedAt?.getTime() ?? 0)
  if (known.state === 'lost' && isSilent && news.state !== 'delivered' && news.state !== 'returned')
    return null
  return news.state
}

/** Weight of a belt in its box, in ounces. */
export const defaultOunces = 12

/** "12 Main Street, Suite 4, Newark, NJ 07102" */
const oneLineAddress =
  /^(?<street>.+?),\s*(?<city>[^,]+),\s*(?<state>[A-Z]{2}),?\s+(?<zip>\d{5}(?:-\d{4})?)(?:,?\s*USA?)?$/

export type ParcelAddress = {
  name: string
  street1: string
  street2: string
  city: string
  /** two letters */
  state: string
  zip: string
}

/** "418 Alder Street, Apt 3, Portland, OR 97209" */
export function parcelLine({ street1, street2, city, state, zip }: ParcelAddress): string {
  return [street1, street2, city, `${state} ${zip}`].filter((part) => part !== '').join(', ')
}

/** What a carrier says about an address; both null: it's fine (docs/decisions/068). */
export type AddressVerdict = {
  /** the carrier's message, if a package may not reach it */
  problem: string | null
  /** the address the carrier thinks is meant, if that is a different place than typed */
  suggestion: ParcelAddress | null
}

/** Status of a label's address. odd: someone has to check it; kept: someone did, and it stays as typed. */
export const addressChecks = ['good', 'odd', 'kept'] as const
export type AddressCheck = (typeof addressChecks)[number]

/** Words before an apartment number, which everyone writes differently. */
const unit = /^(?:APT|APARTMENT|UNIT|STE|SUITE|FL|FLOOR|RM|ROOM|NO)$/

/**
 * Whether two spellings are the same place: "418 alder street, apt. 3" and "418 ALDER ST # 3". The city is compared by
 * ZIP code.
 */
export function isSamePlace(one: ParcelAddress, other: ParcelAddress): boolean {
  if (one.state !== other.state || one.zip.slice(0, 5) !== other.zip.slice(0, 5)) return false
  const [words, others] = [one, other].map(({ street1, street2 }) =>
    `${street1} ${street2}`
      .toUpperCase()
      .replaceAll(/[.'’]/g, '')
      .split(/[^A-Z0-9]+/)
      .filter((word) => word !== '' && !unit.test(word)),
  ) as [string[], string[]]
  return (
    words.length === others.length &&
    words.every((word, at) => isShortFor(word, others[at]!) || isShortFor(others[at]!, word))
  )
}

/** "ST" for "STREET", "NW" for "NORTHWEST": same first letter, the other letters in order; a number only matches itself. */
function isShortFor(short: string, long: string): boolean {
  if (short === long) return true
  if (/\d/.test(short + long) || short[0] !== long[0]) return false
  let at = 0
  for (const letter of long) if (letter === short[at]) at++
  return at === short.length
}

/** The shop's postal address in the form carriers want; null if it isn't "street, city, ST 12345". */
export function parcelAddressOf(name: string, postalAddress: string): ParcelAddress | null {
  const found = oneLineAddress.exec(postalAddress.trim().replaceAll(/\s*\n\s*/g, ', '))?.groups
  if (!found) return null
  const [street1 = '', ...rest] = found.street!.split(/,\s*/)
  return { name, street1, street2: rest.join(', '), city: found.city!, state: found.state!, zip: found.zip! }
}
