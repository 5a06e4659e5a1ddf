import { and, count, eq, inArray, isNull, lt, or } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { exchangePhotos } from '../../db/schema.ts'
import { ShopError } from '../../domain/errors.ts'
import { keptSince } from '../../domain/retention.ts'
import { mostPhotos } from '../../domain/warranty.ts'
import { makePhoto } from '../pictures/make-apart.ts'
import { requirePicture } from '../pictures/read-picture.ts'
import type { Shop } from '../shop/shop.ts'

/** The most photos per belt without a claim: enough to change one's mind, too few to fill the disk. */
const mostUnnamed = 10
/** Milliseconds a photo without a claim is kept. */
const keptUnnamed = 48 * 60 * 60_000

/**
 * Stores a photo of what broke, re-encoded: upright, at most 1,600 pixels, without camera metadata. A claim then refers to
 * it.
 * @throws ShopError 'invalid_picture' for a file that isn't a valid picture, 'too_many_requests' for too many of one belt
 */
export async function savePhoto(
  shop: Shop,
  { boxId, email, file }: { boxId: string; email: string; file: Uint8Array },
): Promise<string> {
  requirePicture(file)
  const [known] = await shop.db
    .select({ number: count() })
    .from(exchangePhotos)
    .where(and(eq(exchangePhotos.boxId, boxId), isNull(exchangePhotos.exchangeId)))
  if (known!.number >= mostUnnamed) {
    throw new ShopError(
      'too_many_requests',
      'That’s many photos of one belt. Send your claim with those you have.',
    )
  }
  const content = Buffer.from(await makePhoto(file))
  const [kept] = await shop.db
    .insert(exchangePhotos)
    .values({ boxId, email, content, createdAt: shop.now() })
    .returning({ id: exchangePhotos.id })
  return kept!.id
}

/**
 * Attaches photos to their claim, in its transaction.
 * @throws ShopError 'invalid_body' for a photo of another belt, or one uploaded by someone else
 */
export async function namePhotos(
  tx: Transaction,
  exchange: { id: string; boxId: string },
  { photoIds = [], email }: { photoIds?: string[]; email?: string },
): Promise<void> {
  if (photoIds.length === 0) return
  const ids = [...new Set(photoIds)].slice(0, mostPhotos)
  const named = await tx
    .update(exchangePhotos)
    .set({ exchangeId: exchange.id })
    .where(
      and(
        inArray(exchangePhotos.id, ids),
        eq(exchangePhotos.boxId, exchange.boxId),
        eq(exchangePhotos.email, email ?? ''),
      ),
    )
    .returning({ id: exchangePhotos.id })
  if (named.length === ids.length) return
  const sentence = 'One of the photos isn’t here anymore. Add it again.'
  throw new ShopError('invalid_body', sentence, { fields: { photoIds: sentence } })
}

/** The photo ids of these claims, oldest first. */
export async function photosOf(
  shop: Shop,
  exchangeIds: string[],
): Promise<{ id: string; exchangeId: string | null }[]> {
  if (exchangeIds.length === 0) return []
  const { id, exchangeId, createdAt } = exchangePhotos
  return shop.db
    .select({ id, exchangeId })
    .from(exchangePhotos)
    .where(inArray(exchangeId, exchangeIds))
    .orderBy(createdAt)
}

/** A photo with its owner. @throws ShopError 'not_found' */
export async function readPhoto(shop: Shop, photoId: string): Promise<typeof exchangePhotos.$inferSelect> {
  const [photo] = await shop.db.select().from(exchangePhotos).where(eq(exchangePhotos.id, photoId))
  if (!photo) throw new ShopError('not_found', 'This photo isn’t here anymore.')
  return photo
}

/** Deletes photos without a claim, and those past their retention time (domain/retention.ts). */
export async function deletePhotos(shop: Shop): Promise<void> {
  const [old, unnamed] = [keptSince('photos', shop.now()), new Date(shop.now().getTime() - keptUnnamed)]
  await shop.db
    .delete(exchangePhotos)
    .where(
      or(
        lt(exchangePhotos.createdAt, old),
        and(isNull(exchangePhotos.exchangeId), lt(exchangePhotos.createdAt, unnamed)),
      ),
    )
}
