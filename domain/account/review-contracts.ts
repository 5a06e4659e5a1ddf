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
  /** as it stands under a review that may be shown with the name: "Maya, Portland, OR" */
  signature: z.string(),
  /** from the mail or the member's page, before anything was written as well */
  fit: z.nullable(z.enum(fits)),
  /** null: nothing was written yet */
  written: z.nullable(
    z.object({
      stars: z.literal(starCounts),
      text: z.string(),
      shows: z.enum(reviewShows),
      state: z.enum(reviewStates),
      /** why it isn't shown; null: it wasn't declined */
      declinedBecause: words,
    }),
  ),
})
export type ReviewView = z.output<typeof reviewView>

/** The page behind the mail that asks how a belt is. The token is in the body: addresses are kept by logs and histories. */
export const reviewContracts = {
  openReview: {
    endpoint: 'POST /api/account/review',
    isOpen: true,
    body: z.object({ token }),
    reply: reviewView,
  },
  /** A later one replaces an earlier one, and is read again before it's shown. */
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
