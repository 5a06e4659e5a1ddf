import { counted } from './count.ts'
import { type Drop, dropTitle } from './drop.ts'
import { terms } from './terms.ts'

/** What a member agrees to before their strap becomes a page; stored word for word. */
export const strapConsent =
  'Anyone with the link can see which belts I got, and in which months. My name, town and size aren’t on the page. I can stop sharing whenever I like.'

/** A belt as the page names it: no more than this. */
export type StrapBelt = { drop: Drop; name: string }

/** "The Ashbury, December 2026" */
export const strapLine = ({ name, drop }: StrapBelt) => `${name}, ${dropTitle(drop)}`

/** Holes punched in each row of twelve. */
export function strapRows(had: number): number[] {
  const rows = Math.ceil(terms.repeatMonths / 12)
  return Array.from({ length: rows }, (_, row) => Math.max(0, Math.min(12, had - 12 * row)))
}

/** "7 of 36 holes punched, one for each belt so far." */
export function hadSentence(had: number): string {
  if (had > terms.repeatMonths) return `${had} belts so far.`
  return `${had} of ${terms.repeatMonths} holes punched, one for each belt so far.`
}

/** "12 belts, none of them twice": as far as that is promised */
export function strapTitle(had: number): string {
  if (had === 1) return 'The first belt'
  return had > terms.repeatMonths ? counted(had, 'belt') : `${counted(had, 'belt')}, none of them twice`
}

/** The sharing picture of a strap with this many holes punched (scripts/pictures/straps.ts). */
export const strapPicture = (had: number) => `strap-${Math.max(1, Math.min(terms.repeatMonths, had))}.jpg`

/** Whether it looks like the address of a shared strap. */
export const isStrapToken = (token: string) => /^[A-Za-z0-9_-]{32}$/.test(token)
