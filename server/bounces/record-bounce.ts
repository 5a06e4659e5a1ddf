import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import { subscriberStatus } from '../../db/schema/states.ts'
import { deadAddresses, newsletterSubscribers, outbox } from '../../db/schema.ts'
import { normalizeEmail } from '../../domain/email.ts'
import { letterBounced } from '../letters/reader-outcomes.ts'
import type { Shop } from '../shop/shop.ts'

/** Characters that are kept of what a mail server says. */
const longestWords = 500

/** News of a mail that did not arrive, or was not welcome. */
export type Bounce = {
  /** the mail of ours, where the news names it */
  mailId: string | null
  /** whom it was sent to, where the outbox does not say so yet; all there is to go by where no mail is named */
  address: string | null
  /** `hard`: there is no such mailbox; `soft`: this mail was not taken; `complaint`: its reader called it spam */
  kind: 'hard' | 'soft' | 'complaint'
  words: string
  source: 'smtp' | 'mailbox' | 'ses' | 'postmark'
}

/**
 * Writes down that a mail came back, whoever says so and how often. Only addresses count that we wrote to: nobody takes
 * another one off by a made-up bounce.
 * @returns the kind of the mail; null: it is none of ours
 */
export async function recordBounce(shop: Shop, bounce: Bounce): Promise<string | null> {
  const now = shop.now()
  const words = bounce.words.toWellFormed().replaceAll('\0', '').trim().slice(0, longestWords)
  const [row] = await shop.db
    .select({ kind: outbox.kind, fact: outbox.subjectId, recipient: outbox.recipient })
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
    const email = row.recipient ?? (bounce.mailId ? bounce.address : null)
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
    if (row.kind !== 'letter') return
    const how = bounce.kind === 'complaint' ? 'complained' : 'bounced'
    await letterBounced(tx, now, { readerId: row.fact, how, words })
  })
  return row.kind
}

/**
 * Mails that nobody needs: an address at which nothing arrives gets none of them. What is about money, an order, a sign-in or the
 * law is tried all the same, since a mailbox may be fixed and what must be told must be told (docs/decisions/082).
 */
const optional =
  /^(letter|newsletter-(confirmation|reminder|welcome)|review-wanted|gift-(reminder-\d+|progress)|size-reminder-\d+)$/

/** Whether a mail of this kind is not to be sent, because the address is dead. */
export async function isSuppressed(shop: Shop, kind: string, email: string): Promise<boolean> {
  if (!optional.test(kind)) return false
  const [dead] = await shop.db
    .select({ email: deadAddresses.email })
    .from(deadAddresses)
    .where(eq(deadAddresses.email, email))
  return dead !== undefined
}

/** The staff know that nothing arrives at an address. */
export async function suppressAddress(db: Pick<Shop['db'], 'insert'>, email: string, now: Date) {
  await db
    .insert(deadAddresses)
    .values({ email, kind: 'bounce', words: 'Marked in the admin.', source: 'desk', createdAt: now })
    .onConflictDoNothing()
}

/** An address works again: its owner opened a link that we sent there, or told us so. */
export async function clearBounce(db: Pick<Shop['db'], 'delete'>, email: string): Promise<boolean> {
  const gone = await db.delete(deadAddresses).where(eq(deadAddresses.email, email)).returning()
  return gone.length > 0
}
