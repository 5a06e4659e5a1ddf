import { and, asc, desc, eq, gt, ilike, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '../../../db/database.ts'
import { contactMessages, contactReplies, orders, outbox } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import { isToldEmails } from '../../../domain/admin/hidden-fields.ts'
import { answerDueAt, type ContactCategory } from '../../../domain/contact.ts'
import { ShopError } from '../../../domain/errors.ts'
import type { Shop } from '../../shop/shop.ts'
import { audit } from '../../staff/audit.ts'
import type { Staff } from '../../staff/staff.ts'
import { findHolidays } from '../find-holidays.ts'

/** Milliseconds in which the same words are one answer: a button pressed twice, or a lost reply that is tried again. */
const sameAnswer = 10 * 60_000

/** Answers a message by mail, once, and puts it away. @throws ShopError 'not_found' */
export async function answerMessage(
  shop: Shop,
  input: AdminInput<'answerMessage'>,
  staff: Staff,
): Promise<AdminReply<'answerMessage'>> {
  const now = shop.now()
  await shop.db.transaction(async (tx) => {
    await requireMessage(tx, input.messageId)
    const text = input.text.trim()
    const [sent] = await tx
      .select({ id: contactReplies.id })
      .from(contactReplies)
      .where(
        and(
          eq(contactReplies.messageId, input.messageId),
          eq(contactReplies.text, text),
          gt(contactReplies.createdAt, new Date(now.getTime() - sameAnswer)),
        ),
      )
    if (sent) return
    const [reply] = await tx
      .insert(contactReplies)
      .values({
        messageId: input.messageId,
        userId: staff.userId,
        username: staff.username,
        text,
        createdAt: now,
      })
      .returning({ id: contactReplies.id })
    await tx
      .update(contactMessages)
      .set({ answeredAt: now, doneAt: now })
      .where(eq(contactMessages.id, input.messageId))
    await tx
      .insert(outbox)
      .values({ kind: 'contact-answer', subjectId: reply!.id, runAt: now, createdAt: now })
    await audit(tx, staff, now, {
      action: 'message.answer',
      entity: 'contact_messages',
      entityId: input.messageId,
      after: { replyId: reply!.id },
    })
  })
  shop.wakeWorker()
  return { success: true }
}

const rows = 30

type Row = typeof contactMessages.$inferSelect
type Waiting = Pick<Row, 'createdAt' | 'category' | 'answeredAt' | 'doneAt'>

/** What people wrote: the open ones oldest first, because they wait; the others newest first. */
export async function listMessages(
  shop: Shop,
  input: AdminInput<'listMessages'>,
  { role }: Pick<Staff, 'role'>,
): Promise<AdminReply<'listMessages'>> {
  const limit = input.limit ?? rows
  const isOldestFirst = input.state === 'open'
  const found = await shop.db
    .select()
    .from(contactMessages)
    .where(and(...filters(input, role), input.cursor ? after(input.cursor, isOldestFirst) : undefined))
    .orderBy(
      ...(isOldestFirst
        ? [asc(contactMessages.createdAt), asc(contactMessages.id)]
        : [desc(contactMessages.createdAt), desc(contactMessages.id)]),
    )
    .limit(limit + 1)
  const page = found.slice(0, limit)
  const dueAt = await clock(shop)
  return {
    messages: await withReplies(shop, page, dueAt),
    ...(await countOpenMessages(shop, dueAt)),
    nextCursor: found.length > limit ? page.at(-1)!.id : null,
  }
}

/** How many wait, and how many longer than was promised. */
export async function countOpenMessages(shop: Shop, known?: Clock): Promise<{ open: number; late: number }> {
  const dueAt = known ?? (await clock(shop))
  const { createdAt, category, answeredAt, doneAt } = contactMessages
  const open = await shop.db
    .select({ createdAt, category, answeredAt, doneAt })
    .from(contactMessages)
    .where(isNull(doneAt))
  return { open: open.length, late: open.filter((each) => isLate(shop, each, dueAt)).length }
}

function filters(
  { state, category, search }: AdminInput<'listMessages'>,
  role: Staff['role'],
): (SQL | undefined)[] {
  const like = `%${(search ?? '').trim().replace(/[\\%_]/g, '\\$&')}%`
  return [
    state === 'open' ? isNull(contactMessages.doneAt) : undefined,
    state === 'done' ? isNotNull(contactMessages.doneAt) : undefined,
    category ? eq(contactMessages.category, category) : undefined,
    search?.trim()
      ? or(
          ilike(contactMessages.name, like),
          isToldEmails(role) ? ilike(contactMessages.email, like) : undefined,
          ilike(contactMessages.subject, like),
          ilike(contactMessages.orderNumber, like),
        )
      : undefined,
  ]
}

// The row itself is the place in the list: its instant is finer than a JavaScript date.
function after(id: string, isOldestFirst: boolean): SQL {
  const place = sql`(select ${contactMessages.createdAt}, ${contactMessages.id} from ${contactMessages} where ${contactMessages.id} = ${id}::uuid)`
  const here = sql`(${contactMessages.createdAt}, ${contactMessages.id})`
  return isOldestFirst ? sql`${here} > ${place}` : sql`${here} < ${place}`
}

type Clock = (row: Waiting) => Date

async function clock(shop: Shop): Promise<Clock> {
  const holidays = await findHolidays(shop)
  return (row) =>
    answerDueAt(
      { createdAt: row.createdAt, category: (row.category ?? '') as ContactCategory | '' },
      holidays,
      shop.config.timeZone,
    )
}

function isLate(shop: Shop, row: Waiting, dueAt: Clock): boolean {
  return row.answeredAt === null && row.doneAt === null && dueAt(row) < shop.now()
}

async function withReplies(shop: Shop, page: Row[], dueAt: Clock) {
  const ids = page.map((row) => row.id)
  const numbers = page.flatMap((row) => (row.orderNumber ? [row.orderNumber.toUpperCase()] : []))
  const replies = ids.length
    ? await shop.db
        .select()
        .from(contactReplies)
        .where(inArray(contactReplies.messageId, ids))
        .orderBy(contactReplies.createdAt)
    : []
  const known = numbers.length
    ? await shop.db
        .select({ id: orders.id, number: orders.orderNumber })
        .from(orders)
        .where(inArray(orders.orderNumber, numbers))
    : []
  return page.map((row) => ({
    ...row,
    category: row.category as ContactCategory | null,
    orderId: known.find(({ number }) => number === row.orderNumber?.toUpperCase())?.id ?? null,
    createdAt: row.createdAt.toISOString(),
    dueAt: dueAt(row).toISOString(),
    isLate: isLate(shop, row, dueAt),
    answeredAt: row.answeredAt?.toISOString() ?? null,
    doneAt: row.doneAt?.toISOString() ?? null,
    replies: replies
      .filter((reply) => reply.messageId === row.id)
      .map(({ id, username, text, createdAt }) => ({
        id,
        username,
        text,
        createdAt: createdAt.toISOString(),
      })),
  }))
}

/** Puts a message away, or takes it up again. @throws ShopError 'not_found' */
export async function setMessageDone(
  shop: Shop,
  { messageId, done }: AdminInput<'setMessageDone'>,
  staff: Staff,
): Promise<AdminReply<'setMessageDone'>> {
  const now = shop.now()
  await shop.db.transaction(async (tx) => {
    const message = await requireMessage(tx, messageId)
    if ((message.doneAt !== null) === done) return
    await tx
      .update(contactMessages)
      .set({ doneAt: done ? now : null })
      .where(eq(contactMessages.id, messageId))
    await audit(tx, staff, now, {
      action: done ? 'message.done' : 'message.reopen',
      entity: 'contact_messages',
      entityId: messageId,
      before: { done: !done },
      after: { done },
    })
  })
  return { success: true }
}

/** The message, held until the transaction ends. @throws ShopError 'not_found' */
async function requireMessage(tx: Transaction, id: string) {
  const [message] = await tx.select().from(contactMessages).where(eq(contactMessages.id, id)).for('update')
  if (!message) throw new ShopError('not_found', 'There is no such message. Load the page again.')
  return message
}
