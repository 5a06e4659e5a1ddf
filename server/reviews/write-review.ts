import { and, eq, sql } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { reviewState } from '../../db/schema/states.ts'
import { boxes, boxFeedback, memberships, products, reviews } from '../../db/schema.ts'
import type { AccountInput } from '../../domain/account/contracts.ts'
import type { ReviewView } from '../../domain/account/review-contracts.ts'
import { leftStates } from '../../domain/box.ts'
import type { CartShipping } from '../../domain/cart.ts'
import { ShopError } from '../../domain/errors.ts'
import type { Fit, Stars } from '../../domain/feedback.ts'
import { declineReasons, firstNameOf, signatureOf, tasteOf } from '../../domain/review.ts'
import { oneLine } from '../../domain/slug.ts'
import { catalogChanged } from '../catalog/catalog-changed.ts'
import { wearerEmail } from '../ledger/find-membership.ts'
import { causedBy } from '../limits/causer.ts'
import { countHit, limitCaller, tooMany } from '../limits/count-hits.ts'
import type { AccountCaller, Member } from '../members/member.ts'
import { readToken, signToken } from '../members/signed-token.ts'
import type { Shop } from '../shop/shop.ts'

/** Calls per hour: per link, per address, and for its widest network. */
const [maxPerLink, maxPerCaller] = [60, [240, 480] as [number, number]]

/** The review a link opens. @throws ShopError 'not_found', 'too_many_requests' */
export async function openReview(
  shop: Shop,
  { token }: AccountInput<'openReview'>,
  _member: Member | null,
  caller: AccountCaller,
): Promise<ReviewView> {
  return reviewOf(shop, await allowedBox(shop, token, caller))
}

/**
 * Saves the wearer's review of a belt, one per belt and person: a new one replaces the old and must be read by the staff
 * again. The fit and the rating also go to curation (docs/decisions/067).
 * @throws ShopError 'not_found', 'too_many_requests'
 */
export async function writeReview(
  shop: Shop,
  { token, stars, fit, text: typed, shows }: AccountInput<'writeReview'>,
  _member: Member | null,
  caller: AccountCaller,
): Promise<ReviewView> {
  const boxId = await allowedBox(shop, token, caller)
  const now = shop.now()
  const text = oneLine(typed)
  await shop.db.transaction(async (tx) => {
    const { box, membership, belt } = await loadBox(tx, boxId)
    const shown = whoseOf(membership.address)
    const names = shows === 'named' ? shown : { name: null, place: null }
    const state = shows === 'no' ? 'private' : 'waiting'
    const said = { stars, text, ...names, writtenAt: now, decidedAt: null, declinedFor: null }
    const [before] = await tx.select().from(reviews).where(isSame(box, belt)).for('update')
    // The same review sent twice, as by a double click, is only read once.
    const isSaid =
      before &&
      before.stars === stars &&
      before.text === text &&
      before.name === names.name &&
      before.place === names.place &&
      (before.state === 'private') === (shows === 'no')
    if (!isSaid) {
      await tx
        .insert(reviews)
        .values({ boxId, personId: box.personId, productId: belt.id, ...said, state })
        .onConflictDoUpdate({
          target: [reviews.personId, reviews.productId],
          set: { ...said, state: reviewState.to(state, sql`${reviews.state}`) },
        })
      if (before?.state === 'published') await catalogChanged(tx)
    }
    const taps = { fit, taste: tasteOf(stars), at: now }
    await tx
      .insert(boxFeedback)
      .values({ boxId, ...taps })
      .onConflictDoUpdate({ target: boxFeedback.boxId, set: taps })
    // Someone who wrote a review isn't asked for one anymore.
    await tx.update(boxes).set({ reviewOn: null }).where(eq(boxes.id, boxId))
  })
  return reviewOf(shop, boxId)
}

/**
 * Deletes a review in any state; the fit and taste stay as on the member's page. @throws ShopError 'not_found',
 * 'too_many_requests'
 */
