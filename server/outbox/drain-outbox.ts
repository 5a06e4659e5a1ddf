import { eq, inArray, sql } from 'drizzle-orm'
import pMap from 'p-map'
import { builtOnce, given } from '../../db/built-once.ts'
import { outbox } from '../../db/schema.ts'
import { normalizeEmail } from '../../domain/email.ts'
import { bounceKind } from '../../domain/letter.ts'
import type { MailKind } from '../../domain/mail-subjects.ts'
import { isSuppressed, recordBounce } from '../bounces/record-bounce.ts'
import { renderers } from '../emails/renderers.ts'
import { withReplyAddress } from '../inbox/reply-address.ts'
import { letterDropped, letterSent } from '../letters/reader-outcomes.ts'
import { withManageLink } from '../members/manage-link.ts'
import { type Dropped, type MailContent, MailRefused } from '../shop/mailer.ts'
import type { Shop } from '../shop/shop.ts'
import { archiveMail } from './mail-archive.ts'

/** Mails that one drain sends beside each other: what an SMTP server takes 100 ms for leaves 60 times a second. */
const lanes = 6
/**
 * Milliseconds for which a claimed row is left to its process; after a crash another one takes it. Longer than the
 * mail server's time-outs together (smtp-mailer.ts), or two processes could send the same mail.
 */
const lease = 60_000
/** Milliseconds until the next attempt, by the attempts so far; then every hour. */
const pauses = [10_000, 60_000, 5 * 60_000, 15 * 60_000]
/** Three days of attempts; who gets a mail later than that would be puzzled by it. */
const maxAttempts = pauses.length + 72

/**
 * Sends every mail that is due, several at once, those that somebody waits for first. A row is claimed with a lease in
 * one short statement, so no lock is held while a slow mail server is spoken to, and any number of processes may drain.
 * Returns how many were sent.
 */
export async function drainOutbox(shop: Shop): Promise<number> {
  const sent = await pMap(due(shop), (row) => deliver(shop, row), { concurrency: lanes })
  return sent.filter(Boolean).length
}

/** Rows of which this process has the lease, claimed as they are wanted: what is urgent passes what waits. */
async function* due(shop: Shop) {
  for (;;) {
    const claimed = await claim(shop)
    const enough = shop.now().getTime() + lease / 2
    for (const [place, row] of claimed.entries()) {
      // A slow mail server must not outlast the claim: another process would send the rest a second time.
      if (shop.now().getTime() >= enough) {
        await giveBack(
          shop,
          claimed.slice(place).map(({ id }) => id),
        )
        break
      }
      yield row
    }
    if (claimed.length < lanes) return
  }
}

async function claim(shop: Shop): Promise<(typeof outbox.$inferSelect)[]> {
  const now = shop.now()
  const until = new Date(now.getTime() + lease)
  const claimed = await claimOnce(shop.db).execute({ now: now.toISOString(), until })
  return claimed.sort((one, other) => one.priority - other.priority)
}

const claimOnce = builtOnce((db) => {
  const rows = sql`(with due as materialized (
    select o.id from (values (0), (1), (2), (3)) p(priority) cross join lateral (
      select id from outbox where sent_at is null and priority = p.priority and run_at <= ${sql.placeholder('now')}::timestamptz
      order by run_at limit ${lanes} for update skip locked
    ) o limit ${lanes}
  ) select id from due)`
  return db
    .update(outbox)
    .set({ attempts: sql`${outbox.attempts} + 1`, runAt: given('until', outbox.runAt) })
    .where(inArray(outbox.id, rows))
    .returning()
    .prepare('')
})

async function giveBack(shop: Shop, ids: string[]) {
  await shop.db
    .update(outbox)
    .set({ attempts: sql`${outbox.attempts} - 1`, runAt: shop.now() })
    .where(inArray(outbox.id, ids))
}

async function deliver(shop: Shop, row: typeof outbox.$inferSelect): Promise<boolean> {
  let { recipient } = row
  try {
    const render = renderers[row.kind as MailKind]
    if (!render) throw new Error(`no mail of kind ${row.kind}`)
    const content: MailContent | Dropped = await render(shop, row.subjectId)
    if ('droppedBecause' in content) {
      await drop(shop, row, content)
      return false
    }
    const mail = await withReplyAddress(shop, row, await withManageLink(shop, row, content))
    recipient = normalizeEmail(mail.to)
    if (await isSuppressed(shop, row.kind, recipient)) {
      await drop(shop, row, { droppedBecause: 'mail to this address came back' })
      return false
    }
    const answer = await shop.mailer.send({ id: row.id, kind: row.kind, createdAt: row.createdAt, ...mail })
    if (row.kind === 'letter') await letterSent(shop, { mailId: row.id, readerId: row.subjectId, recipient })
    else await archiveMail(shop, row.id, { mail, answer, recipient })
    return true
  } catch (error) {
    if (error instanceof MailRefused && (await giveUpRefused(shop, row, { error, recipient }))) return false
    await postpone(shop, row, { error, recipient })
    return false
  }
}

// The reader first: a process that dies between the two comes by again, and finds it settled.
async function drop(shop: Shop, row: typeof outbox.$inferSelect, { droppedBecause }: Dropped) {
  if (row.kind === 'letter') await letterDropped(shop.db, row.subjectId, droppedBecause)
  await shop.db
    .update(outbox)
    .set({ sentAt: shop.now(), droppedBecause, lastError: null })
    .where(eq(outbox.id, row.id))
}

/** There is no such mailbox, or a letter was not taken: another try would change nothing. */
async function giveUpRefused(
  shop: Shop,
  row: typeof outbox.$inferSelect,
  { error, recipient }: { error: MailRefused; recipient: string | null },
): Promise<boolean> {
  const kind = bounceKind(error.status, error.words)
  if (kind === 'soft' && row.kind !== 'letter') return false
  const words = error.words.slice(0, 500)
  await recordBounce(shop, { mailId: row.id, address: recipient, kind, words, source: 'smtp' })
  const droppedBecause = 'The mail server refused the address.'
  await shop.db
    .update(outbox)
    .set({ lastError: words, droppedBecause, recipient, sentAt: shop.now() })
    .where(eq(outbox.id, row.id))
  return true
}

/** Tries again later, or gives up: the reason stays, and the admin can have it tried again (server/admin/mails/). */
async function postpone(
  shop: Shop,
  row: typeof outbox.$inferSelect,
  { error, recipient }: { error: unknown; recipient: string | null },
) {
  const about = { error, outboxId: row.id, kind: row.kind }
  const lastError = error instanceof Error ? error.message : String(error)
  if (row.attempts >= maxAttempts) {
    shop.log.error(about, 'a mail could not be sent for three days; it is given up')
    const droppedBecause = `Given up after ${row.attempts} tries in three days.`
    if (row.kind === 'letter') await letterDropped(shop.db, row.subjectId, droppedBecause)
    await shop.db
      .update(outbox)
      .set({ lastError, droppedBecause, recipient, sentAt: shop.now() })
      .where(eq(outbox.id, row.id))
    return
  }
  shop.log.warn(about, 'a mail could not be sent; it is tried again')
  const runAt = new Date(shop.now().getTime() + (pauses[row.attempts - 1] ?? 60 * 60_000))
  await shop.db.update(outbox).set({ lastError, recipient, runAt }).where(eq(outbox.id, row.id))
}
