import * as z from 'zod/mini'
import type { Contracts } from '../contract.ts'
import { fits, starCounts } from '../feedback.ts'
import { declineReasonNames, reviewStates } from '../review.ts'
import { done, id, nextCursor, pageOfRows } from './fields.ts'

const words = z.nullable(z.string())

const reviewRow = z.object({
  id: z.string(),
  belt: z.string(),
  slug: z.string(),
  stars: z.literal(starCounts),
  fit: z.nullable(z.enum(fits)),
  text: z.string(),
  /** the name that can be shown with it: "Maya, Portland, OR", or "A member" */
  by: z.string(),
  state: z.enum(reviewStates),
  declinedFor: z.nullable(z.enum(declineReasonNames)),
  orderId: z.string(),
  orderNumber: z.string(),
  /** ISO instants; `writtenAt` also identifies the text a decision is about */
  writtenAt: z.string(),
  decidedAt: words,
})

/** What members say about their belts and let us show (docs/decisions/067). Nobody in the admin edits it. */
export const reviewContracts = {
  /** Waiting ones oldest first; the others newest first. */
  listReviews: {
    endpoint: 'GET /api/admin/reviews',
    query: z.object({ state: z._default(z.enum(reviewStates), 'waiting'), ...pageOfRows }),
    reply: z.object({ reviews: z.array(reviewRow), waiting: z.number(), nextCursor }),
  },
  decideReview: {
    endpoint: 'POST /api/admin/reviews/:reviewId/decision',
    params: z.object({ reviewId: id }),
    body: z.object({
      /** of the text that was read: a text changed since then isn't decided on */
      writtenAt: z.iso.datetime(),
      /** null: it is published */
      declinedFor: z.nullable(z.enum(declineReasonNames, 'Choose why it isn’t shown.')),
    }),
    reply: done,
  },
} satisfies Contracts
