import { and, asc, count, eq } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { letters, products } from '../../db/schema.ts'
import { dropStory, storyTitle } from '../../domain/admin/drop-story.ts'
import { everyone, type LetterBlock } from '../../domain/admin/letter-blocks.ts'
import { firstNumberWord } from '../../domain/count.ts'
import { type Drop, dropTitle } from '../../domain/drop.ts'
import { proofRows } from '../../domain/proof.ts'
import { slugOf } from '../../domain/slug.ts'
import { shopProof } from '../catalog/belt-pages.ts'
import { currentDrop } from '../catalog/current-drop.ts'
import { type Shop, shopDay } from '../shop/shop.ts'

/**
 * Drafts the letter of the drop on show, once; safe in several processes. A past month's letter is drafted only in a new
 * shop, as its first letter.
 */
export async function draftLetter(shop: Shop): Promise<void> {
  const drop = await currentDrop(shop.db)
  if (!drop) return
  const [any] = await shop.db.select({ id: letters.id }).from(letters).limit(1)
  if (any && drop < shopDay(shop).slice(0, 7)) return
  const [known] = await shop.db
    .select({ id: letters.id })
    .from(letters)
    .where(eq(letters.month, monthOf(shop, drop)))
    .limit(1)
  if (!known) await shop.db.transaction((tx) => draftOfDrop(tx, shop, drop))
}

/** The month a letter is for: the drop's, or the current one if that has passed. */
const monthOf = (shop: Shop, drop: Drop) => [drop, shopDay(shop).slice(0, 7)].sort()[1]!

/** The shop's own draft for a drop on show, once a month. */
export const draftOfDrop = (tx: Transaction, shop: Shop, drop: Drop) =>
  writeDraft(tx, shop, { month: monthOf(shop, drop), drop }, null)

/** A draft that a person starts for a month: with its own belts, else with those on show. */
export async function draftOfMonth(tx: Transaction, shop: Shop, month: Drop, username: string) {
  const own = await tx.$count(products, and(eq(products.drop, month), eq(products.isActive, true)))
  const drop = own > 0 ? month : ((await currentDrop(tx)) ?? month)
  return writeDraft(tx, shop, { month, drop }, username)
}

/**
 * Drafts a letter with what there is to tell: belts with their pictures and stories, and what members say.
 * @param username who asked for it; null: the shop itself, which drafts one a month
 * @returns its id; null if the shop had already drafted it
 */
async function writeDraft(
  tx: Transaction,
  shop: Shop,
  { month, drop }: { month: Drop; drop: Drop },
  username: string | null,
): Promise<string | null> {
  const belts = await tx
    .select()
    .from(products)
    .where(and(eq(products.drop, drop), eq(products.isActive, true)))
    .orderBy(asc(products.displayOrder), asc(products.sku))
  const scores = proofRows(await shopProof({ ...shop, db: tx })).map(([word, fact]) => ({ word, fact }))
  const number = belts.length === 1 ? 'One belt' : `${firstNumberWord(belts.length)} belts`
  const blocks: LetterBlock[] =
    belts.length === 0
      ? [{ id: '1', type: 'text', doc: { type: 'doc', content: [{ type: 'paragraph' }] } }]
      : dropStory({ drop, month, belts, scores })
  const [row] = await tx
    .insert(letters)
    .values({
      slug: await freeSlug(tx, month),
      ...{ month, username, blocks, audience: everyone },
      subject: belts.length === 0 ? '' : storyTitle({ drop, month }),
      preview: belts.length < 2 ? '' : `${number}, from ${belts[0]!.name} to ${belts.at(-1)!.name}.`,
      ...{ createdAt: shop.now(), updatedAt: shop.now() },
    })
    .onConflictDoNothing()
    .returning({ id: letters.id })
  return row?.id ?? null
}

// If two run at once for a month, the second one's slug is taken, and its insert does nothing.
async function freeSlug(tx: Transaction, month: Drop): Promise<string> {
  const [row] = await tx.select({ number: count() }).from(letters).where(eq(letters.month, month))
  const first = slugOf(dropTitle(month))
  return row!.number === 0 ? first : `${first}-${row!.number + 1}`
}
