import * as z from 'zod/mini'
import { text } from '../admin/fields.ts'
import { fits, starCounts } from '../feedback.ts'
import { longestReview, reviewShows, reviewStates } from '../review.ts'
import type { AccountContracts } from './session-contracts.ts'

const token = z.string().check(z.maxLength(100))
const words = z.nullable(z.string())

/** A belt and what its wearer says about it. No amounts: a gift's recipient reads it too. */
const reviewView = z.object({
  belt: z.object({ name: z.string(), imageUrl: words, nightImageUrl: words, imageAlt: z.string() }),
  /** the name shown under a review: "Maya, Portland, OR" */
  signature: z.string(),
  /** from the email or the member's page; may be set before anything is written */
  fit: z.nullable(z.enum(fits)),
  /** null: nothing written yet */
  written: z.nullable(
    z.object({
      stars: z.literal(starCounts),
      text: z.string(),
      shows: z.enum(reviewShows),
      state: z.enum(reviewStates),
      /** why it isn't shown; null unless declined */
      declinedBecause: words,
    }),
  ),
})
export type ReviewView = z.output<typeof reviewView>

/**
 * The page linked from the email that asks how a belt is. The token goes in the body, because logs and browser histories
 * keep URLs.
 */
export const reviewContracts = {
  openReview: {
    endpoint: 'POST /api/account/review',
    isOpen: true,
    body: z.object({ token }),
    reply: reviewView,
  },
  /** A new review replaces the earlier one, and is read again before it's shown. */
  writeReview: {
    endpoint: 'POST /api/account/review/words',
    isOpen: true,
    body: z.object({
      token,
      stars: z.literal(starCounts, 'Tap the stars.'),
      fit: z.enum(fits, 'Tell us how it fits.'),
      text: text(longestReview),
      shows: z.enum(reviewShows, 'Tell us if we can show it.'),
    }),
    reply: reviewView,
  },
  takeBackReview: {
    endpoint: 'POST /api/account/review/take-back',
    isOpen: true,
    body: z.object({ token }),
    reply: reviewView,
  },
} satisfies AccountContracts
