import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import { subscriberStatus } from '../../db/schema/states.ts'
import { deadAddresses, newsletterSubscribers, outbox } from '../../db/schema.ts'
import { normalizeEmail } from '../../domain/email.ts'
import { mailClass } from '../../domain/mail-kinds.ts'
import { letterBounced } from '../letters/reader-outcomes.ts'
import type { Shop } from '../shop/shop.ts'
import { tellSender, tellSenders } from './tell-sender.ts'

/** Characters kept of a mail server's message. */
const longestWords = 500

/** A report that an email wasn't delivered, or wasn't wanted. */
export type Bounce = {
  /** our email, if the report names it */
  mailId: string | null
  /** the recipient: used if the email isn't recorded as sent yet, and to find it if none is named */
  address: string | null
  /** `hard`: the mailbox doesn't exist; `soft`: this email wasn't accepted; `complaint`: its reader marked it as spam */
  kind: 'hard' | 'soft' | 'complaint'
  words: string
  source: 'smtp' | 'mailbox' | 'ses' | 'postmark'
}

/**
 * Records that an email bounced; repeats from any source are safe. Only addresses we wrote to count, so nobody can block an
 * address with an invented bounce.
 * @returns the kind of the email; null if it isn't ours
 */
export async function recordBounce(shop: Shop, bounce: Bounce): Promise<string | null> {
  const now = shop.now()
  const words = bounce.words.toWellFormed().replaceAll('\0', '').trim().slice(0, longestWords)
  const [row] = await shop.db
    .select({
      ...{ mailId: outbox.id, kind: outbox.kind, fact: outbox.subjectId },
      ...{ recipient: outbox.recipient, sentAt: outbox.sentAt },
    })
    .from(outbox)
    .where(
      bounce.mailId
        ? eq(outbox.id, bounce.mailId)
        : and(eq(outbox.recipient, normalizeEmail(bounce.address ?? '')), isNotNull(outbox.sentAt)),
    )
    .orderBy(desc(outbox.createdAt), desc(outbox.id))
    .limit(1)
  if (!row) return null
  await shop.db.transaction(async (tx) => {
    // One that was sent and has no recipient was to someone who had their data deleted.
    const isForgotten = row.sentAt !== null && row.recipient === null
    const email = row.recipient ?? (bounce.mailId && !isForgotten ? bounce.address : null)
    if (email && bounce.kind !== 'soft') {
      const kind = bounce.kind === 'complaint' ? 'complaint' : 'bounce'
      const { source } = bounce
      await tx
        .insert(deadAddresses)
        .values({ email, kind, words, source, createdAt: now })
        .onConflictDoNothing()
      const to = kind === 'bounce' ? 'bounced' : 'unsubscribed'
      await tx
        .update(newsletterSubscribers)
        .set({
          status: subscriberStatus.to(to, newsletterSubscribers.status),
          ...(to === 'unsubscribed' ? { unsubscribedAt: now, confirmedAt: null } : {}),
        })
        .where(
          and(
            eq(newsletterSubscribers.email, email),
            sql`${newsletterSubscribers.status} in ${subscriberStatus.list('active')}`,
          ),
        )
    }
    // The admin shows it with the email. Who a letter came back from is in the letter itself.
    if (bounce.mailId && bounce.kind !== 'complaint' && row.kind !== 'letter' && !isForgotten)
      await tx.update(outbox).set({ lastError: words }).where(eq(outbox.id, bounce.mailId))
    // A mail service also calls it soft if it goes on trying, or got a note of absence.
    if (bounce.kind === 'soft' && bounce.source === 'mailbox') await tellSender(tx, shop, row)
    if (bounce.kind === 'hard') await tellSenders(tx, shop, row, email)
    if (row.kind !== 'letter') return
    const how = bounce.kind === 'complaint' ? 'complained' : 'bounced'
    await letterBounced(tx, now, { readerId: row.fact, how, words })
  })
  return row.kind
}

/**
 * Whether not to send an email of this kind, because nothing arrives at the address. Emails about money, an order, a
 * sign-in or legal matters are still tried, since a mailbox may work again and required notices must be sent
 * (docs/decisions/082). So is the question whether someone who signed up again wants the letter.
 */
export async function isSuppressed(shop: Shop, kind: string, email: string): Promise<boolean> {
  return mailClass(kind) === 'optional' && (await isDead(shop.db, email))
}

/** Whether email to this address came back, or its reader called it spam. */
export async function isDead(db: Pick<Shop['db'], '$count'>, email: string): Promise<boolean> {
  return (await db.$count(deadAddresses, eq(deadAddresses.email, email))) > 0
}

/** Marks an address as dead, because the staff know that nothing arrives there. */
export async function suppressAddress(db: Pick<Shop['db'], 'insert'>, email: string, now: Date) {
  await db
    .insert(deadAddresses)
    .values({ email, kind: 'bounce', words: 'Marked in the admin.', source: 'desk', createdAt: now })
    .onConflictDoNothing()
}

/** Marks an address as working again: its owner opened a link we sent there, or told us. */
export async function clearBounce(db: Pick<Shop['db'], 'delete'>, email: string): Promise<boolean> {
  const gone = await db.delete(deadAddresses).where(eq(deadAddresses.email, email)).returning()
  return gone.length > 0
}
