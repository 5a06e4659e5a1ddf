import { and, count, desc, eq, gt, inArray, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { keptMails, orders, outbox } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import type { mailStates } from '../../../domain/admin/mail-contracts.ts'
import { ShopError } from '../../../domain/errors.ts'
import type { MailKind } from '../../../domain/mail-subjects.ts'
import { keptTime } from '../../../domain/term-words.ts'
import { renderers } from '../../emails/renderers.ts'
import { redactSecrets } from '../../outbox/mail-archive.ts'
import type { Shop } from '../../shop/shop.ts'
import { audit, type Staff } from '../../staff/staff.ts'

/** Kinds of email with a link that opens someone's own page: never rendered just for a preview. */
const privateKinds = /^(renewal-failed|magic-link|exchange-link|data-request|email-correction|gift-)/

/**
 * An email as sent, with secret links removed. An email that hasn't gone out, or went out before the shop kept copies, is
 * shown as it would be written now.
 * @throws ShopError 'not_found'
 */
export async function readMail(
  shop: Shop,
  { mailId }: AdminInput<'readMail'>,
): Promise<AdminReply<'readMail'>> {
  const [found] = await shop.db
    .select({ row: outbox, kept: keptMails })
    .from(outbox)
    .leftJoin(keptMails, eq(keptMails.mailId, outbox.id))
    .where(eq(outbox.id, mailId))
  if (!found) throw new ShopError('not_found', 'We can’t find that email. Reload the page.')
  const mail = mailView(found, shop.now())
  // Makes picture URLs relative: the admin only loads from its own host, which may not be publicUrl.
  const shown = (html: string) => html.replaceAll(`${shop.config.publicUrl}/pictures/`, '/pictures/')
  if (found.kept) {
    const { subject, text, html, answer } = found.kept
    const to = mail.recipient ?? ''
    const content = html === null ? null : { to, subject: subject ?? '', text: text ?? '', html: shown(html) }
    return { mail, content, isAsSent: true, answer, problem: content ? mail.problem : goneWords(found.kept) }
  }
  const asNow = { mail, isAsSent: false, answer: null }
  if (privateKinds.test(found.row.kind)) {
    const problem = 'This email has a private link for its reader, so we don’t show it here.'
    return { ...asNow, content: null, problem }
  }
  try {
    const written = await renderers[found.row.kind as MailKind](shop, found.row.subjectId)
    if ('droppedBecause' in written) return { ...asNow, content: null, problem: written.droppedBecause }
    const { to, subject } = written
    // As in the copy of a sent one: whoever reads it here must not confirm, unsubscribe or accept in someone's place.
    const content = {
      to,
      subject,
      html: shown(redactSecrets(written.html)),
      text: redactSecrets(written.text),
    }
    return { ...asNow, content, problem: mail.problem }
  } catch (error) {
    return { ...asNow, content: null, problem: error instanceof Error ? error.message : String(error) }
  }
}

function goneWords({ goneBecause }: typeof keptMails.$inferSelect): string {
  return goneBecause === 'old'
    ? `It was sent. We keep what an email said for ${keptTime('mails')}.`
    : 'It was sent. Its reader had their data deleted, and what it said went too.'
}

const rows = 50

type MailState = (typeof mailStates)[number]
type Row = typeof outbox.$inferSelect

/** Every sent or queued email, newest first. */
export async function listMails(
  shop: Shop,
  input: AdminInput<'listMails'>,
): Promise<AdminReply<'listMails'>> {
  const limit = input.limit ?? rows
  const place = sql`(select ${outbox.createdAt}, ${outbox.id} from ${outbox} where ${outbox.id} = ${input.cursor}::uuid)`
  const found = await shop.db
    .select({ row: outbox, subject: keptMails.subject })
    .from(outbox)
    .leftJoin(keptMails, eq(keptMails.mailId, outbox.id))
    .where(
      and(
        input.state ? isIn(input.state, shop.now()) : undefined,
        input.kind ? eq(outbox.kind, input.kind) : undefined,
        await searched(shop, input.search),
        input.cursor ? sql`(${outbox.createdAt}, ${outbox.id}) < ${place}` : undefined,
      ),
    )
    .orderBy(desc(outbox.createdAt), desc(outbox.id))
    .limit(limit + 1)
  const page = found.slice(0, limit)
  const numberOf = async (state: MailState) => {
    const [row] = await shop.db.select({ number: count() }).from(outbox).where(isIn(state, shop.now()))
    return row?.number ?? 0
  }
  return {
    mails: page.map(({ row, subject }) => mailView({ row, subject }, shop.now())),
    kinds: Object.keys(renderers).sort(),
    due: await numberOf('due'),
    failed: await numberOf('failed'),
    givenUp: await numberOf('given-up'),
    nextCursor: found.length > limit ? page.at(-1)!.row.id : null,
  }
}

// Sorts after every character an address can continue with.
const last = '\u{10ffff}'

/** For an order number, all emails about that order; otherwise emails whose recipient's address begins with the text. */
async function searched(shop: Shop, search = ''): Promise<SQL | undefined> {
  const typed = search.trim().toLowerCase()
  if (typed === '') return undefined
  const number = /^#?bc[\s-]?([a-z0-9]{4})[\s-]?([a-z0-9]{4})$/.exec(typed)
  if (number) {
    const orderNumber = `BC-${number[1]}-${number[2]}`.toUpperCase()
    const [order] = await shop.db
      .select({ id: orders.id })
      .from(orders)
      .where(eq(orders.orderNumber, orderNumber))
    return order ? isAboutOrder(order.id) : sql`false`
  }
  return sql`${outbox.recipient} >= ${typed} and ${outbox.recipient} < ${typed + last}`
}

/** Emails about an order and everything under it: a subjectId begins with the id of the row the email is about. */
export function isAboutOrder(orderId: string): SQL {
  return inArray(
    sql`left(${outbox.subjectId}, 36)`,
    sql`(with m as (select m.id from memberships m join order_items i on i.id = m.order_item_id where i.order_id = ${orderId}),
        p as (select p.id from membership_payments p join m on m.id = p.membership_id),
        b as (select b.id from boxes b join m on m.id = b.membership_id)
      select ${orderId}::text union all select m.id::text from m union all select p.id::text from p union all select b.id::text from b
      union all select r.id::text from refunds r join p on p.id = r.payment_id
      union all select e.id::text from exchanges e join b on b.id = e.box_id)`,
  )
}

type Seen = { row: Row; kept?: { subject: string | null } | null; subject?: string | null }

/** A row of the outbox, as the admin shows it. */
export function mailView({ row, kept, subject = kept?.subject }: Seen, now: Date) {
  const { id, kind, subjectId, attempts, recipient, copy } = row
  return {
    ...{ id, kind, subjectId, attempts, recipient },
    subject: subject ?? null,
    isCopy: copy > 0,
    state: stateOf(row, now),
    createdAt: row.createdAt.toISOString(),
    runAt: row.runAt.toISOString(),
    sentAt: row.droppedBecause === null ? (row.sentAt?.toISOString() ?? null) : null,
    problem: [row.droppedBecause, row.lastError].filter(Boolean).join(' ') || null,
  }
}

function stateOf(row: Row, now: Date): MailState {
  if (row.droppedBecause !== null) return row.lastError === null ? 'dropped' : 'given-up'
  if (row.sentAt !== null) return 'sent'
  if (row.lastError !== null) return 'failed'
  return row.runAt <= now ? 'due' : 'later'
}

function isIn(state: MailState, now: Date): SQL | undefined {
  const waits = isNull(outbox.sentAt)
  switch (state) {
    case 'dropped':
      return and(isNotNull(outbox.droppedBecause), isNull(outbox.lastError))
    case 'given-up':
      return and(isNotNull(outbox.droppedBecause), isNotNull(outbox.lastError))
    case 'sent':
      return and(isNotNull(outbox.sentAt), isNull(outbox.droppedBecause))
    case 'failed':
      return and(waits, isNotNull(outbox.lastError))
    case 'due':
      return and(waits, isNull(outbox.lastError), lte(outbox.runAt, now))
    case 'later':
      return and(waits, isNull(outbox.lastError), gt(outbox.runAt, now))
  }
}

/**
 * Sends an email again as a new copy; the sent one stays as it was. A failed email is retried instead. An email that is
 * still scheduled can't be sent again.
 * @throws ShopError 'not_found', 'not_possible'
 */
export async function sendMailAgain(
  shop: Shop,
  { mailId }: AdminInput<'sendMailAgain'>,
  staff: Staff,
): Promise<AdminReply<'sendMailAgain'>> {
  const now = shop.now()
  await shop.db.transaction(async (tx) => {
    const [asked] = await tx
      .select({ subjectId: outbox.subjectId, kind: outbox.kind })
      .from(outbox)
      .where(eq(outbox.id, mailId))
    if (!asked) throw new ShopError('not_found', 'We can’t find that email. Reload the page.')
    if (asked.kind === 'letter')
      throw new ShopError(
        'not_possible',
        'Each reader gets a letter once. Send them a link to its page instead.',
      )
    const isOne = and(eq(outbox.subjectId, asked.subjectId), eq(outbox.kind, asked.kind))
    // Simultaneous requests wait for each other here. Only a statement started after the wait sees the other's copy.
    await tx.select({ id: outbox.id }).from(outbox).where(isOne).orderBy(outbox.copy).for('update')
    const all = await tx.select().from(outbox).where(isOne).orderBy(outbox.copy)
    const before = all.find(({ id }) => id === mailId)!
    if (all.some(({ sentAt, lastError }) => sentAt === null && lastError === null))
      throw new ShopError('not_possible', 'This email is already on its way, or scheduled.')
    // Sent, though it may have come back.
    const wasSent = before.sentAt !== null && (before.lastError === null || before.droppedBecause === null)
    if (wasSent) {
      await tx.insert(outbox).values({
        ...{
          kind: before.kind,
          subjectId: before.subjectId,
          payload: before.payload,
          recipient: before.recipient,
        },
        ...{ copy: all.at(-1)!.copy + 1, runAt: now, dueAt: now, createdAt: now },
      })
    } else {
      await tx
        .update(outbox)
        .set({ sentAt: null, droppedBecause: null, lastError: null, attempts: 0, runAt: now, dueAt: now })
        .where(eq(outbox.id, mailId))
    }
    await audit(tx, staff, now, {
      action: 'mail.send-again',
      entity: 'outbox',
      entityId: mailId,
      before: { sentAt: before.sentAt, problem: before.lastError ?? before.droppedBecause },
    })
  })
  shop.wakeWorker()
  return { success: true }
}
