import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import {
  contactMessages,
  contactNotes,
  contactReplies,
  inboundMails,
  mailAttachments,
  outbox,
  users,
} from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import type { Download } from '../../../domain/contract.ts'
import { normalizeEmail } from '../../../domain/email.ts'
import { ShopError } from '../../../domain/errors.ts'
import { answerClock } from '../../inbox/answer-clock.ts'
import { isKept, readPieces } from '../../inbox/keep-attachments.ts'
import type { Shop } from '../../shop/shop.ts'
import type { Staff } from '../../staff/staff.ts'
import { type ThreadRow, threadRows } from './messages.ts'
import { fieldsOf, readThreadContext } from './thread-context.ts'

type Thread = AdminReply<'getMessage'>
type Entry = Thread['entries'][number]

/**
 * A conversation with everything said in it. Adds what we know of the sender's account only if their identity is
 * verified: anyone can type any address into a form or a From line.
 * @throws ShopError 'not_found'
 */
export async function getMessage(
  shop: Shop,
  { messageId }: AdminInput<'getMessage'>,
  staff: Pick<Staff, 'username'>,
): Promise<Thread> {
  const [thread] = await shop.db.select().from(contactMessages).where(eq(contactMessages.id, messageId))
  if (!thread) throw new ShopError('not_found', 'We can’t find that message. Reload the page.')
  const [row] = await threadRows(shop, [thread], { dueAt: await answerClock(shop), reader: staff.username })
  const isKnown = thread.verifiedBy !== null && thread.email.trim() !== ''
  const beside = isKnown ? await readThreadContext(shop, normalizeEmail(thread.email)) : null
  const entries = [
    ...(await cameIn(shop, thread)),
    ...(await wentOut(shop, thread)),
    ...(await notes(shop, thread)),
  ]
  return {
    ...row!,
    ...{ version: thread.version, follows: thread.follows },
    entries: entries.sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0)),
    ...{ beside, colleagues: await colleagues(shop) },
    fields: fieldsOf(
      shop,
      { name: thread.name, orderNumber: thread.orderNumber, me: staff.username },
      beside,
    ),
  }
}

/** Staff who can answer messages. */
async function colleagues(shop: Shop): Promise<string[]> {
  const rows = await shop.db
    .select({ username: users.username })
    .from(users)
    .where(and(inArray(users.role, ['owner', 'support']), eq(users.isAdmin, true), isNull(users.disabledAt)))
    .orderBy(asc(users.username))
  return rows.map(({ username }) => username)
}

const said = { isVerified: false, asksFor: null, attachments: [], sentAt: null, problem: null }

async function cameIn(shop: Shop, thread: ThreadRow): Promise<Entry[]> {
  const mails = await shop.db
    .select()
    .from(inboundMails)
    .where(eq(inboundMails.messageId, thread.id))
    .orderBy(asc(inboundMails.createdAt))
  const ids = mails.map(({ id }) => id)
  const { id, mailId, name, size, type } = mailAttachments
  const files =
    ids.length === 0
      ? []
      : await shop.db
          .select({
            id,
            mailId,
            name,
            size,
            type,
            isKept,
          })
          .from(mailAttachments)
          .where(inArray(mailId, ids))
          .orderBy(asc(name))
  const entries: Entry[] = mails.map((mail) => ({
    ...said,
    ...{ id: mail.id, kind: 'in', who: mail.fromName || thread.name, text: mail.text },
    ...{ at: mail.receivedAt.toISOString(), isVerified: mail.verifiedBy !== null, asksFor: mail.asksFor },
    attachments: files
      .filter((file) => file.mailId === mail.id)
      .map((file) => ({ id: file.id, name: file.name, bytes: file.size, isKept: file.isKept })),
  }))
  if (mails.some(({ isFirst }) => isFirst)) return entries
  const first: Entry = {
    ...said,
    ...{
      id: thread.id,
      kind: 'in',
      who: thread.name,
      at: thread.createdAt.toISOString(),
      text: thread.message,
    },
    isVerified: thread.verifiedBy === 'order',
  }
  return [first, ...entries]
}

async function wentOut(shop: Shop, thread: ThreadRow): Promise<Entry[]> {
  const rows = await shop.db
    .select({ reply: contactReplies, mail: outbox })
    .from(contactReplies)
    .leftJoin(
      outbox,
      and(
        eq(outbox.kind, 'contact-answer'),
        eq(outbox.copy, 0),
        sql`${outbox.subjectId} = ${contactReplies.id}::text`,
      ),
    )
    .where(eq(contactReplies.messageId, thread.id))
  return rows.map(({ reply, mail }) => ({
    ...said,
    ...{
      id: reply.id,
      kind: 'out',
      who: reply.username,
      at: reply.createdAt.toISOString(),
      text: reply.text,
    },
    sentAt: mail?.droppedBecause === null ? (mail.sentAt?.toISOString() ?? null) : null,
    problem: mail?.droppedBecause ?? mail?.lastError ?? null,
  }))
}

async function notes(shop: Shop, thread: ThreadRow): Promise<Entry[]> {
  const rows = await shop.db.select().from(contactNotes).where(eq(contactNotes.messageId, thread.id))
  return rows.map(({ id, username, text, createdAt }) => ({
    ...said,
    ...{ id, kind: 'note', who: username, at: createdAt.toISOString(), text },
  }))
}

/** An email attachment, as a download only: none of it is ever shown in a page. @throws ShopError 'not_found' */
export async function downloadAttachment(
  shop: Shop,
  { attachmentId }: AdminInput<'downloadAttachment'>,
): Promise<Download> {
  const isIt = and(eq(mailAttachments.id, attachmentId), isKept)
  const [file] = await shop.db.select().from(mailAttachments).where(isIt)
  if (!file?.type)
    throw new ShopError('not_found', 'We didn’t keep this file. Open the email in your mailbox.')
  const content = file.content ?? readPieces(shop, attachmentId)
  return { fileName: file.name, contentType: file.type, content }
}
