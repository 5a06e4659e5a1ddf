import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import { contactMessages, inboundMails, mailReadings } from '../../db/schema.ts'
import type { OverBudgetReason } from '../parsing/run-parser.ts'
import type { RawMail } from '../shop/mailer.ts'
import type { Shop } from '../shop/shop.ts'

/** Milliseconds after which nobody can still be reading an email: its process died. */
const longestReading = 5 * 60_000
/** Milliseconds a reading is remembered: the mailbox's own place is ahead of it long before. */
const kept = 60 * 24 * 60 * 60_000

/**
 * Remembers that an email is being read, before anything reads it: what brings a process down is never read again, by any
 * process.
 * @returns false if it was begun before: another process reads it, has read it, or died of it
 */
export async function beginReading(
  { db, now }: Shop,
  { place, size, receivedAt }: RawMail,
): Promise<boolean> {
  const [begun] = await db
    .insert(mailReadings)
    .values({ place, size, receivedAt, startedAt: now() })
    .onConflictDoNothing()
    .returning({ place: mailReadings.place })
  return begun !== undefined
}

/** @param reason why the email wasn't read to its end; null: it was */
export async function endReading({ db, now }: Shop, place: string, reason: OverBudgetReason | null) {
  await db.update(mailReadings).set({ endedAt: now(), reason }).where(eq(mailReadings.place, place))
}

/** Lets an email be read again: the database or the machine failed, not the email. */
export async function forgetReading({ db }: Shop, place: string) {
  await db.delete(mailReadings).where(and(eq(mailReadings.place, place), isNull(mailReadings.endedAt)))
}

/** Shows the staff an email that nobody finished reading, without what is in it. */
export async function takeUpLost({ db, now, log }: Shop): Promise<void> {
  const isLost = and(
    isNull(mailReadings.endedAt),
    lt(mailReadings.startedAt, new Date(now().getTime() - longestReading)),
  )
  await db.delete(mailReadings).where(lt(mailReadings.endedAt, new Date(now().getTime() - kept)))
  const lost = await db.select({ place: mailReadings.place }).from(mailReadings).where(isLost)
  for (const { place } of lost)
    await db.transaction(async (tx) => {
      const [row] = await tx
        .update(mailReadings)
        .set({ endedAt: now(), reason: 'crash' })
        .where(and(eq(mailReadings.place, place), isLost))
        .returning()
      if (!row || (await tx.$count(inboundMails, eq(inboundMails.place, place))) > 0) return
      log.warn({ place }, 'an email was never read to its end; it is set aside')
      await tx.insert(contactMessages).values({
        name: 'Somebody',
        email: '',
        subject: '(an email we couldn’t read)',
        message: `We stopped while reading this email of ${Math.ceil(row.size / 1024)} kB. Open it in your mailbox.`,
        origin: 'mail',
        ...{ waitingSince: row.receivedAt, createdAt: sql`${row.receivedAt.toISOString()}::timestamptz` },
      })
    })
}
