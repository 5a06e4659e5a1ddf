import { and, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { builtOnce, prepareParts } from '../../db/built-once.ts'
import { rowsOf, type Transaction } from '../../db/database.ts'
import { keptMails, outbox } from '../../db/schema.ts'
import type { MailKind } from '../../domain/mail-subjects.ts'
import { keptSince } from '../../domain/retention.ts'
import { namesMailbox } from '../members/member.ts'
import type { MailContent } from '../shop/mailer.ts'
import type { Shop } from '../shop/shop.ts'

/** Characters kept of a mail server's answer. */
const longestAnswer = 500

/**
 * Marks an email as sent and archives it as it was, in one statement: the admin shows what its reader got, whatever has
 * changed since (docs/decisions/058). One that was settled meanwhile stays as it is: its reader had their data deleted.
 */
export async function archiveMail(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  mailId: string,
  { mail, answer, recipient }: { mail: MailContent; answer: string; recipient: string },
) {
  await archiveOnce(db).execute({
    mailId,
    recipient,
    sentAt: now().toISOString(),
    answer: answer.replaceAll('\0', '').slice(0, longestAnswer),
    subject: redactSecrets(mail.subject),
    text: redactSecrets(mail.text),
    html: redactSecrets(mail.html),
  })
}

const archiveOnce = builtOnce((db) => {
  const value = sql.placeholder
  const sent = sql`update ${outbox} set sent_at = ${value('sentAt')}::timestamptz, recipient = ${value('recipient')}, last_error = null
    where id = ${value('mailId')} and sent_at is null returning id, sent_at`
  const kept = sql`insert into ${keptMails} (mail_id, sent_at, answer, subject, text, html)
    select id, sent_at, ${value('answer')}::text, ${value('subject')}::text, ${value('text')}::text, ${value('html')}::text from sent
    on conflict (mail_id) do update set sent_at = excluded.sent_at, answer = excluded.answer, subject = excluded.subject,
      text = excluded.text, html = excluded.html`
  return prepareParts(db, { sent, kept }, 'sent')
})

/** Replaces secrets in an archived email. */
const secretRemoved = '(secret-removed)'

const address = /https?:\/\/[^\s"'<>]+/g
/** A possible token: long, made of its characters, and not all digits, as carriers' numbers are. */
const token = /(?=[\w-]*[A-Za-z_-])[\w-]{20,}/g
const rowId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** Paths that are public, or that only staff can open. */
const openFolders = /^https?:\/\/[^/]+\/(pictures|uploaded|admin)\//

/**
 * An email's text or HTML with the tokens in its links removed: whoever reads it in the admin, or steals a backup, gets no
 * access to anyone's page. Tokens are recognized by length, so new kinds of links are covered too.
 */
export function redactSecrets(body: string): string {
  return body.replace(address, (link) => {
    if (openFolders.test(link)) return link
    const [, origin = '', rest = ''] = /^(https?:\/\/[^/?#]+)(.*)$/s.exec(link) ?? []
    return origin + rest.replace(token, (part) => (rowId.test(part) ? part : secretRemoved))
  })
}

/** Deletes the content of old emails; that they were sent, when and to whom, stays. Safe in several processes at once. */
export async function pruneMailArchive(shop: Shop) {
  const before = keptSince('mails', shop.now())
  await shop.db
    .update(keptMails)
    .set({ ...nothing, goneBecause: 'old' })
    .where(and(isNull(keptMails.goneBecause), lt(keptMails.sentAt, before)))
}

const nothing = { subject: null, text: null, html: null }

/** The kinds of emails to the shop itself: its address may have been another one when they were sent. */
const toShop: MailKind[] = [
  'contact-to-support',
  'cancelled-at-provider',
  'payment-differs',
  'price-differs',
  'dispute',
  'dispute-due',
  'fraud-warning',
  'refund-stuck',
  'payment-without-order',
  'payments-refused',
  'promises-due',
  'shop-alarm',
]

/**
 * Removes a person from the archived emails: those sent to them, those about their orders regardless of reader, and those to
 * the shop, or to a member who had staff do something, that contain their address.
 * @param about ids of their orders, memberships and messages
 */
export async function deleteArchivedMails(tx: Transaction, email: string, about: string[]) {
  // An email's subject id begins with the id of the row it is about.
  const given = sql`(select value::uuid from jsonb_array_elements_text(${JSON.stringify(about)}::jsonb))`
  const rows = await rowsOf<{ id: string }>(
    tx,
    sql`select value::text as id from ${given} given
    union select p.id::text from membership_payments p where p.membership_id in ${given}
    union select r.id::text from refunds r join membership_payments p on p.id = r.payment_id where p.membership_id in ${given}
    union select b.id::text from boxes b where b.membership_id in ${given}
    union select e.id::text from exchanges e join boxes b on b.id = e.box_id where b.membership_id in ${given}`,
  )
  const isAbout = inArray(
    sql`left(${outbox.subjectId}, 36)`,
    rows.map(({ id }) => id),
  )
  const naming = and(inArray(outbox.kind, [...toShop, 'done-for-you']), namesMailbox(keptMails.text, email))
  // One after the other: each finds its rows by an index, and together they would read the whole outbox.
  for (const isTheirs of [eq(outbox.recipient, email), isAbout, naming])
    await tx
      .update(keptMails)
      .set({ ...nothing, goneBecause: 'deleted' })
      .from(outbox)
      .where(and(eq(keptMails.mailId, outbox.id), isNull(keptMails.goneBecause), isTheirs))
  await tx
    .update(outbox)
    .set({ payload: {} })
    .where(
      and(
        eq(outbox.kind, 'done-for-you'),
        isNotNull(outbox.sentAt),
        namesMailbox(sql`${outbox.payload}::text`, email),
      ),
    )
  // A mail server's words name its mailbox.
  await tx.update(outbox).set({ recipient: null, lastError: null }).where(eq(outbox.recipient, email))
}