export async function takeBackReview(
  shop: Shop,
  { token }: AccountInput<'takeBackReview'>,
  _member: Member | null,
  caller: AccountCaller,
): Promise<ReviewView> {
  const boxId = await allowedBox(shop, token, caller)
  await shop.db.transaction(async (tx) => {
    const { box, belt } = await loadBox(tx, boxId)
    const [gone] = await tx.delete(reviews).where(isSame(box, belt)).returning()
    if (gone?.state === 'published') await catalogChanged(tx)
  })
  return reviewOf(shop, boxId)
}

/** Counts the call whether or not the link is valid. */
async function allowedBox(shop: Shop, token: string, { address }: AccountCaller): Promise<string> {
  const sentence = 'That’s a lot of tries in one hour. Wait a bit, then try again.'
  await limitCaller(shop, 'review', address, maxPerCaller, sentence)
  if ((await countHit(shop, 'review link', causedBy.linkHolder(token))) > maxPerLink) throw tooMany(sentence)
  const boxId = await boxOfReviewLink(shop, token)
  if (!boxId) throw gone()
  return boxId
}

const gone = () =>
  new ShopError(
    'not_found',
    'This link has expired, or part of it got cut off. You’ll find a new one on your membership page.',
  )

async function loadBox(db: Shop['db'] | Transaction, boxId: string) {
  const [row] = await db
    .select({ box: boxes, membership: memberships, belt: products, fit: boxFeedback.fit })
    .from(boxes)
    .innerJoin(memberships, eq(boxes.membershipId, memberships.id))
    .innerJoin(products, eq(boxes.productId, products.id))
    .leftJoin(boxFeedback, eq(boxFeedback.boxId, boxes.id))
    .where(eq(boxes.id, boxId))
  if (!row || !leftStates.includes(row.box.state)) throw gone()
  return row
}

const isSame = (box: { personId: string }, belt: { id: string }) =>
  and(eq(reviews.personId, box.personId), eq(reviews.productId, belt.id))

/** What may appear under a review: at most the first name, and where the wearer lives. */
function whoseOf({ fullName = '', city, state }: Partial<CartShipping>) {
  return { name: firstNameOf(fullName) || null, place: [city, state].filter(Boolean).join(', ') || null }
}

async function reviewOf(shop: Shop, boxId: string): Promise<ReviewView> {
  const { box, membership, belt, fit } = await loadBox(shop.db, boxId)
  const [row] = await shop.db.select().from(reviews).where(isSame(box, belt))
  const { name, place } = whoseOf(membership.address)
  return {
    belt: {
      name: belt.name,
      imageUrl: belt.imageUrl,
      nightImageUrl: belt.nightImageUrl,
      imageAlt: belt.imageAlt,
    },
    signature: signatureOf(name ?? '', place ?? ''),
    fit: fit as Fit | null,
    written: row
      ? {
          stars: row.stars as Stars,
          text: row.text,
          shows: row.state === 'private' ? 'no' : row.name || row.place ? 'named' : 'unnamed',
          state: row.state,
          declinedBecause: row.declinedFor && declineReasons[row.declinedFor],
        }
      : null,
  }
}

/** Milliseconds a link to a belt's review works. */
const lives = 180 * 24 * 60 * 60_000
const secret = 'review link'

/** The path of the page where a box's wearer reviews its belt: `/review/<token>`. */
export async function reviewPath(shop: Shop, boxId: string, email: string): Promise<string> {
  return `/review/${await signToken(shop, secret, { id: boxId, role: 0, at: shop.now() }, email)}`
}

/** The box a link is about; null if the link no longer works. */
async function boxOfReviewLink(shop: Shop, token: string): Promise<string | null> {
  const found = await readToken(shop, secret, { token, lives }, async ({ id }) => {
    const [row] = await shop.db
      .select({ membership: memberships })
      .from(boxes)
      .innerJoin(memberships, eq(boxes.membershipId, memberships.id))
      .where(eq(boxes.id, id))
    return row ? wearerEmail(row.membership) : null
  })
  return found?.id ?? null
}
