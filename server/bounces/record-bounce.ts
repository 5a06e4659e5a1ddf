import { and, desc, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../db/database.ts'
import { subscriberStatus } from '../../db/schema/states.ts'
import { deadAddresses, newsletterSubscribers, outbox } from '../../db/schema.ts'
import { normalizeEmail } from '../../domain/email.ts'
import { mailClass } from '../../domain/mail-kinds.ts'
import { subjectIdOf } from '../../domain/mail-subjects.ts'
import { letterBounced } from '../letters/reader-outcomes.ts'
import type { Shop } from '../shop/shop.ts'

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

type Returned = { mailId: string; kind: string; fact: string }

/**
 * Tells whoever had us write an email that it didn't arrive, once: a gift's giver, or a member who hands their membership
 * over.
 */
export async function tellSender(
  db: Database | Transaction,
  { now }: Pick<Shop, 'now'>,
  { mailId, kind, fact }: Returned,
) {
  const told =
    kind === 'gift-notice'
      ? { kind: 'gift-unreached', subjectId: subjectIdOf('gift-unreached', { membershipId: fact, mailId }) }
      : kind === 'handover-asked'
        ? {
            kind: 'handover-unreached',
            subjectId: subjectIdOf('handover-unreached', { handoverId: fact, mailId }),
          }
        : null
  if (!told) return
  const at = now()
  await db
    .insert(outbox)
    .values({ ...told, runAt: at, dueAt: at, createdAt: at })
    .onConflictDoNothing()
}

/** Milliseconds for which an email that went to a mailbox that doesn't exist may be the one that came back. */
const lately = 7 * 24 * 60 * 60_000

/** The same if there is no such mailbox: a report may name another email than the one that someone had us write. */
async function tellSenders(
  tx: Transaction,
  shop: Pick<Shop, 'now'>,
  returned: Returned,
  email: string | null,
) {
  await tellSender(tx, shop, returned)
  if (!email) return
  const others = await tx
    .select({ mailId: outbox.id, kind: outbox.kind, fact: outbox.subjectId })
    .from(outbox)
    .where(
      and(
        eq(outbox.recipient, email),
        inArray(outbox.kind, ['gift-notice', 'handover-asked']),
        gt(outbox.createdAt, new Date(shop.now().getTime() - lately)),
      ),
    )
  for (const other of others) await tellSender(tx, shop, other)
}
