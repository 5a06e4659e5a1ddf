import { and, desc, eq, inArray, lte, sql } from 'drizzle-orm'
import type { Transaction } from '../../../db/database.ts'
import { letterState } from '../../../db/schema/states.ts'
import { auditLog, letterReaders, letters, outbox, products } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import { missingIn } from '../../../domain/admin/letter-blocks.ts'
import type { LetterSummary, LetterView } from '../../../domain/admin/letter-contracts.ts'
import { calendarDateOfIso, instantAt } from '../../../domain/calendar-date.ts'
import { isEmail, normaliseEmail } from '../../../domain/email.ts'
import { ShopError } from '../../../domain/errors.ts'
import { currentDrop } from '../../catalog/current-drop.ts'
import { renderLetter } from '../../emails/letter.tsx'
import { draftOfMonth } from '../../letters/draft-letter.ts'
import { countReaders } from '../../letters/letter-readers.ts'
import { letterFigures } from '../../letters/send-letters.ts'
import type { Shop } from '../../shop/shop.ts'
import { audit } from '../../staff/audit.ts'
import type { Staff } from '../../staff/staff.ts'

const rows = 30
/** Addresses that bounced which a letter's page names. */
const mostNamed = 50
/** Milliseconds within which what one person saves is one line of the audit log. */
const oneSitting = 60 * 60_000

type Row = typeof letters.$inferSelect

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
    // Once the readers are no longer kept, as they were counted before.
    figures: row.figures ? { ...figures!, ...row.figures } : figures,
  }
}

async function viewOf(shop: Shop, row: Row): Promise<LetterView> {
  const bounces = await shop.db
    .select({ email: letterReaders.email, problem: letterReaders.problem })
    .from(letterReaders)
    .where(and(eq(letterReaders.letterId, row.id), eq(letterReaders.state, 'bounced')))
    .orderBy(desc(letterReaders.sentAt))
    .limit(mostNamed)
  const unsubscribe = `${shop.config.publicUrl}/newsletter/unsubscribe/test`
  const { html } = renderLetter(shop.config, { ...row, unsubscribe })
  return {
    ...(await summaryOf(shop, row)),
    ...{ preview: row.preview, blocks: row.blocks, audience: row.audience, version: row.version },
    // The desk shows only what comes from where it is open itself, under whatever host that is.
    html: html.replaceAll(`src="${shop.config.publicUrl}/`, 'src="/'),
    missing: row.state === 'draft' || row.state === 'scheduled' ? await missingOf(shop, row) : [],
    bounces,
  }
}

