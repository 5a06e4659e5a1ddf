import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt } from 'drizzle-orm'
import type { Database, Transaction } from '../../db/database.ts'
import { accountSessions } from '../../db/schema.ts'
import { normaliseEmail } from '../../domain/email.ts'
import type { Shop } from '../shop/shop.ts'
import type { Member } from './member.ts'

/** Milliseconds for which a device stays signed in without being used (club-rules.md "then a session on that device"). */
const idleLimit = 45 * 24 * 60 * 60_000
/** Milliseconds after which it asks for a new link in any case (OWASP ASVS 5, 7.3.2). */
const longest = 90 * 24 * 60 * 60_000
/** Milliseconds after which it is noted anew that a device was seen. */
const noteEvery = 24 * 60 * 60_000

/** 256 random bits for a link or a cookie; the database keeps its hash alone. */
export function newMemberToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The form in which a member's token lies in the database. */
export function memberTokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** Signs a device in for the reader of an address's mails. */
export async function startMemberSession(shop: Shop, email: string, db: Database | Transaction = shop.db) {
  const token = newMemberToken()
  const now = shop.now()
  await db.insert(accountSessions).values({
    tokenHash: memberTokenHash(token),
    email: normaliseEmail(email),
    lastSeenAt: now,
    expiresAt: endOf(now, now),
    createdAt: now,
  })
  // The browser keeps it to the last; whether it was used meanwhile, the database knows.
  return { token, expiresAt: new Date(now.getTime() + longest) }
}

/** When a session ends that began and was used then, and is not used again. */
function endOf(begunAt: Date, usedAt: Date): Date {
  return new Date(Math.min(begunAt.getTime() + longest, usedAt.getTime() + idleLimit))
}

/** Whose device this token signs in; null for one that is unknown or over. */
export async function findMember(shop: Shop, token: string): Promise<Member | null> {
  const now = shop.now()
  const [session] = await shop.db
    .select()
    .from(accountSessions)
    .where(and(eq(accountSessions.tokenHash, memberTokenHash(token)), gt(accountSessions.expiresAt, now)))
  if (!session) return null
  if (now.getTime() - session.lastSeenAt.getTime() > noteEvery) {
    await shop.db
      .update(accountSessions)
      .set({ lastSeenAt: now, expiresAt: endOf(session.createdAt, now) })
      .where(eq(accountSessions.id, session.id))
  }
  return { email: session.email, sessionId: session.id }
}

/** Signs the device out. */
export async function endMemberSession(shop: Shop, member: Member) {
  await shop.db.delete(accountSessions).where(eq(accountSessions.id, member.sessionId))
}
