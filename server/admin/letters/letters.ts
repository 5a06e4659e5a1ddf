import { and, desc, eq, inArray, lte, sql } from 'drizzle-orm'
import type { Transaction } from '../../../db/database.ts'
import { letterReaders, letters, products } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import { missingIn } from '../../../domain/admin/letter-blocks.ts'
import type { LetterSummary, LetterView } from '../../../domain/admin/letter-contracts.ts'
import { ShopError } from '../../../domain/errors.ts'
import { currentDrop } from '../../catalog/current-drop.ts'
import { senderOf } from '../../emails/layout.tsx'
import { renderLetter } from '../../emails/letter.tsx'
import { draftOfMonth } from '../../letters/draft-letter.ts'
import { countReaders } from '../../letters/letter-readers.ts'
import { letterFigures } from '../../letters/send-letters.ts'
import type { Shop } from '../../shop/shop.ts'
import { audit, type Staff } from '../../staff/staff.ts'

const rows = 30
/** Most bounced addresses listed on a letter's page. */
const mostNamed = 50

export type LetterRow = typeof letters.$inferSelect
type Row = LetterRow

/** Every letter, newest first. */
export async function listLetters(
  shop: Shop,
  { limit = rows, cursor }: AdminInput<'listLetters'>,
): Promise<AdminReply<'listLetters'>> {
  const place = sql`(select ${letters.createdAt}, ${letters.id} from ${letters} where ${letters.id} = ${cursor}::uuid)`
  const found = await shop.db
    .select()
    .from(letters)
    .where(cursor ? sql`(${letters.createdAt}, ${letters.id}) < ${place}` : undefined)
    .orderBy(desc(letters.createdAt), desc(letters.id))
    .limit(limit + 1)
  const page = found.slice(0, limit)
  const summaries: LetterSummary[] = []
  for (const row of page) summaries.push(await summaryOf(shop, row))
  return { letters: summaries, nextCursor: found.length > limit ? page.at(-1)!.id : null }
}

async function summaryOf(shop: Shop, row: Row): Promise<LetterSummary> {
  const { id, slug, month, subject, state, stoppedBecause } = row
  const iso = (at: Date | null) => at?.toISOString() ?? null
  const figures = row.publishedAt ? await letterFigures(shop.db, id) : null
  return {
    ...{ id, slug, month, subject, state, stoppedBecause, isByShop: row.username === null },
    ...{ sendAt: iso(row.sendAt), publishedAt: iso(row.publishedAt), finishedAt: iso(row.finishedAt) },
    updatedAt: row.updatedAt.toISOString(),
    // Reader rows are deleted after a while; then row.figures has the counts taken before.
    figures: row.figures ? { ...figures!, ...row.figures } : figures,
  }
}

export async function viewOf(shop: Shop, row: Row): Promise<LetterView> {
  const bounces = await shop.db
    .select({ email: letterReaders.email, problem: letterReaders.problem })
    .from(letterReaders)
    .where(and(eq(letterReaders.letterId, row.id), eq(letterReaders.state, 'bounced')))
    .orderBy(desc(letterReaders.sentAt))
    .limit(mostNamed)
  const unsubscribe = `${shop.config.publicUrl}/newsletter/unsubscribe/test`
  const { html } = renderLetter(senderOf(shop), { ...row, unsubscribe })
  return {
    ...(await summaryOf(shop, row)),
    ...{ preview: row.preview, blocks: row.blocks, audience: row.audience, version: row.version },
    // Makes picture URLs relative: the admin only loads from its own host, which may not be publicUrl.
    html: html.replaceAll(`src="${shop.config.publicUrl}/`, 'src="/'),
    missing: row.state === 'draft' || row.state === 'scheduled' ? await missingOf(shop, row) : [],
    bounces,
  }
}

/** What keeps the letter from being sent, in sentences: its text, its links, and what the law requires. */
export async function missingOf(shop: Shop, row: Row): Promise<string[]> {
  const missing = missingIn(row)
  if (shop.config.postalAddress.trim() === '')
    missing.push('The law asks for your postal address in every letter. Add it under Settings.')
  const slugs = row.blocks.flatMap((block) => (block.type === 'belt' && block.slug ? [block.slug] : []))
  if (slugs.length === 0) return missing
  const current = await currentDrop(shop.db)
  const shown = await shop.db
    .select({ slug: products.slug })
    .from(products)
    .where(and(inArray(products.slug, slugs), lte(products.drop, current ?? '')))
  for (const block of row.blocks)
    if (block.type === 'belt' && block.slug && !shown.some(({ slug }) => slug === block.slug))
      missing.push(
        `${block.name} isn’t in the shop yet, so its link would lead nowhere. Show its drop first.`,
      )
  return missing
}

/** Creates a letter for a month, drafted from that month's belts. */
export async function createLetter(
  shop: Shop,
  { month }: AdminInput<'createLetter'>,
  staff: Staff,
): Promise<AdminReply<'createLetter'>> {
  return shop.db.transaction(async (tx) => {
    const id = await draftOfMonth(tx, shop, month, staff.username)
    // If two people create it at once, the second finds the slug taken.
    if (!id) throw new ShopError('taken', 'Someone else just began a letter of this month. Reload the list.')
    await logLetter(tx, shop, staff, { action: 'letter.create', id, after: { month } })
    return { id }
  })
}

/** @throws ShopError 'not_found' */
export async function getLetter(shop: Shop, { letterId }: AdminInput<'getLetter'>): Promise<LetterView> {
  return viewOf(shop, await findLetter(shop.db, letterId))
}

/** How many would get it now, how many not and why. @throws ShopError 'not_found' */
export async function countLetterReaders(
  shop: Shop,
  { letterId }: AdminInput<'countLetterReaders'>,
): Promise<AdminReply<'countLetterReaders'>> {
  const { audience } = await findLetter(shop.db, letterId)
  return countReaders(shop, audience)
}

/** @throws ShopError 'not_found' */
export async function findLetter(
  db: Transaction | Shop['db'],
  letterId: string,
  isHeld = false,
): Promise<Row> {
  const query = db.select().from(letters).where(eq(letters.id, letterId))
  const [row] = isHeld ? await query.for('update') : await query
  if (!row) throw new ShopError('not_found', 'We can’t find that letter. Reload the list.')
  return row
}

type Logged = { action: string; id: string; before?: unknown; after?: unknown }

export const logLetter = (tx: Transaction, shop: Shop, staff: Staff, { id, ...line }: Logged) =>
  audit(tx, staff, shop.now(), { ...line, entity: 'letters', entityId: id })
