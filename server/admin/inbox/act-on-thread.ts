import { and, desc, eq, gt, inArray } from 'drizzle-orm'
import type { Transaction } from '../../../db/database.ts'
import { contactMessages, contactNotes, contactReplies, users } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import { openFields } from '../../../domain/admin/starter-answers.ts'
import { ShopError } from '../../../domain/errors.ts'
import { answerClock } from '../../inbox/answer-clock.ts'
import { enqueueMail } from '../../outbox/enqueue-mail.ts'
import type { Shop } from '../../shop/shop.ts'
import { audit, type Staff } from '../../staff/staff.ts'
import { otherWriter, type ThreadRow } from './messages.ts'

/** Milliseconds within which the same text counts as the same answer: a double click, or a retry after a lost response. */
const sameAnswer = 10 * 60_000

const entity = 'contact_messages'

/**
 * Answers a conversation by email, once, and marks it done.
 * @throws ShopError 'not_found'; 'taken' if something was added since staff read it; 'invalid_body' if a placeholder
 * isn't filled in; 'not_possible' if there's no address
 */
export async function answerMessage(
  shop: Shop,
  input: AdminInput<'answerMessage'>,
  staff: Staff,
): Promise<AdminReply<'answerMessage'>> {
  const now = shop.now()
  const text = input.text.trim()
  const [open] = openFields(text)
  if (open) {
    const sentence = `Fill in {${open}} first, or take it out.`
    throw new ShopError('invalid_body', sentence, { fields: { text: sentence } })
  }
  await shop.db.transaction(async (tx) => {
    const thread = await requireThread(tx, input.messageId)
    if (thread.email.trim() === '') throw new ShopError('not_possible', 'There is no address to answer.')
    const since = new Date(now.getTime() - sameAnswer)
    const [sent] = await tx
      .select({ id: contactReplies.id })
      .from(contactReplies)
      .where(
        and(
          eq(contactReplies.messageId, thread.id),
          eq(contactReplies.text, text),
          gt(contactReplies.createdAt, since),
        ),
      )
    // If a message came in since, and its author has read it, the same words answer that one.
    const isAgain = thread.answeredAt !== null || thread.version !== input.version
    if (sent && isAgain) return
    if (thread.version !== input.version) throw await wasChanged(tx, thread)
    const [reply] = await tx
      .insert(contactReplies)
      .values({ ...by(staff), messageId: thread.id, text, createdAt: now })
      .returning({ id: contactReplies.id })
    await tx
      .update(contactMessages)
      .set({
        ...{ answeredAt: now, doneAt: now, snoozedUntil: null, version: thread.version + 1 },
        ...{ writer: null, writerSeenAt: null, assignee: thread.assignee ?? staff.username },
      })
      .where(eq(contactMessages.id, thread.id))
    await enqueueMail(tx, shop, { kind: 'contact-answer', about: { replyId: reply!.id } })
    await audit(tx, staff, now, {
      ...{ action: 'message.answer', entity, entityId: thread.id },
      after: { replyId: reply!.id },
    })
  })
  shop.wakeWorker()
  return { success: true }
}

const by = ({ userId, username }: Staff) => ({ userId, username })

/** Says what was added between reading and answering. */
async function wasChanged(tx: Transaction, thread: ThreadRow): Promise<ShopError> {
  const [last] = await tx
    .select({ username: contactReplies.username })
    .from(contactReplies)
    .where(eq(contactReplies.messageId, thread.id))
    .orderBy(desc(contactReplies.createdAt))
    .limit(1)
  const what = thread.answeredAt
    ? `${last?.username ?? 'Someone'} has answered this already.`
    : 'Something new came in here.'
  return new ShopError(
    'taken',
    `${what} Your answer hasn’t been sent: read what’s new, then send it or drop it.`,
  )
}

/** Adds a note for other staff. @throws ShopError 'not_found' */
export async function noteMessage(
  shop: Shop,
  input: AdminInput<'noteMessage'>,
  staff: Staff,
): Promise<AdminReply<'noteMessage'>> {
  const now = shop.now()
  await shop.db.transaction(async (tx) => {
    const { id } = await requireThread(tx, input.messageId)
    await tx
      .insert(contactNotes)
      .values({ ...by(staff), messageId: id, text: input.text.trim(), createdAt: now })
    await audit(tx, staff, now, { action: 'message.note', entity, entityId: id })
  })
  return { success: true }
}

