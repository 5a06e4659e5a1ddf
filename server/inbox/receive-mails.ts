import { createHash } from 'node:crypto'
import { and, count, eq, gt, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import {
  contactMessages,
  inboundMails,
  mailAttachments,
  mailboxPlaces,
  orders,
  workerLooks,
} from '../../db/schema.ts'
import type { ThreadAside } from '../../domain/admin/inbox-contracts.ts'
import type { FolderPlace, MailSource, RawMail } from '../shop/mailer.ts'
import { type Shop, shopDay } from '../shop/shop.ts'
import { findThread } from './find-thread.ts'
import { asideOf, isProvenByServer } from './judge-mail.ts'
import { attachmentRows, keepAttachments } from './keep-attachments.ts'
import { readApart } from './read-apart.ts'
import type { ReadMail } from './read-mail.ts'
import { beginReading, endReading, forgetReading, takeUpLost } from './readings.ts'
import { mailOfMessageId } from './reply-address.ts'

/** Emails from one address per hour; above this it counts as a machine. */
const mostOfOne = 20
/** The name under which the last look into the mailbox is stored. */
const comingIn = 'mails coming in'

/**
 * Receives every new email into the inbox, once: its place and content are unique, and the folder's position is written
 * after it, so that a process that dies in between reads the email again and finds it stored. Any number of processes may
 * run this.
 */
export async function receiveMails(shop: Shop, source: MailSource): Promise<void> {
  const [known] = await shop.db.select().from(mailboxPlaces).where(eq(mailboxPlaces.folder, source.folder))
  await source.read(known ?? null, async (raw) => {
    await receiveMail(shop, raw)
    if (raw.after) await keepPlace(shop, source.folder, raw.after)
  })
  await takeUpLost(shop)
  const look = { day: shopDay(shop), lookedAt: shop.now() }
  await shop.db
    .insert(workerLooks)
    .values({ part: comingIn, ...look })
    .onConflictDoUpdate({ target: workerLooks.part, set: look })
}

/** When the whole mailbox was last read; null: never. */
export async function mailboxReadAt({ db }: Pick<Shop, 'db'>): Promise<Date | null> {
  const [look] = await db.select().from(workerLooks).where(eq(workerLooks.part, comingIn))
  return look?.lookedAt ?? null
}

async function keepPlace(shop: Shop, folder: string, { validity, uid }: FolderPlace) {
  const place = { validity, uid, readAt: shop.now() }
  await shop.db
    .insert(mailboxPlaces)
    .values({ folder, ...place })
    // Another process may have read further.
    .onConflictDoUpdate({
      target: mailboxPlaces.folder,
      set: place,
      setWhere: sql`${mailboxPlaces.validity} <> ${validity} or ${mailboxPlaces.uid} < ${uid}`,
    })
}

async function receiveMail(shop: Shop, raw: RawMail): Promise<void> {
  if (!(await beginReading(shop, raw))) return
  try {
    const { mail, reason } = await readApart(raw)
    const digest = digestOf(mail)
    await store(shop, raw, { ...mail, digest })
    await keepAttachments(shop, raw, { ...mail, digest })
    await endReading(shop, raw.place, reason)
  } catch (error) {
    // Neither is the email's fault: it comes again at the next look.
    await forgetReading(shop, raw.place)
    throw error
  }
}

const digestOf = (mail: ReadMail) =>
  createHash('sha256')
    .update([mail.messageId, mail.fromEmail, mail.subject, mail.text].join('\n'))
    .digest('hex')

type Digested = ReadMail & { digest: string }

async function store(shop: Shop, raw: RawMail, mail: Digested): Promise<void> {
  const { digest } = mail
  // One of our own emails, back through a rule or a second address: it is already in the outbox.
  if (mailOfMessageId(shop, mail.messageId)) return
  // Letters bounce by the hundred: these are recorded with the letter, not in the inbox.
  if (asideOf(mail, shop.config) === 'bounce') {
    const { recordBounceReport } = await import('./returned-mail.ts')
    if ((await recordBounceReport(shop, mail)) === 'letter') return
  }
  await shop.db.transaction(async (tx) => {
    // If two processes have the same email, the second waits here and then finds it.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`mail ${digest}`}, 0))`)
    const [here] = await tx
      .select({ id: inboundMails.id })
      .from(inboundMails)
      .where(or(eq(inboundMails.place, raw.place), eq(inboundMails.digest, digest)))
      .limit(1)
    if (here) return
    const found = await findThread(tx, shop, mail)
    const verifiedBy = isProvenByServer(mail, shop.config.authservId)
      ? 'server'
      : found.isReply
        ? 'reply'
        : null
    const aside =
      asideOf(mail, shop.config) ?? (await asideBySender(tx, shop, { ...mail, isKnown: verifiedBy !== null }))
    const receivedAt = new Date(Math.min(raw.receivedAt.getTime(), shop.now().getTime()))
    // Anyone may write in a proven sender's name: such an email begins a conversation of its own beside theirs.
    const isForeign = verifiedBy === null && found.threadId !== null && (await isProven(tx, found.threadId))
    const joined = aside === null && !isForeign ? found.threadId : null
    const threadId =
      joined ??
      (await begin(tx, {
        mail,
        aside,
        verifiedBy,
        receivedAt,
        follows: found.follows ?? found.threadId,
        orderNumber: found.orderNumber,
      }))
    if (joined) await goOn(tx, joined, { verifiedBy, receivedAt })
    const [row] = await tx
      .insert(inboundMails)
      .values({
        ...{ messageId: threadId, place: raw.place, digest, rfcId: mail.messageId, verifiedBy, receivedAt },
        ...{ fromName: mail.fromName, fromEmail: mail.fromEmail, asksFor: mail.asksFor, text: mail.text },
        ...{ isFirst: joined === null, createdAt: shop.now() },
      })
      .returning({ id: inboundMails.id })
    if (mail.attachments.length > 0) await tx.insert(mailAttachments).values(attachmentRows(row!.id, mail))
  })
}

type Beginning = {
  mail: ReadMail
  aside: ThreadAside | null
  verifiedBy: string | null
  receivedAt: Date
  follows: string | null
  orderNumber: string | null
}

async function begin(
  tx: Transaction,
  { mail, orderNumber, receivedAt, ...rest }: Beginning,
): Promise<string> {
  const named = orderNumber ?? (await orderNamedIn(tx, mail))
  const [thread] = await tx
    .insert(contactMessages)
    .values({
      ...rest,
      name: mail.fromName || mail.fromEmail.split('@')[0] || 'Somebody',
      email: mail.fromEmail,
      subject: mail.subject,
      message: mail.text,
      origin: 'mail',
      orderNumber: named,
      // Problems with an order get a faster answer (spec §9).
      category: named ? 'order' : null,
      ...{ waitingSince: receivedAt, createdAt: receivedAt },
    })
    .returning({ id: contactMessages.id })
  return thread!.id
}

/** The order number in the email, if such an order exists. */
async function orderNamedIn(tx: Transaction, { subject, text }: ReadMail): Promise<string | null> {
  const [, first, second] =
    /\bBC-?([A-Z0-9]{4})-?([A-Z0-9]{4})\b/i.exec(`${subject}\n${text.slice(0, 5_000)}`) ?? []
  if (!first) return null
  const number = `BC-${first}-${second}`.toUpperCase()
  const [order] = await tx
    .select({ number: orders.orderNumber })
    .from(orders)
    .where(eq(orders.orderNumber, number))
  return order?.number ?? null
}

type Coming = { verifiedBy: string | null; receivedAt: Date }

/** Continues a conversation: it reopens, and if it was answered, the wait starts now. */
async function goOn(tx: Transaction, threadId: string, { verifiedBy, receivedAt }: Coming) {
  const [thread] = await tx
    .select()
    .from(contactMessages)
    .where(eq(contactMessages.id, threadId))
    .for('update')
  if (!thread) throw new Error(`thread ${threadId} is gone`)
  const isWaiting = thread.answeredAt === null && thread.doneAt === null
  await tx
    .update(contactMessages)
    .set({
      ...{ answeredAt: null, doneAt: null, snoozedUntil: null },
      ...(isWaiting ? {} : { waitingSince: receivedAt }),
      verifiedBy: thread.verifiedBy ?? verifiedBy,
      version: thread.version + 1,
    })
    .where(eq(contactMessages.id, threadId))
}

/** Whether our mail server verified the sender of a conversation's emails so far. */
async function isProven(tx: Transaction, threadId: string): Promise<boolean> {
  const proven = and(eq(inboundMails.messageId, threadId), eq(inboundMails.verifiedBy, 'server'))
  return (await tx.$count(inboundMails, proven)) > 0
}

/**
 * Other signs about the sender: marked as spam by the staff, or a machine by how much it sends. Emails that anyone may have
 * forged never count against those that are proven.
 */
async function asideBySender(
  tx: Transaction,
  shop: Shop,
  { fromEmail, isKnown }: { fromEmail: string; isKnown: boolean },
): Promise<ThreadAside | null> {
  // Spam in someone's name must not lock out that person.
  const [spam] = isKnown
    ? []
    : await tx
        .select({ id: contactMessages.id })
        .from(contactMessages)
        .where(
          and(sql`lower(trim(${contactMessages.email})) = ${fromEmail}`, eq(contactMessages.aside, 'spam')),
        )
        .limit(1)
  if (spam) return 'spam'
  const [row] = await tx
    .select({ mails: count() })
    .from(inboundMails)
    .where(
      and(
        eq(inboundMails.fromEmail, fromEmail),
        isKnown ? isNotNull(inboundMails.verifiedBy) : isNull(inboundMails.verifiedBy),
        gt(inboundMails.createdAt, new Date(shop.now().getTime() - 60 * 60_000)),
      ),
    )
  return (row?.mails ?? 0) >= mostOfOne ? 'loop' : null
}
