import { and, desc, eq, inArray } from 'drizzle-orm'
import { letters } from '../../db/schema.ts'
import type { PublicLetter, SentLetter } from '../../domain/admin/letter-blocks.ts'
import { publicLetterStates } from '../../domain/letter.ts'
import { type Shop, shopDay } from '../shop/shop.ts'

const isPublic = inArray(letters.state, [...publicLetterStates])

/** Every letter that was sent, newest first. */
export async function sentLetters(shop: Shop): Promise<SentLetter[]> {
  const rows = await shop.db
    .select()
    .from(letters)
    .where(isPublic)
    .orderBy(desc(letters.publishedAt), desc(letters.id))
  return rows.map(({ slug, subject, month, preview, publishedAt }) => ({
    ...{ slug, subject, month, preview, publishedOn: shopDay(shop, publishedAt!) },
    publishedAt: publishedAt!.toISOString(),
  }))
}

/** The letter at /letters/<slug>; null if there is none, or if it wasn't sent yet. */
export async function letterOnPage(shop: Shop, slug: string): Promise<PublicLetter | null> {
  const [row] = await shop.db
    .select()
    .from(letters)
    .where(and(eq(letters.slug, slug), isPublic))
  if (!row) return null
  const { subject, month, preview, blocks, publishedAt } = row
  return { slug, subject, month, preview, blocks, publishedOn: shopDay(shop, publishedAt!) }
}
