import { createHash, randomBytes } from 'node:crypto'
import { and, desc, eq, gt, or } from 'drizzle-orm'
import type { Database, Transaction } from '../../db/database.ts'
import { accountSessions } from '../../db/schema.ts'
import { normalizeEmail } from '../../domain/email.ts'
import { ShopError } from '../../domain/errors.ts'
import type { Shop } from '../shop/shop.ts'
import { deviceOf } from '../staff/session-token.ts'
import type { Member } from './member.ts'

/** Milliseconds for which a device stays signed in without being used (club-rules.md "then a session on that device"). */
const idleLimit = 45 * 24 * 60 * 60_000
/** Milliseconds after which it asks for a new link in any case (OWASP ASVS 5, 7.3.2). */
const longest = 90 * 24 * 60 * 60_000
/** Milliseconds after which it is noted again that a device was seen. */
const noteEvery = 24 * 60 * 60_000
/** Milliseconds after which a session goes on under a new token, and for which the one before is good all the same. */
const [rotateEvery, formerFor] = [24 * 60 * 60_000, 5 * 60_000]
/** Milliseconds for which a link that was opened lets somebody move parcels and take or delete the data. */
const freshFor = 24 * 60 * 60_000

/** 256 random bits for a link or a cookie; the database keeps its hash alone. */
export function newMemberToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The form in which a member's token lies in the database. */
export function memberTokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** What a browser keeps of a session. */
export type KeptSession = { token: string; expiresAt: Date }

type Beginning = {
  /** of the browser, for the list of devices */
  userAgent?: string | undefined
  /** the link was read in the mailbox a moment ago, and works once: it is not one that may have been forwarded */
  isProved: boolean
}

/** Signs a device in for the reader of an address's mails. */
export async function startMemberSession(
  shop: Shop,
  email: string,
  { userAgent = '', isProved }: Beginning,
  db: Database | Transaction = shop.db,
): Promise<KeptSession> {
  const token = newMemberToken()
  const now = shop.now()
  await db.insert(accountSessions).values({
    tokenHash: memberTokenHash(token),
    email: normalizeEmail(email),
    provedAt: isProved ? now : null,
    userAgent: userAgent.slice(0, 300),
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

type Session = typeof accountSessions.$inferSelect

/**
 * Whose device this token signs in, whether a link was opened for it within a day, other than one that may have been
 * forwarded, and the token that takes its place once a day; null for one that is unknown or over.
 * The former one is good until the browser has come back with the new one, whose answer may have been lost, and for
 * minutes more, for what was asked for at once. Whoever has it later has a copy: then the session ends, for both.
 */
export async function findMember(
  shop: Shop,
  token: string,
): Promise<{ member: Member; isFresh: boolean; renewed: KeptSession | null } | null> {
  const now = shop.now()
  const hash = memberTokenHash(token)
  const [session] = await shop.db
    .select()
    .from(accountSessions)
    .where(
      and(
        or(eq(accountSessions.tokenHash, hash), eq(accountSessions.previousTokenHash, hash)),
        gt(accountSessions.expiresAt, now),
      ),
    )
  if (!session) return null
  const { id, email, rotatedAt, createdAt, lastSeenAt, provedAt } = session
  const isFormer = session.tokenHash !== hash
  const age = now.getTime() - (rotatedAt ?? createdAt).getTime()
  if (isFormer && session.isTokenKnown && age > formerFor) {
    await shop.db.delete(accountSessions).where(eq(accountSessions.id, id))
    shop.log.warn('a session of a member was used with a token that had been replaced: it has ended')
    return null
  }
  const changes = {
    ...(now.getTime() - lastSeenAt.getTime() > noteEvery
      ? { lastSeenAt: now, expiresAt: endOf(createdAt, now) }
      : {}),
    ...(!isFormer && !session.isTokenKnown ? { isTokenKnown: true } : {}),
  }
  if (Object.keys(changes).length > 0)
    await shop.db.update(accountSessions).set(changes).where(eq(accountSessions.id, id))
  const renewed = age > (isFormer ? formerFor : rotateEvery) ? await rotate(shop, session, hash) : null
  const isFresh = provedAt !== null && now.getTime() - provedAt.getTime() < freshFor
  return { member: { email, sessionId: id }, isFresh, renewed }
}

// Of calls at once one gets the new token; the others still come with the former one.
async function rotate(shop: Shop, session: Session, formerHash: string): Promise<KeptSession | null> {
  const token = newMemberToken()
  const rotated = await shop.db
    .update(accountSessions)
    .set({
      tokenHash: memberTokenHash(token),
      previousTokenHash: formerHash,
      rotatedAt: shop.now(),
      isTokenKnown: false,
    })
    .where(and(eq(accountSessions.id, session.id), eq(accountSessions.tokenHash, session.tokenHash)))
    .returning({ id: accountSessions.id })
  const expiresAt = new Date(session.createdAt.getTime() + longest)
  return rotated.length > 0 ? { token, expiresAt } : null
}

/** The devices on which the member is signed in, the last used one first. */
export async function listDevices(shop: Shop, _input: unknown, member: Member) {
  const devices = await shop.db
    .select()
    .from(accountSessions)
    .where(and(eq(accountSessions.email, member.email), gt(accountSessions.expiresAt, shop.now())))
    .orderBy(desc(accountSessions.lastSeenAt), desc(accountSessions.createdAt))
  return {
    devices: devices.map(({ id, userAgent, createdAt, lastSeenAt }) => ({
      id,
      device: deviceOf(userAgent),
      signedInAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
      isThis: id === member.sessionId,
    })),
  }
}

/**
 * Signs one device of the member out.
 * @throws ShopError 'not_found', also for a device of somebody else
 */
export async function signOutDevice(shop: Shop, { id }: { id: string }, member: Member) {
  const ended = await shop.db
    .delete(accountSessions)
    .where(and(eq(accountSessions.id, id), eq(accountSessions.email, member.email)))
    .returning({ id: accountSessions.id })
  if (ended.length === 0) throw new ShopError('not_found', 'This device is signed out already.')
  return { success: true as const }
}

/** Signs the device out. */
export async function endMemberSession(shop: Shop, member: Member) {
  await shop.db.delete(accountSessions).where(eq(accountSessions.id, member.sessionId))
}
