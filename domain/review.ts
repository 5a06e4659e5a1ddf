import { addDays, type CalendarDate } from './calendar-date.ts'
import { arrivalDay, type SentDays } from './exchange.ts'
import type { Fit, Stars, Taste } from './feedback.ts'
import { machine } from './machine.ts'

/** Maximum characters of the text that goes with the taps. */
export const longestReview = 600

/** What the writer allows: showing it with first name and city, showing it without them, or keeping it private. */
export const reviewShows = ['named', 'unnamed', 'no'] as const
export type ReviewShow = (typeof reviewShows)[number]

/**
 * private: only the shop sees it; waiting: the writer allows showing it, and nobody has read it yet. Once changed, it's
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
 * The only reasons not to show a review, in the words its writer reads. That it's negative isn't one of them (16 CFR §
 * 465.7).
 */
export const declineReasons = {
  private: 'it has someone’s private details in it',
  abuse: 'it insults or threatens someone',
  off_topic: 'it’s not about the belt',
  ad: 'it advertises something else',
} as const
export type DeclineReason = keyof typeof declineReasons
export const declineReasonNames = Object.keys(declineReasons) as [DeclineReason, ...DeclineReason[]]

/** Days in which the admin reads a review; the writer is told this number. */
export const readWithin = 3

/** Days after delivery when the wearer is asked. */
const askedAfter = 10
/** Days during which a missed question is still asked, say because the shop was down. */
export const askedFor = 30

/** The day a belt's wearer is asked; null before it shipped. */
export function reviewDay(days: SentDays): CalendarDate | null {
  const arrivedOn = arrivalDay(days)
  return arrivedOn && addDays(arrivedOn, askedAfter)
}

/** What the stars tell curation. Rounded against the shop: only five stars count as "love it". */
export function tasteOf(stars: Stars): Taste {
  if (stars === 5) return 'love'
  return stars > 2 ? 'fine' : 'not_for_me'
}

/** A review as the public reads it. */
export type ShownReview = {
  id: string
  stars: Stars
  fit: Fit | null
  /** "" if they only tapped */
  text: string
  /** "Maya, Portland, OR", or "A member" */
  by: string
  writtenOn: CalendarDate
}

/** A review with its belt, as the home page shows it. */
export type ReviewOfBelt = ShownReview & { belt: { name: string; slug: string } }

/** The reviews on a belt's page. */
export type BeltReviews = {
  /** number of published ones */
  count: number
  /** of their stars */
  average: number
  /** the newest */
  shown: ShownReview[]
}

const title = /^(mr|mrs|ms|mx|miss|dr|prof|sir)\.?$/i

/** The wearer's first name, "Maya"; "" if it can't be told from a surname or an initial. */
export function firstNameOf(fullName: string): string {
  if (fullName.includes(',')) return ''
  const words = fullName.trim().split(/\s+/)
  const first = words.find((word) => !title.test(word)) ?? ''
  return words.length > 1 && first.replaceAll('.', '').length > 1 && first !== words.at(-1) ? first : ''
}

/** The writer's signature, as far as they allow: "Maya, Portland, OR". */
export function signatureOf(name: string, place: string): string {
  return [name, place].filter(Boolean).join(', ') || 'A member'
}