/**
 * Marks a conversation done or reopens it, assigns it, snoozes it, sets it aside, or confirms the sender's identity.
 * @throws ShopError 'not_found', 'not_possible' to snooze past the promised time, 'invalid_body' for unknown staff
 */
export async function changeMessage(
  shop: Shop,
  { messageId, ...wish }: AdminInput<'changeMessage'>,
  staff: Staff,
): Promise<AdminReply<'changeMessage'>> {
  const now = shop.now()
  const dueAt = await answerClock(shop)
  await shop.db.transaction(async (tx) => {
    const thread = await requireThread(tx, messageId)
    const set: Partial<ThreadRow> = {}
    const did: string[] = []
    if (wish.done !== undefined && wish.done !== (thread.doneAt !== null)) {
      Object.assign(set, { doneAt: wish.done ? now : null, snoozedUntil: null })
      did.push(wish.done ? 'done' : 'reopen')
    }
    if (wish.assignee !== undefined && wish.assignee !== thread.assignee) {
      if (wish.assignee !== null) await requireStaff(tx, wish.assignee)
      set.assignee = wish.assignee
      did.push('assign')
    }
    if (wish.snoozedUntil !== undefined) {
      set.snoozedUntil =
        wish.snoozedUntil === null
          ? null
          : restsUntil(shop, thread, new Date(wish.snoozedUntil), dueAt(thread))
      set.doneAt = null
      did.push('snooze')
    }
    if (wish.isSpam !== undefined && wish.isSpam !== (thread.aside === 'spam')) {
      Object.assign(set, { aside: wish.isSpam ? 'spam' : null, doneAt: null })
      did.push(wish.isSpam ? 'spam' : 'no-spam')
    }
    if (wish.isThem && thread.verifiedBy === null) {
      set.verifiedBy = 'staff'
      did.push('is-them')
    }
    if (did.length === 0) return
    await tx.update(contactMessages).set(set).where(eq(contactMessages.id, thread.id))
    for (const each of did)
      await audit(tx, staff, now, {
        ...{ action: `message.${each}`, entity, entityId: thread.id },
        after: each === 'assign' ? { assignee: set.assignee } : null,
      })
  })
  return { success: true }
}

/** How long to snooze: an unanswered conversation never past the time we promised an answer by. */
function restsUntil(shop: Shop, thread: ThreadRow, until: Date, dueAt: Date): Date {
  if (thread.answeredAt !== null || thread.aside !== null) return until
  if (dueAt <= shop.now())
    throw new ShopError('not_possible', 'We’re past the hour we promised. Answer it first.')
  return until < dueAt ? until : dueAt
}

/** Records that staff is writing an answer, or stopped. @throws ShopError 'not_found' */
export async function writeAnswer(
  shop: Shop,
  { messageId, isWriting }: AdminInput<'writeAnswer'>,
  { username }: Staff,
): Promise<AdminReply<'writeAnswer'>> {
  const now = shop.now()
  return shop.db.transaction(async (tx) => {
    const thread = await requireThread(tx, messageId)
    const other = otherWriter(shop, thread, username)
    // Whoever started first stays the writer until they stop.
    if (other === null && (isWriting || thread.writer === username)) {
      const pen = isWriting ? { writer: username, writerSeenAt: now } : { writer: null, writerSeenAt: null }
      await tx.update(contactMessages).set(pen).where(eq(contactMessages.id, messageId))
    }
    return { writer: other, version: thread.version }
  })
}

async function requireStaff(tx: Transaction, username: string) {
  const [user] = await tx
    .select({ id: users.id, disabledAt: users.disabledAt })
    .from(users)
    .where(and(eq(users.username, username), inArray(users.role, ['owner', 'support'])))
  if (!user || user.disabledAt)
    throw new ShopError('invalid_body', 'No one by that name works here.', {
      fields: { assignee: 'No one by that name works here.' },
    })
}

/** Locks the conversation until the transaction ends. @throws ShopError 'not_found' */
async function requireThread(tx: Transaction, id: string): Promise<ThreadRow> {
  const [thread] = await tx.select().from(contactMessages).where(eq(contactMessages.id, id)).for('update')
  if (!thread) throw new ShopError('not_found', 'We can’t find that message. Reload the page.')
  return thread
}
