import { machine } from './machine.ts'

/**
 * A parcel's label. wanted: written down before the carrier is asked; quoted: its price and the carrier's id are known;
 * bought; voiding: it isn't needed any more and a refund is requested; void: never bought, or given back.
 * From 'void' back to 'voiding': the carrier sold it after all, while it was being given up.
 */
export const labelMachine = machine({
  wanted: ['quoted', 'bought', 'void'],
  quoted: ['wanted', 'bought', 'voiding', 'void'],
  bought: ['voiding', 'void'],
  voiding: ['void'],
  void: ['voiding'],
})
export type LabelState = (typeof labelMachine.states)[number]

/** Labels that the shop still needs and doesn't have. */
export const missingLabels: readonly LabelState[] = ['wanted', 'quoted']
/** Labels that stand for a parcel. */
export const activeLabels: readonly LabelState[] = ['wanted', 'quoted', 'bought']

/**
 * Where a parcel is, as its carrier says. waiting: nobody has scanned it; problem: the carrier can't deliver it as things are;
 * returned: on its way back to the sender, or there; lost: no scan for ten days.
 */
export const trackStates = ['waiting', 'moving', 'problem', 'delivered', 'returned', 'lost'] as const
export type TrackState = (typeof trackStates)[number]

/** Parcels whose carrier we keep asking. */
export const openTrackStates: readonly TrackState[] = ['waiting', 'moving', 'problem', 'lost']

/** What's wrong with a parcel, as its member reads it; 'missing': they say it never came. */
export const parcelTroubles = ['problem', 'returned', 'lost', 'missing'] as const
export type ParcelTrouble = (typeof parcelTroubles)[number]

/** Days without a scan after which a parcel counts as lost (docs/decisions/072). */
export const lostAfterDays = 10

type Track = { state: TrackState; trackedAt: Date | null; scannedAt: Date | null }

/** What a carrier says about a parcel, and when it said so. */
export type TrackingUpdate = {
  trackingNumber: string
  state: TrackState
  /** when the carrier wrote it: older news changes nothing */
  at: Date
  /** of the last scan; null: there was none */
  scannedAt: Date | null
}

/**
 * Where a parcel is after the news, or null where it changes nothing: told twice, told late, or about a parcel that has
 * already arrived. One that was delivered may still come back.
 */
export function trackAfter(known: Track, news: TrackingUpdate): TrackState | null {
  const isOld = known.trackedAt !== null && news.at <= known.trackedAt
  if (isOld) return null
  if (known.state === 'returned') return null
  if (known.state === 'delivered') return news.state === 'returned' ? 'returned' : null
  // Still no scan: what was given up as lost stays so.
  const isSilent = (news.scannedAt?.getTime() ?? 0) <= (known.scannedAt?.getTime() ?? 0)
  if (known.state === 'lost' && isSilent && news.state !== 'delivered' && news.state !== 'returned')
    return null
  return news.state
}

/** Ounces of a belt in its box. */
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

/** What a carrier makes of an address; both null: it's fine as it is (docs/decisions/068). */
export type AddressVerdict = {
  /** its sentence, where no parcel may reach it */
  problem: string | null
  /** the address that it takes it for, where that is another place than was typed */
  suggestion: ParcelAddress | null
}

/** What a label knows of its address: odd: somebody has to look; kept: somebody did, and it stands as it is. */
export const addressChecks = ['good', 'odd', 'kept'] as const
export type AddressCheck = (typeof addressChecks)[number]

/** What comes before the number of a flat, which everybody writes differently. */
const unit = /^(?:APT|APARTMENT|UNIT|STE|SUITE|FL|FLOOR|RM|ROOM|NO)$/

/** Whether two spellings are one place: "418 alder street, apt. 3" and "418 ALDER ST # 3". Towns go by their ZIP code. */
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

/** "ST" for "STREET", "NW" for "NORTHWEST": the same first letter, the others in their order; a number only for itself. */
function isShortFor(short: string, long: string): boolean {
  if (short === long) return true
  if (/\d/.test(short + long) || short[0] !== long[0]) return false
  let at = 0
  for (const letter of long) if (letter === short[at]) at++
  return at === short.length
}

/** The shop's postal address as carriers want it, or null for one that is not "street, city, ST 12345". */
export function parcelAddressOf(name: string, postalAddress: string): ParcelAddress | null {
  const found = oneLineAddress.exec(postalAddress.trim().replaceAll(/\s*\n\s*/g, ', '))?.groups
  if (!found) return null
  const [street1 = '', ...rest] = found.street!.split(/,\s*/)
  return { name, street1, street2: rest.join(', '), city: found.city!, state: found.state!, zip: found.zip! }
}
