import { and, count, desc, eq, gt, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { outbox } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import type { mailStates } from '../../../domain/admin/mail-contracts.ts'
import { ShopError } from '../../../domain/errors.ts'
import { type OutboxKind, renderers } from '../../emails/renderers.ts'
import type { Shop } from '../../shop/shop.ts'

import { audit } from '../../staff/audit.ts'
import type { Staff } from '../../staff/staff.ts'

/** Mails whose link opens somebody's own page: nobody else is shown one, and none is made for looking. */
const privateKinds = /^(renewal-failed|magic-link|exchange-link|gift-)/

/** A mail as it would be written now, from the fact that it reports. @throws ShopError 'not_found' */
export async function readMail(
  shop: Shop,
  { mailId }: AdminInput<'readMail'>,
): Promise<AdminReply<'readMail'>> {
  const [row] = await shop.db.select().from(outbox).where(eq(outbox.id, mailId))
  if (!row) throw new ShopError('not_found', 'There is no such mail. Load the page again.')
  const mail = mailView(row, shop.now())
  if (privateKinds.test(row.kind)) {
    const problem = 'This mail carries a link that is its reader’s alone, so it is not shown here.'
    return { mail, content: null, problem }
  }
  try {
    const written = await renderers[row.kind as OutboxKind](shop, row.subjectId)
    if ('droppedBecause' in written) return { mail, content: null, problem: written.droppedBecause }
    const { to, subject, text } = written
    // The desk shows only what comes from where it is open itself, under whatever host that is.
    const html = written.html.replaceAll(`${shop.config.publicUrl}/pictures/`, '/pictures/')
    return { mail, content: { to, subject, html, text }, problem: mail.problem }
  } catch (error) {
    return { mail, content: null, problem: error instanceof Error ? error.message : String(error) }
  }
}

const rows = 50

type MailState = (typeof mailStates)[number]
type Row = typeof outbox.$inferSelect

/** Every mail that went out or waits, newest first. */
export async function listMails(
  shop: Shop,
  input: AdminInput<'listMails'>,
): Promise<AdminReply<'listMails'>> {
  const limit = input.limit ?? rows
  const place = sql`(select ${outbox.createdAt}, ${outbox.id} from ${outbox} where ${outbox.id} = ${input.cursor}::uuid)`
  const found = await shop.db
    .select()
    .from(outbox)
    .where(
      and(
        input.state ? isIn(input.state, shop.now()) : undefined,
        input.kind ? eq(outbox.kind, input.kind) : undefined,
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
    mails: page.map((row) => mailView(row, shop.now())),
    kinds: Object.keys(renderers).sort(),
    due: await numberOf('due'),
    failed: await numberOf('failed'),
    givenUp: await numberOf('given-up'),
    nextCursor: found.length > limit ? page.at(-1)!.id : null,
  }
}

/** A row of the outbox as the desk shows it. */
function mailView(row: Row, now: Date) {
  const { id, kind, subjectId, attempts } = row
  return {
    id,
    kind,
    subjectId,
    state: stateOf(row, now),
    createdAt: row.createdAt.toISOString(),
    runAt: row.runAt.toISOString(),
    sentAt: row.droppedBecause === null ? (row.sentAt?.toISOString() ?? null) : null,
    attempts,
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
 * Sends a mail once more, or tries one again that could not be sent. What waits for its day goes on waiting.
 * @throws ShopError 'not_found', 'not_possible'
 */
export async function sendMailAgain(
  shop: Shop,
  { mailId }: AdminInput<'sendMailAgain'>,
  staff: Staff,
): Promise<AdminReply<'sendMailAgain'>> {
  const now = shop.now()
  await shop.db.transaction(async (tx) => {
    const [before] = await tx.select().from(outbox).where(eq(outbox.id, mailId)).for('update')
    if (!before) throw new ShopError('not_found', 'There is no such mail. Load the page again.')
    const [row] = await tx
      .update(outbox)
      .set({ sentAt: null, droppedBecause: null, lastError: null, attempts: 0, runAt: now })
      .where(and(eq(outbox.id, mailId), or(isNotNull(outbox.sentAt), isNotNull(outbox.lastError))))
      .returning({ id: outbox.id })
    if (!row) throw new ShopError('not_possible', 'This mail is on its way already, or waits for its day.')
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
