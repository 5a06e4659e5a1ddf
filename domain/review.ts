import { addDays, type CalendarDate } from './calendar-date.ts'
import { arrivalDay, type SentDays } from './exchange.ts'
import type { Fit, Stars, Taste } from './feedback.ts'
import { machine } from './machine.ts'

/** Characters of the line that goes with the taps. */
export const longestReview = 600

/** What its writer allows: to show it with first name and city, to show it without them, or to keep it with the shop. */
export const reviewShows = ['named', 'unnamed', 'no'] as const
export type ReviewShow = (typeof reviewShows)[number]

/**
 * private: for the shop alone; waiting: its writer allows it to be shown, and nobody has read it yet. Changed, it's
 * read again.
 */
export const reviewMachine = machine({
  private: ['waiting'],
  waiting: ['private', 'published', 'declined'],
  published: ['private', 'waiting', 'declined'],
  declined: ['private', 'waiting', 'published'],
})
export const reviewStates = reviewMachine.states
export type ReviewState = (typeof reviewStates)[number]

/**
 * The only reasons not to show a review, each as its writer reads it. That it's a bad one isn't among them (16 CFR
 * § 465.7).
 */
export const declineReasons = {
  private: 'it has someone’s private details in it',
  abuse: 'it insults or threatens someone',
  off_topic: 'it’s not about the belt',
  ad: 'it advertises something else',
} as const
export type DeclineReason = keyof typeof declineReasons
export const declineReasonNames = Object.keys(declineReasons) as [DeclineReason, ...DeclineReason[]]

/** Days within which the admin reads a review, as its writer is told. */
export const readWithin = 3

/** Days after delivery on which the wearer is asked. */
const askedAfter = 10
/** Days for which a question that was missed, say because the shop was down, is still asked. */
export const askedFor = 30

/** The day on which a belt's wearer is asked; null before it was sent. */
export function reviewDay(days: SentDays): CalendarDate | null {
  const arrivedOn = arrivalDay(days)
  return arrivedOn && addDays(arrivedOn, askedAfter)
}

/** What the stars tell whoever picks the next belt. Rounded against the shop: only five stars are "love it". */
export function tasteOf(stars: Stars): Taste {
  if (stars === 5) return 'love'
  return stars > 2 ? 'fine' : 'not_for_me'
}

/** A review as everybody may read it. */
export type ShownReview = {
  id: string
  stars: Stars
  fit: Fit | null
  /** "" for who only tapped */
  text: string
  /** "Maya, Portland, OR", or "A member" */
  by: string
  writtenOn: CalendarDate
}

/** One with the belt that it's about, as the home page shows it. */
export type ReviewOfBelt = ShownReview & { belt: { name: string; slug: string } }

/** The reviews on a belt's page. */
export type BeltReviews = {
  /** all that are published */
  count: number
  /** of their stars */
  average: number
  /** the newest */
  shown: ShownReview[]
}

const title = /^(mr|mrs|ms|mx|miss|dr|prof|sir)\.?$/i

/** The wearer's first name, "Maya"; "" where it can't be told from a surname or an initial. */
export function firstNameOf(fullName: string): string {
  if (fullName.includes(',')) return ''
  const words = fullName.trim().split(/\s+/)
  const first = words.find((word) => !title.test(word)) ?? ''
  return words.length > 1 && first.replaceAll('.', '').length > 1 && first !== words.at(-1) ? first : ''
}

/** Who wrote it, as far as they allow: "Maya, Portland, OR". */
export function signatureOf(name: string, place: string): string {
  return [name, place].filter(Boolean).join(', ') || 'A member'
}
