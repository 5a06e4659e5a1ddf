import { and, desc, eq, sql } from 'drizzle-orm'
import type { Transaction } from '../../../db/database.ts'
import { letterState } from '../../../db/schema/states.ts'
import { auditLog, letters, users } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import type { LetterView } from '../../../domain/admin/letter-contracts.ts'
import { calendarDateOfIso, instantAt } from '../../../domain/calendar-date.ts'
import { isEmail, normalizeEmail } from '../../../domain/email.ts'
import { ShopError } from '../../../domain/errors.ts'
import { countReaders } from '../../letters/letter-readers.ts'
import { letterFigures } from '../../letters/send-letters.ts'
import { enqueueMail } from '../../outbox/enqueue-mail.ts'
import type { Shop } from '../../shop/shop.ts'
import type { Staff } from '../../staff/staff.ts'
import { findLetter, type LetterRow, logLetter, missingOf, viewOf } from './letters.ts'

/** Milliseconds within which one person's saves become a single audit log entry. */
const oneSitting = 60 * 60_000

/**
 * Saves the letter's content, or changes its state.
 * @throws ShopError 'not_found', 'taken' if someone else saved it meanwhile, 'not_possible' once it's being sent
 */
export async function updateLetter(
  shop: Shop,
  { letterId, version, state, ...written }: AdminInput<'updateLetter'>,
  staff: Staff,
): Promise<LetterView> {
  const now = shop.now()
  const row = await shop.db.transaction(async (tx) => {
    const letter = await findLetter(tx, letterId, true)
    if (state) return changeState(tx, shop, staff, { letter, state })
    if (letter.version !== version)
      throw new ShopError(
        'taken',
        'Someone else changed this letter. Reload the page: your words stay in this tab, and you pick whose to keep.',
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
      await logLetter(tx, shop, staff, {
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
  { letter, state }: { letter: LetterRow; state: 'draft' | 'stopped' | 'ended' },
): Promise<LetterRow> {
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
  await logLetter(tx, shop, staff, {
    action,
    id: letter.id,
    before: { state: letter.state },
    after: { state },
  })
  return row!
}

/** @throws ShopError 'invalid_body' for an address that isn't of the staff: a test isn't a way to write to strangers */
async function requireStaffAddress(tx: Transaction, email: string) {
  const isStaff = sql`lower(${users.email}) = ${normalizeEmail(email)} and ${users.disabledAt} is null`
  if ((await tx.$count(users, isStaff)) > 0) return
  const sentence = 'A test goes to your team only. Use the address of someone on your staff.'
  throw new ShopError('invalid_body', sentence, { fields: { email: sentence } })
}

/** Sends a test of the letter, as it is now, to an address of the staff. @throws ShopError 'not_found', 'invalid_body' */
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
    await findLetter(tx, letterId, true)
    await requireStaffAddress(tx, email)
    await enqueueMail(tx, shop, {
      kind: 'letter-test',
      // The second in the key allows one test per second, however often someone clicks.
      about: { letterId, second: `${Math.floor(now.getTime() / 1000)}` },
      payload: { email: normalizeEmail(email) },
    })
    await logLetter(tx, shop, staff, { action: 'letter.test', id: letterId })
  })
  shop.wakeWorker()
  return { success: true }
}

/**
 * Sends the letter now or schedules it. A stopped letter continues with readers who haven't got it. Bounces are counted
 * anew from there, and too many stop it again.
 * @throws ShopError 'not_found', 'taken', 'invalid_body' for a time in the past, 'not_possible' with what is missing
 */
export async function sendLetter(
  shop: Shop,
  { letterId, version, at }: AdminInput<'sendLetter'>,
  staff: Staff,
): Promise<LetterView> {
  const now = shop.now()
  const row = await shop.db.transaction(async (tx) => {
    const letter = await findLetter(tx, letterId, true)
    if (letter.state === 'stopped') return goOn(tx, shop, staff, letter)
    if (letter.state !== 'draft' && letter.state !== 'scheduled')
      throw new ShopError('not_possible', 'This letter has left already. No one gets it twice.')
    if (letter.version !== version)
      throw new ShopError('taken', 'Someone else changed this letter. Reload the page and read it again.')
    const [first, ...others] = await missingOf({ ...shop, db: tx }, letter)
    if (first) throw new ShopError('not_possible', [first, ...others].join(' '))
    const { readers } = await countReaders({ ...shop, db: tx }, letter.audience)
    if (readers === 0)
      throw new ShopError('not_possible', 'It wouldn’t reach anyone: no one who agreed to letters is chosen.')
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
    await logLetter(tx, shop, staff, {
      action: at === null ? 'letter.send' : 'letter.schedule',
      ...{ id: letterId, after: { subject: letter.subject, sendAt: sendAt.toISOString(), readers } },
    })
    return saved!
  })
  shop.wakeWorker()
  return viewOf(shop, row)
}

async function goOn(tx: Transaction, shop: Shop, staff: Staff, letter: LetterRow): Promise<LetterRow> {
  const { sent, bounced } = await letterFigures(tx, letter.id)
  const [row] = await tx
    .update(letters)
    .set({
      state: letterState.to('sending', letters.state),
      ...{ sentBefore: sent, bouncedBefore: bounced, stoppedBecause: null },
    })
    .where(eq(letters.id, letter.id))
    .returning()
  await logLetter(tx, shop, staff, { action: 'letter.continue', id: letter.id, after: { sent, bounced } })
  return row!
}

/** A time on the shop's clock as an instant. @throws ShopError 'invalid_body' for a day that doesn't exist */
function instantOf(shop: Shop, at: string): Date {
  const day = calendarDateOfIso(at.slice(0, 10))
  if (!day) {
    const sentence = 'There’s no such day. Choose another one.'
    throw new ShopError('invalid_body', sentence, { fields: { at: sentence } })
  }
  const hour = instantAt(day, Number(at.slice(11, 13)), shop.config.timeZone)
  return new Date(hour.getTime() + Number(at.slice(14, 16)) * 60_000)
}

/** Whether this person's edit was logged recently: letters save automatically while someone writes. */
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
