import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { rowsOf, type Transaction } from '../../db/database.ts'
import { contactMessages, contactReplies, inboundMails, outbox } from '../../db/schema.ts'
import { normalizeEmail } from '../../domain/email.ts'
import { keptSince } from '../../domain/retention.ts'
import type { Shop } from '../shop/shop.ts'
import type { ReadMail } from './read-mail.ts'
import { mailOfMessageId, mailOfReplyAddress } from './reply-address.ts'

type Found = {
  /** the conversation the email continues */
  threadId: string | null
  /** the conversation it answers from a different address */
  follows: string | null
  /** it answers an email we sent to this very address, whose content only its reader has seen */
  isReply: boolean
  /** of the order the answered email was about */
  orderNumber: string | null
}

/**
 * Finds what an email answers: by the address it was sent to, which names an email of ours and is signed; by the Message-IDs
 * it refers to, if they are ours or of an earlier email of theirs. It only joins a conversation with its own address:
 * someone who got a forwarded email starts a new one, or they could write in the first person's name.
 */
export async function findThread(
  tx: Transaction,
  shop: Shop,
  mail: Pick<ReadMail, 'answers' | 'sentTo' | 'fromEmail'>,
): Promise<Found> {
  const answered = await answeredMail(tx, shop, mail)
  const isReply = answered !== null && answered.recipient === mail.fromEmail
  const threadId =
    (answered && (await threadOfOurs(tx, answered))) ?? (await threadOfTheirs(tx, mail.answers))
  const thread = threadId ? await emailOf(tx, threadId) : null
  const isTheirs = thread === mail.fromEmail && mail.fromEmail !== ''
  return {
    threadId: isTheirs ? threadId : null,
    follows: thread !== null && !isTheirs ? threadId : null,
    isReply,
    orderNumber: isReply && answered ? await orderOf(tx, answered.subjectId.slice(0, 36)) : null,
  }
}

async function answeredMail(tx: Transaction, shop: Shop, mail: Pick<ReadMail, 'answers' | 'sentTo'>) {
  const bySignature = await Promise.all(mail.sentTo.map((address) => mailOfReplyAddress(shop, address)))
  const ids = [...bySignature, ...mail.answers.map((id) => mailOfMessageId(shop, id))].filter(
    (id) => id !== null,
  )
  if (ids.length === 0) return null
  const rows = await tx.select().from(outbox).where(inArray(outbox.id, ids))
  return ids.map((id) => rows.find((row) => row.id === id)).find((row) => row !== undefined) ?? null
}

/** The conversation an email of ours belongs to, unless it's set aside: no one would see what joins it. */
async function threadOfOurs(tx: Transaction, { kind, subjectId }: typeof outbox.$inferSelect) {
  const isForm = kind === 'contact-acknowledgement' || kind === 'contact-to-support'
  if (!isForm && kind !== 'contact-answer') return null
  const [thread] = await tx
    .select({ id: contactMessages.id })
    .from(contactMessages)
    .leftJoin(contactReplies, eq(contactReplies.messageId, contactMessages.id))
    .where(and(eq(isForm ? contactMessages.id : contactReplies.id, subjectId), isNull(contactMessages.aside)))
    .limit(1)
  return thread?.id ?? null
}

async function threadOfTheirs(tx: Transaction, answers: string[]): Promise<string | null> {
  if (answers.length === 0) return null
  const [row] = await tx
    .select({ id: inboundMails.messageId })
    .from(inboundMails)
    .innerJoin(contactMessages, eq(contactMessages.id, inboundMails.messageId))
    .where(
      and(
        inArray(inboundMails.rfcId, answers),
        sql`${inboundMails.rfcId} <> ''`,
        sql`${contactMessages.aside} is null`,
      ),
    )
    .orderBy(desc(inboundMails.createdAt))
    .limit(1)
  return row?.id ?? null
}

async function emailOf(tx: Transaction, threadId: string): Promise<string | null> {
  const [thread] = await tx
    .select({ email: contactMessages.email })
    .from(contactMessages)
    .where(eq(contactMessages.id, threadId))
  return thread ? normalizeEmail(thread.email) : null
}

/** The order number for a row that an email was about, whatever kind of row it is. */
async function orderOf(tx: Transaction, id: string): Promise<string | null> {
  if (!/^[0-9a-f-]{36}$/.test(id)) return null
  const payments = sql`(select membership_id from membership_payments where id = ${id}::uuid
    union all select p.membership_id from refunds r join membership_payments p on p.id = r.payment_id where r.id = ${id}::uuid)`
  const boxes = sql`(select membership_id from boxes where id = ${id}::uuid
    union all select b.membership_id from exchanges e join boxes b on b.id = e.box_id where e.id = ${id}::uuid)`
  const [row] = await rowsOf<{ number: string }>(
    tx,
    sql`select o.order_number as number from orders o where o.id = ${id}::uuid
      union all select o.order_number from memberships m join order_items i on i.id = m.order_item_id join orders o on o.id = i.order_id
        where m.id = ${id}::uuid or m.id in ${payments} or m.id in ${boxes} limit 1`,
  )
  return row?.number ?? null
}

/** Rows per statement. */
const batch = 500

/**
 * Deletes conversations whose last message is too old, with their emails and attachments, and those set aside sooner
 * (domain/retention.ts). Safe in several processes.
 */
export async function pruneThreads(shop: Shop): Promise<void> {
  const [old, asideOld] = [keptSince('messages', shop.now()), keptSince('setAside', shop.now())]
  for (;;) {
    const gone = await rowsOf(
      shop.db,
      sql`delete from contact_messages where id in (
        select c.id from contact_messages c
        where (c.aside is not null and c.waiting_since < ${asideOld.toISOString()}::timestamptz)
          or (c.waiting_since < ${old.toISOString()}::timestamptz and greatest(c.waiting_since, c.answered_at,
              (select max(r.created_at) from contact_replies r where r.message_id = c.id),
              (select max(m.received_at) from inbound_mails m where m.message_id = c.id)) < ${old.toISOString()}::timestamptz)
        limit ${batch}) returning id`,
    )
    if (gone.length < batch) return
  }
}
