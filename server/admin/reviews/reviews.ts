import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import { reviewState } from '../../../db/schema/states.ts'
import { boxes, boxFeedback, memberships, orderItems, orders, products, reviews } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import { ShopError } from '../../../domain/errors.ts'
import type { Fit, Stars } from '../../../domain/feedback.ts'
import { signatureOf } from '../../../domain/review.ts'
import { catalogChanged } from '../../catalog/catalog-changed.ts'
import type { Shop } from '../../shop/shop.ts'
import { audit, type Staff } from '../../staff/staff.ts'

const rows = 30

/** Member reviews: waiting ones oldest first, the others newest first. */
export async function listReviews(
  shop: Shop,
  { state, limit = rows, cursor }: AdminInput<'listReviews'>,
): Promise<AdminReply<'listReviews'>> {
  const isOldestFirst = state === 'waiting'
  const order = isOldestFirst ? asc : desc
  const found = await shop.db
    .select({ review: reviews, belt: products, fit: boxFeedback.fit, order: orders })
    .from(reviews)
    .innerJoin(products, eq(reviews.productId, products.id))
    .innerJoin(boxes, eq(reviews.boxId, boxes.id))
    .innerJoin(memberships, eq(boxes.membershipId, memberships.id))
    .innerJoin(orderItems, eq(memberships.orderItemId, orderItems.id))
    .innerJoin(orders, eq(orderItems.orderId, orders.id))
    .leftJoin(boxFeedback, eq(boxFeedback.boxId, reviews.boxId))
    .where(and(eq(reviews.state, state), cursor ? after(cursor, isOldestFirst) : undefined))
    .orderBy(order(reviews.writtenAt), order(reviews.id))
    .limit(limit + 1)
  const page = found.slice(0, limit)
  return {
    reviews: page.map(({ review, belt, fit, order: { id: orderId, orderNumber } }) => ({
      id: review.id,
      belt: belt.name,
      slug: belt.slug,
      stars: review.stars as Stars,
      fit: fit as Fit | null,
      text: review.text,
      by: signatureOf(review.name ?? '', review.place ?? ''),
      state: review.state,
      declinedFor: review.declinedFor,
      orderId,
      orderNumber,
      writtenAt: review.writtenAt.toISOString(),
      decidedAt: review.decidedAt?.toISOString() ?? null,
    })),
    waiting: await shop.db.$count(reviews, eq(reviews.state, 'waiting')),
    nextCursor: found.length > limit ? page.at(-1)!.review.id : null,
  }
}

// The cursor is a row's id. The database looks up its instant, which a JavaScript date would cut to milliseconds.
function after(id: string, isOldestFirst: boolean): SQL {
  const place = sql`(select ${reviews.writtenAt}, ${reviews.id} from ${reviews} where ${reviews.id} = ${id}::uuid)`
  const here = sql`(${reviews.writtenAt}, ${reviews.id})`
  return isOldestFirst ? sql`${here} > ${place}` : sql`${here} < ${place}`
}

/**
 * Publishes a review, or declines it with a reason. A published one can be taken down later, and a declined one
 * published. The text is never edited.
 * @throws ShopError 'not_found', 'not_possible' if its writer changed it since staff read it, or doesn't allow publishing
 */
export async function decideReview(
  shop: Shop,
  { reviewId, writtenAt, declinedFor }: AdminInput<'decideReview'>,
  staff: Staff,
): Promise<AdminReply<'decideReview'>> {
  const now = shop.now()
  const to = declinedFor ? 'declined' : 'published'
  await shop.db.transaction(async (tx) => {
    const [review] = await tx.select().from(reviews).where(eq(reviews.id, reviewId)).for('update')
    if (!review) throw new ShopError('not_found', 'The member took this review back. Reload the page.')
    if (review.state === 'private')
      throw new ShopError('not_possible', 'The member asked us to keep this review private.')
    if (review.writtenAt.toISOString() !== new Date(writtenAt).toISOString())
      throw new ShopError('not_possible', 'The member changed this review. Load the page and read it again.')
    if (review.state === to && review.declinedFor === declinedFor) return
    await tx
      .update(reviews)
      .set({ state: reviewState.to(to, reviews.state), declinedFor, decidedAt: now })
      .where(eq(reviews.id, reviewId))
    if (to === 'published' || review.state === 'published') await catalogChanged(tx)
    await audit(tx, staff, now, {
      action: declinedFor ? 'review.decline' : 'review.publish',
      entity: 'reviews',
      entityId: reviewId,
      before: { state: review.state },
      after: { state: to, ...(declinedFor ? { declinedFor } : {}) },
    })
  })
  return { success: true }
}
