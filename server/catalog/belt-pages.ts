import { and, asc, desc, eq, inArray, lte, type SQL, sql } from 'drizzle-orm'
import { countsOf, rowsOf } from '../../db/database.ts'
import { letters, products } from '../../db/schema.ts'
import type { DropOnPage } from '../../domain/admin/drop-story.ts'
import { dropStory } from '../../domain/admin/drop-story.ts'
import type { LetterBlock } from '../../domain/admin/letter-blocks.ts'
import type { BeltOnPage, ShownDrop } from '../../domain/belt.ts'
import type { Drop } from '../../domain/drop.ts'
import { allocateDrops } from '../../domain/drop-calendar.ts'
import { publicLetterStates } from '../../domain/letter.ts'
import { type Proof, rateOf, type Sent, type ShopProof } from '../../domain/proof.ts'
import { dropCalendar } from '../ledger/drop-calendar.ts'
import { type Shop, shopDay } from '../shop/shop.ts'
import { beltOf, currentDrop } from './current-drop.ts'
import { beltReviews } from './shown-reviews.ts'

/** In the home page's order. */
const inOrder = [asc(products.displayOrder), asc(products.sku)]

/** Belts of the same kind shown on a belt's page. */
const mostBeside = 3

/**
 * A belt's own page. Belts of a drop the owner hasn't made current yet are hidden; belts of earlier drops, and deactivated
 * ones, keep their page.
 * @returns null if there is nothing to show
 */
export async function beltOnPage(shop: Shop, slug: string): Promise<BeltOnPage | null> {
  const current = await currentDrop(shop.db)
  if (!current) return null
  const [row] = await shop.db
    .select()
    .from(products)
    .where(and(eq(products.slug, slug), lte(products.drop, current)))
  if (!row) return null
  const others = await shop.db
    .select()
    .from(products)
    .where(and(eq(products.drop, row.drop), eq(products.gender, row.gender), eq(products.isActive, true)))
    .orderBy(...inOrder)
  const beside = others.filter((each) => each.id !== row.id)
  // The same style first, then the others, each in the drop's order.
  const near = beside.toSorted(
    (one, other) => Number(other.style === row.style) - Number(one.style === row.style),
  )
  return {
    belt: beltOf(row),
    drop: { drop: row.drop, isCurrent: row.drop === current },
    suits: row.suits,
    isSold: row.isActive && row.drop === current,
    beside: near.slice(0, mostBeside).map(beltOf),
    proof: await proofOfBelt(shop, row.id),
    reviews: await beltReviews(shop, row.id),
  }
}

/** Feedback on a belt from everyone who was sent it, in any size. */
const proofOfBelt = (shop: Shop, productId: string) => proofOf(shop, sql`b.product_id = ${productId}`)

async function proofOf({ db }: Shop, which: SQL): Promise<Proof> {
  const [said] = await rowsOf<{ fit: number; right: number; taste: number; love: number }>(
    db,
    sql`select count(f.fit)::int as fit, count(*) filter (where f.fit = 'right')::int as right,
        count(f.taste)::int as taste, count(*) filter (where f.taste = 'love')::int as love
      from box_feedback f join boxes b on b.id = f.box_id where ${which}`,
  )
  return { fit: rateOf(said!.right, said!.fit), love: rateOf(said!.love, said!.taste) }
}

/** Figures the shop can show about itself; null until enough members have given feedback on fit or taste. */
export async function shopProof(shop: Shop): Promise<ShopProof | null> {
  const proof = await proofOf(shop, sql`true`)
  if (!proof.fit && !proof.love) return null
  return { ...proof, ...(await sentCounts(shop)) }
}

/** Belts that have shipped, and those of them returned for money or credit. */
export function sentCounts(shop: Shop): Promise<Sent> {
  return countsOf(shop.db, {
    sent: sql`select count(*) from boxes where shipped_at is not null`,
    returned: sql`select count(*) from exchanges where remedy in ('refund', 'credit') and received_at is not null`,
  })
}

/**
 * The belts of a published drop, in order; for earlier drops including deactivated ones. The drop open for joining now, and
 * one being packed but not yet published, are 'veiled'.
 */
export async function dropOnPage(shop: Shop, drop: Drop): Promise<DropOnPage | null> {
  const current = await currentDrop(shop.db)
  if (!current || drop > current) {
    const today = shopDay(shop)
    const calendar = await dropCalendar(shop.db, shop.config.timeZone, today.slice(0, 7))
    const [next] = allocateDrops(calendar, today, 1).drops
    const isAhead = /^\d{4}-(0[1-9]|1[0-2])$/.test(drop) && drop >= today.slice(0, 7) && drop <= next!
    return isAhead && !calendar[drop]?.movedTo ? { standing: 'veiled' } : null
  }
  const isCurrent = drop === current
  const rows = await shop.db
    .select()
    .from(products)
    .where(and(eq(products.drop, drop), isCurrent ? eq(products.isActive, true) : undefined))
    .orderBy(...inOrder)
  if (rows.length === 0) return null
  const story = await storyOf(shop, drop, rows)
  return { standing: isCurrent ? 'current' : 'past', belts: rows.map(beltOf), story }
}

/** The month's letter as it left, if it tells of one of the drop's belts; until then what the shop knows about them. */
async function storyOf(shop: Shop, drop: Drop, belts: (typeof products.$inferSelect)[]) {
  const sent = await shop.db
    .select({ blocks: letters.blocks })
    .from(letters)
    .where(and(eq(letters.month, drop), inArray(letters.state, [...publicLetterStates])))
    .orderBy(desc(letters.publishedAt), desc(letters.id))
  const month = [drop, shopDay(shop).slice(0, 7)].sort()[1]!
  const isOfDrop = (block: LetterBlock) =>
    block.type === 'belt' && belts.some((belt) => belt.id === block.beltId)
  const told = sent.find(({ blocks }) => blocks.some(isOfDrop))
  return told?.blocks ?? dropStory({ drop, month, belts, scores: [] })
}

/** Every published drop, newest first, with its belts. */
export async function shownDrops(shop: Shop): Promise<ShownDrop[]> {
  const current = await currentDrop(shop.db)
  if (!current) return []
  const rows = await shop.db
    .select()
    .from(products)
    .where(lte(products.drop, current))
    .orderBy(desc(products.drop), ...inOrder)
  const drops = new Map<Drop, ShownDrop>()
  for (const row of rows) {
    const isCurrent = row.drop === current
    if (isCurrent && !row.isActive) continue
    const known = drops.get(row.drop) ?? { drop: row.drop, isCurrent, belts: [] }
    known.belts.push(beltOf(row))
    drops.set(row.drop, known)
  }
  return [...drops.values()]
}

/** The paths of every drop and belt with a page, for the sitemap. */
export async function shownPaths(shop: Shop): Promise<string[]> {
  const current = await currentDrop(shop.db)
  if (!current) return []
  const rows = await shop.db
    .select({ slug: products.slug, drop: products.drop })
    .from(products)
    .where(lte(products.drop, current))
    .orderBy(desc(products.drop), ...inOrder)
  const drops = new Set(rows.map(({ drop }) => `/drops/${drop}`))
  return [...drops, ...rows.map(({ slug }) => `/belts/${slug}`)]
}