/** What keeps it from leaving, in sentences: its words, its links, and what the law asks for. */
async function missingOf(shop: Shop, row: Row): Promise<string[]> {
  const missing = missingIn(row)
  if (shop.config.postalAddress.trim() === '')
    missing.push('The law asks for your postal address in every letter. Start the shop with POSTAL_ADDRESS.')
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

/** A letter of a month, drafted from its belts. */
export async function createLetter(
  shop: Shop,
  { month }: AdminInput<'createLetter'>,
  staff: Staff,
): Promise<AdminReply<'createLetter'>> {
  return shop.db.transaction(async (tx) => {
    const id = await draftOfMonth(tx, shop, month, staff.username)
    // Two at once: the second finds its address taken.
    if (!id)
      throw new ShopError('taken', 'Someone else just began a letter of this month. Load the list again.')
    await log(tx, shop, staff, { action: 'letter.create', id, after: { month } })
    return { id }
  })
}

/** @throws ShopError 'not_found' */
export async function getLetter(shop: Shop, { letterId }: AdminInput<'getLetter'>): Promise<LetterView> {
  return viewOf(shop, await find(shop.db, letterId))
}

/** Who it would go to now, and who not and why. @throws ShopError 'not_found' */
export async function countLetterReaders(
  shop: Shop,
  { letterId }: AdminInput<'countLetterReaders'>,
): Promise<AdminReply<'countLetterReaders'>> {
  const { audience } = await find(shop.db, letterId)
  return countReaders(shop, audience)
}

/**
 * Saves what is written, or changes how far it is.
 * @throws ShopError 'not_found', 'taken' where somebody saved it meanwhile, 'not_possible' once it's being sent
 */
export async function updateLetter(
  shop: Shop,
  { letterId, version, state, ...written }: AdminInput<'updateLetter'>,
  staff: Staff,
): Promise<LetterView> {
  const now = shop.now()
  const row = await shop.db.transaction(async (tx) => {
    const letter = await find(tx, letterId, true)
    if (state) return changeState(tx, shop, staff, { letter, state })
    if (letter.version !== version)
      throw new ShopError(
        'taken',
        'Someone else changed this letter meanwhile. Nothing of yours is lost: copy what you wrote, then load the page again.',
      )
    if (letter.state !== 'draft')
      throw new ShopError(
        'not_possible',
        letter.state === 'scheduled'
          ? 'This letter is scheduled. Take it back from its day to change it.'
          : 'This letter has left, so it can’t be changed.',
      )
    const [saved] = await tx
      .update(letters)
      .set({ ...written, version: version + 1, updatedAt: now, stoppedBecause: null })
      .where(eq(letters.id, letterId))
      .returning()
    if (!(await wasLogged(tx, shop, staff, letterId)))
      await log(tx, shop, staff, {
        action: 'letter.update',
        id: letterId,
        after: { subject: saved!.subject },
      })
    return saved!
  })
  return viewOf(shop, row)
}

const refusals = {
  draft: 'It’s on its way already. Stop it instead.',
  stopped: 'It isn’t being sent, so there’s nothing to stop.',
  ended: 'Stop it first. Then you can give it up.',
}

async function changeState(
  tx: Transaction,
  shop: Shop,
  staff: Staff,
  { letter, state }: { letter: Row; state: 'draft' | 'stopped' | 'ended' },
): Promise<Row> {
  if (letter.state === state) return letter
  const from = { draft: 'scheduled', stopped: 'sending', ended: 'stopped' } as const
  if (letter.state !== from[state]) throw new ShopError('not_possible', refusals[state])
  const [row] = await tx
    .update(letters)
    .set({
      state: letterState.to(state, letters.state),
      ...(state === 'draft' ? { sendAt: null } : {}),
      ...(state === 'stopped' ? { stoppedBecause: `${staff.username} stopped it.` } : {}),
      ...(state === 'ended' ? { finishedAt: shop.now() } : {}),
    })
    .where(eq(letters.id, letter.id))
    .returning()
  const action = { draft: 'letter.unschedule', stopped: 'letter.stop', ended: 'letter.end' }[state]
  await log(tx, shop, staff, { action, id: letter.id, before: { state: letter.state }, after: { state } })
  return row!
}

/** Sends it to one address, as it is written by now. @throws ShopError 'not_found', 'invalid_body' */
export async function testLetter(
  shop: Shop,
  { letterId, email }: AdminInput<'testLetter'>,
  staff: Staff,
): Promise<AdminReply<'testLetter'>> {
  if (!isEmail(email)) {
    const sentence = 'Write an email address, such as you@example.com.'
    throw new ShopError('invalid_body', sentence, { fields: { email: sentence } })
  }
  const now = shop.now()
  await shop.db.transaction(async (tx) => {
    await find(tx, letterId, true)
    await tx
      .insert(outbox)
      .values({
        // One a second at most, however often the button is pressed.
        ...{ kind: 'letter-test', subjectId: `${letterId}:${Math.floor(now.getTime() / 1000)}` },
        ...{ payload: { email: normaliseEmail(email) }, runAt: now, createdAt: now },
      })
      .onConflictDoNothing()
    await log(tx, shop, staff, { action: 'letter.test', id: letterId })
  })
  shop.wakeWorker()
  return { success: true }
}

/**
 * Lets it leave, now or at a time; one that is stopped goes on with those who haven't got it, and stops again where as
 * many bounce from there.
 * @throws ShopError 'not_found', 'taken', 'not_possible' with what is missing
 */
export async function sendLetter(
  shop: Shop,
  { letterId, version, at }: AdminInput<'sendLetter'>,
  staff: Staff,
): Promise<LetterView> {
  const now = shop.now()
  const row = await shop.db.transaction(async (tx) => {
    const letter = await find(tx, letterId, true)
    if (letter.state === 'stopped') return goOn(tx, shop, staff, letter)
    if (letter.state !== 'draft' && letter.state !== 'scheduled')
      throw new ShopError('not_possible', 'This letter has left already. Nobody gets it twice.')
    if (letter.version !== version)
      throw new ShopError(
        'taken',
        'Someone else changed this letter meanwhile. Load the page and read it again.',
      )
    const [first, ...others] = await missingOf({ ...shop, db: tx }, letter)
    if (first) throw new ShopError('not_possible', [first, ...others].join(' '))
    const { readers } = await countReaders({ ...shop, db: tx }, letter.audience)
    if (readers === 0)
      throw new ShopError('not_possible', 'Nobody would get it: no one who agreed to letters is chosen.')
    const sendAt = at === null ? now : instantOf(shop, at)
    if (sendAt < now) {
      const sentence = 'That’s in the past. Choose a later time, or send it now.'
      throw new ShopError('invalid_body', sentence, { fields: { at: sentence } })
    }
    const [saved] = await tx
      .update(letters)
      .set({ state: letterState.to('scheduled', letters.state), sendAt, stoppedBecause: null })
      .where(eq(letters.id, letterId))
      .returning()
    await log(tx, shop, staff, {
      action: at === null ? 'letter.send' : 'letter.schedule',
      ...{ id: letterId, after: { subject: letter.subject, sendAt: sendAt.toISOString(), readers } },
    })
    return saved!
  })
  shop.wakeWorker()
  return viewOf(shop, row)
}

async function goOn(tx: Transaction, shop: Shop, staff: Staff, letter: Row): Promise<Row> {
  const { sent, bounced } = await letterFigures(tx, letter.id)
  const [row] = await tx
    .update(letters)
    .set({
      state: letterState.to('sending', letters.state),
      ...{ sentBefore: sent, bouncedBefore: bounced, stoppedBecause: null },
    })
    .where(eq(letters.id, letter.id))
    .returning()
  await log(tx, shop, staff, { action: 'letter.continue', id: letter.id, after: { sent, bounced } })
  return row!
}

/** What the shop's clock shows as an instant. @throws ShopError 'invalid_body' for a day that isn't one */
function instantOf(shop: Shop, at: string): Date {
  const day = calendarDateOfIso(at.slice(0, 10))
  if (!day) {
    const sentence = 'There’s no such day. Choose another one.'
    throw new ShopError('invalid_body', sentence, { fields: { at: sentence } })
  }
  const hour = instantAt(day, Number(at.slice(11, 13)), shop.config.timeZone)
  return new Date(hour.getTime() + Number(at.slice(14, 16)) * 60_000)
}

/** @throws ShopError 'not_found' */
async function find(db: Transaction | Shop['db'], letterId: string, isHeld = false): Promise<Row> {
  const query = db.select().from(letters).where(eq(letters.id, letterId))
  const [row] = isHeld ? await query.for('update') : await query
  if (!row) throw new ShopError('not_found', 'There is no such letter. Load the list again.')
  return row
}

type Logged = { action: string; id: string; before?: unknown; after?: unknown }

const log = (tx: Transaction, shop: Shop, staff: Staff, { id, ...line }: Logged) =>
  audit(tx, staff, shop.now(), { ...line, entity: 'letters', entityId: id })

/** Whether this person's changes are written down already: a letter saves itself while it is written. */
async function wasLogged(tx: Transaction, shop: Shop, staff: Staff, id: string): Promise<boolean> {
  const [last] = await tx
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.entity, 'letters'), eq(auditLog.entityId, id)))
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(1)
  const isTheirs = last?.username === staff.username && last.action === 'letter.update'
  return isTheirs && shop.now().getTime() - last.at.getTime() < oneSitting
}
