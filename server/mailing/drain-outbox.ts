import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import pMap from 'p-map'
import { builtOnce, given } from '../../db/built-once.ts'
import { outbox } from '../../db/schema.ts'
import { normalizeEmail } from '../../domain/email.ts'
import { bounceKind } from '../../domain/letter.ts'
import type { MailKind } from '../../domain/mail-subjects.ts'
import { isSuppressed, recordBounce, tellSender } from '../bounces/record-bounce.ts'
import { renderers } from '../emails/renderers.ts'
import { withReplyAddress } from '../inbox/reply-address.ts'
import { letterDropped, letterSent } from '../letters/reader-outcomes.ts'
import { withManageLink } from '../members/manage-link.ts'
import { archiveMail } from '../outbox/mail-archive.ts'
import { type Dropped, type MailContent, MailDeferred, MailRefused } from '../shop/mailer.ts'
import { stepDone } from '../shop/rounds.ts'
import type { Shop } from '../shop/shop.ts'

/** Emails sent at a time: with an SMTP server that takes 100 ms each, 60 a second. */
const lanes = 6
/**
 * Milliseconds a claimed row stays reserved for its process; after a crash another process takes it. While a slow payment
 * provider or mail server keeps the email waiting, the claim is renewed, or two processes could send it.
 */
const lease = 60_000
/** Milliseconds until the next attempt, by number of attempts; then every hour. */
const pauses = [10_000, 60_000, 5 * 60_000, 15 * 60_000]
/** Three days of attempts; an email any later would puzzle its reader. */
const maxAttempts = pauses.length + 72

/**
 * Sends every email that is due, several at once, urgent ones first. One short statement claims rows with a lease, so no
 * lock is held while a slow mail server is contacted, and any number of processes may run this. Returns how many were sent.
 */
export async function drainOutbox(shop: Shop): Promise<number> {
  const send = (row: typeof outbox.$inferSelect) =>
    whileClaimed(shop, row.id, () => deliver(shop, row)).finally(stepDone)
  const sent = await pMap(due(shop), send, { concurrency: lanes })
  return sent.filter(Boolean).length
}

/** Rows leased by this process, claimed as needed, so that urgent emails overtake waiting ones. */
async function* due(shop: Shop) {
  for (;;) {
    const claimed = await claim(shop)
    const enough = shop.now().getTime() + lease / 2
    for (const [place, row] of claimed.entries()) {
      // A slow mail server must not outlast the lease: another process would send the rest again.
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
      await drop(shop, row, { droppedBecause: 'email to this address came back' })
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

async function whileClaimed<Result>(shop: Shop, id: string, work: () => Promise<Result>): Promise<Result> {
  const renew = () =>
    shop.db
      .update(outbox)
      .set({ runAt: new Date(shop.now().getTime() + lease) })
      .where(and(eq(outbox.id, id), isNull(outbox.sentAt)))
      // The database may be back by the next time.
      .catch(() => {})
  const timer = setInterval(() => void renew(), lease / 3).unref()
  return work().finally(() => clearInterval(timer))
}

/** Not settled meanwhile: if its reader had their data deleted, nothing of them may be written again. */
const isWaiting = (id: string) => and(eq(outbox.id, id), isNull(outbox.sentAt))

// The reader first: if the process dies in between, the retry finds the reader settled.
async function drop(shop: Shop, row: typeof outbox.$inferSelect, { droppedBecause }: Dropped) {
  if (row.kind === 'letter') await letterDropped(shop.db, row.subjectId, droppedBecause)
  await shop.db
    .update(outbox)
    .set({ sentAt: shop.now(), droppedBecause, lastError: null })
    .where(isWaiting(row.id))
}

/** Gives up if the mailbox doesn't exist, or if a letter was refused for any reason: another attempt wouldn't help. */
async function giveUpRefused(
  shop: Shop,
  row: typeof outbox.$inferSelect,
  { error, recipient }: { error: MailRefused; recipient: string | null },
): Promise<boolean> {
  const kind = bounceKind(error.status, error.words)
  if (kind === 'soft' && row.kind !== 'letter') return false
  if ((await shop.db.$count(outbox, isWaiting(row.id))) === 0) return true
  const words = error.words.slice(0, 500)
  await recordBounce(shop, { mailId: row.id, address: recipient, kind, words, source: 'smtp' })
  const droppedBecause = 'The mail server refused the address.'
  await shop.db
    .update(outbox)
    .set({ lastError: words, droppedBecause, recipient, sentAt: shop.now() })
    .where(isWaiting(row.id))
  return true
}

/** Retries later, or gives up: the reason is kept, and the admin can trigger another attempt (server/admin/mails/). */
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
    await tellSender(shop.db, shop, { mailId: row.id, kind: row.kind, fact: row.subjectId })
    await shop.db
      .update(outbox)
      .set({ lastError, droppedBecause, recipient, sentAt: shop.now() })
      .where(isWaiting(row.id))
    return
  }
  shop.log.warn(about, 'a mail could not be sent; it is tried again')
  const runAt = new Date(shop.now().getTime() + (pauses[row.attempts - 1] ?? 60 * 60_000))
  const isDeferred = error instanceof MailRefused || error instanceof MailDeferred
  await shop.db.update(outbox).set({ lastError, isDeferred, recipient, runAt }).where(isWaiting(row.id))
}
