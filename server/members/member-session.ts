import { createHash, randomBytes } from 'node:crypto'
import { and, desc, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../db/database.ts'
import { accountLinks, accountSessions, outbox } from '../../db/schema.ts'
import { normalizeEmail } from '../../domain/email.ts'
import { ShopError } from '../../domain/errors.ts'
import { deviceOf } from '../shop/device.ts'
import type { Shop } from '../shop/shop.ts'
import { revokeManageLinks } from './manage-link.ts'
import { type AccountCaller, type Member, mailboxesOf } from './member.ts'

/** Milliseconds a device stays signed in without being used (club-rules.md "then a session on that device"). */
const idleLimit = 45 * 24 * 60 * 60_000
/** Milliseconds after which a session ends even if it is used (OWASP ASVS 5, 7.3.2). */
const longest = 90 * 24 * 60 * 60_000
/** Milliseconds between updates of when a device was last seen. */
const noteEvery = 24 * 60 * 60_000
/** Milliseconds after which a session gets a new token, and for which the previous token still works. */
const [rotateEvery, formerFor] = [24 * 60 * 60_000, 5 * 60_000]
/**
 * Milliseconds after opening a link during which the member may change where packages go, and download or delete the data.
 */
const freshFor = 24 * 60 * 60_000

/** 256 random bits for a link or cookie; the database stores only its hash. */
export function newMemberToken(): string {
  return randomBytes(32).toString('base64url')
}

/** A member's token as stored in the database. */
export function memberTokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** What a browser keeps of a session. */
export type KeptSession = { token: string; expiresAt: Date }

type Beginning = {
  /** the browser's User-Agent, for the list of devices */
  userAgent?: string | undefined
  /** true if the link was just emailed and works once, so it can't be a forwarded one */
  isProved: boolean
}

/** Signs a device in as the reader of an address. */
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
  // The cookie lasts for the longest possible session; the database knows whether it was used meanwhile.
  return { token, expiresAt: new Date(now.getTime() + longest) }
}

/** When a session ends if it isn't used again after `usedAt`. */
function endOf(begunAt: Date, usedAt: Date): Date {
  return new Date(Math.min(begunAt.getTime() + longest, usedAt.getTime() + idleLimit))
}

type Session = typeof accountSessions.$inferSelect

/**
 * The member a token signs in; whether the session began from a link that can't have been forwarded, and within a day; and,
 * once a day, the token that replaces this one. Null for an unknown token or an ended session. The previous token works until the
 * browser has used the new one, since that reply may be lost, and for a few minutes after the change, for simultaneous
 * requests. Any later use means that someone has a copy: the session then ends for both.
 */
export async function findMember(
  shop: Shop,
  token: string,
): Promise<{ member: Member; isProved: boolean; isFresh: boolean; renewed: KeptSession | null } | null> {
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
  const isProved = provedAt !== null
  const isFresh = isProved && now.getTime() - provedAt.getTime() < freshFor
  return { member: { email, sessionId: id }, isProved, isFresh, renewed }
}

// Of simultaneous calls one gets the new token; the others still use the previous one.
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

/** Whether a session is this person's, under any of their addresses. */
const isTheirs = async (db: Database | Transaction, { email }: Member) =>
  inArray(accountSessions.email, await mailboxesOf(db, email))

/** The devices the member is signed in on, with any of their addresses, last used first. */
export async function listDevices(shop: Shop, _input: unknown, member: Member) {
  const devices = await shop.db
    .select()
    .from(accountSessions)
    .where(and(await isTheirs(shop.db, member), gt(accountSessions.expiresAt, shop.now())))
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
 * Signs out one of the member's devices.
 * @throws ShopError 'not_found', also for someone else's device
 */
export async function signOutDevice(shop: Shop, { id }: { id: string }, member: Member) {
  const ended = await shop.db
    .delete(accountSessions)
    .where(and(eq(accountSessions.id, id), await isTheirs(shop.db, member)))
    .returning({ id: accountSessions.id })
  if (ended.length === 0) throw new ShopError('not_found', 'This device is already signed out.')
  return { success: true as const }
}

/** Signs out this device. */
export async function endMemberSession(shop: Shop, member: Member) {
  await shop.db.delete(accountSessions).where(eq(accountSessions.id, member.sessionId))
}

/** Milliseconds a gift's link is kept after its end, so that its page can still say what it was. */
const keptAfterEnd = 90 * 24 * 60 * 60_000

/** Deletes members' expired links and sessions. Safe in several processes at once. */
export async function pruneAccountAccess(shop: Shop) {
  const now = shop.now()
  await shop.db.delete(accountSessions).where(lt(accountSessions.expiresAt, now))
  await shop.db
    .delete(accountLinks)
    .where(
      or(
        and(eq(accountLinks.purpose, 'sign-in'), lt(accountLinks.expiresAt, now)),
        lt(accountLinks.expiresAt, new Date(now.getTime() - keptAfterEnd)),
      ),
    )
}

/**
 * Signs out every device of this person, whichever of their addresses it was signed in with, and invalidates everything that
 * could sign in another: unopened links, also those to their data, links whose emails haven't been sent, and the signed
 * links in emails about money.
 */
export async function signOutEverywhere(shop: Shop, _input: unknown, member: Member, caller: AccountCaller) {
  const now = shop.now()
  await shop.db.transaction(async (tx) => {
    const emails = await mailboxesOf(tx, member.email)
    await tx
      .update(outbox)
      .set({ sentAt: now, droppedBecause: 'its reader signed out everywhere' })
      .where(
        and(
          inArray(outbox.kind, ['magic-link', 'exchange-link', 'data-request']),
          isNull(outbox.sentAt),
          inArray(sql`${outbox.payload} ->> 'email'`, emails),
        ),
      )
    await tx
      .update(accountLinks)
      .set({ usedAt: now })
      .where(
        and(
          inArray(accountLinks.email, emails),
          inArray(accountLinks.purpose, ['sign-in', 'data-copy', 'data-deletion']),
          isNull(accountLinks.usedAt),
        ),
      )
    await tx.delete(accountSessions).where(inArray(accountSessions.email, emails))
    for (const email of emails) await revokeManageLinks(tx, shop, email)
  })
  caller.keep(null)
  return { success: true as const }
}

/** Signs this device out. */
export async function signOutMember(shop: Shop, _input: unknown, member: Member, caller: AccountCaller) {
  await endMemberSession(shop, member)
  caller.keep(null)
  return { success: true as const }
}
