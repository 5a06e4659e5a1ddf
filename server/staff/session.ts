import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { auditLog, passkeys, sessions, settings, staffDevices, users } from '../../db/schema.ts'
import type { Device } from '../shop/caller.ts'
import { deviceOf } from '../shop/device.ts'
import type { Shop } from '../shop/shop.ts'
import { newToken, sessionLimits, tokenHash } from './session-token.ts'
import { audit, type Staff } from './staff.ts'

export type FoundSession = {
  staff: Staff
  /** set if the token was replaced: the browser must use this one from now on */
  renewed: { token: string; expiresAt: Date } | null
}

/** Whether this owner still lacks the second step the shop requires (domain/admin/setting-contracts.ts). */
const lacksTwoStep = sql<boolean>`(${users.role} = 'owner' and ${users.totpConfirmedAt} is null
  and not exists (select from ${passkeys} where ${passkeys.userId} = ${users.id})
  and exists (select from ${settings} where ${settings.key} = 'ownersNeedTwoStep'))`

/** The staff member signed in with this token; null if it is unknown, replaced or expired. */
export async function findSession(shop: Shop, token: string, address: string): Promise<FoundSession | null> {
  const now = shop.now()
  const hash = tokenHash(token)
  const [row] = await shop.db
    .select({ session: sessions, user: users, lacksTwoStep })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        or(eq(sessions.tokenHash, hash), eq(sessions.previousTokenHash, hash)),
        gt(sessions.expiresAt, now),
        gt(sessions.lastSeenAt, new Date(now.getTime() - sessionLimits.idle)),
        eq(users.isAdmin, true),
        isNull(users.disabledAt),
      ),
    )
  if (!row) return null
  const { session, user, lacksTwoStep: mustSetUpTwoStep } = row
  const { previousEndsAt } = session
  if (session.tokenHash !== hash && previousEndsAt && previousEndsAt <= now) return null
  const { id: userId, username, mustChangePassword } = user
  const staff = {
    userId,
    username,
    role: user.role,
    sessionId: session.id,
    address,
    mustChangePassword,
    mustSetUpTwoStep,
  }
  return { staff, renewed: await keepSession(shop, session, hash) }
}

type Session = typeof sessions.$inferSelect
type Renewed = { token: string; expiresAt: Date }

/**
 * Records that a device was seen, and replaces its token regularly. The old token works until the browser has used the new
 * one, and a minute longer: the reply may be lost, and requests under way still carry the old one.
 * @param hash of the token that was sent: the session's current or previous one
 */
async function keepSession(shop: Shop, session: Session, hash: string): Promise<Renewed | null> {
  const now = shop.now()
  const age = now.getTime() - session.rotatedAt.getTime()
  const isCurrent = hash === session.tokenHash
  const isLost = !isCurrent && session.previousEndsAt === null && age > sessionLimits.grace
  if ((isCurrent && age > sessionLimits.rotateAfter) || isLost) return rotate(shop, session, hash)
  const isFirstWithNew = isCurrent && session.previousTokenHash !== null && session.previousEndsAt === null
  const isNoted = now.getTime() - session.lastSeenAt.getTime() < sessionLimits.noteEvery
  if (isNoted && !isFirstWithNew) return null
  await shop.db
    .update(sessions)
    .set({
      lastSeenAt: now,
      ...(isFirstWithNew ? { previousEndsAt: new Date(now.getTime() + sessionLimits.grace) } : {}),
    })
    .where(and(eq(sessions.id, session.id), eq(sessions.tokenHash, session.tokenHash)))
  return null
}

// Of simultaneous requests one replaces the token; the others see that it changed, and continue with theirs.
async function rotate(shop: Shop, session: Session, hash: string): Promise<Renewed | null> {
  const token = newToken()
  const now = shop.now()
  const replaced = await shop.db
    .update(sessions)
    .set({
      tokenHash: tokenHash(token),
      previousTokenHash: hash,
      previousEndsAt: null,
      rotatedAt: now,
      lastSeenAt: now,
    })
    .where(and(eq(sessions.id, session.id), eq(sessions.tokenHash, session.tokenHash)))
    .returning({ id: sessions.id })
  return replaced.length > 0 ? { token, expiresAt: session.expiresAt } : null
}

/** Replaces the token immediately, without a grace period, when the session gains or loses rights. */
export async function replaceToken(shop: Shop, sessionId: string): Promise<Renewed | null> {
  const token = newToken()
  const [row] = await shop.db
    .update(sessions)
    .set({
      tokenHash: tokenHash(token),
      previousTokenHash: null,
      previousEndsAt: null,
      rotatedAt: shop.now(),
    })
    .where(eq(sessions.id, sessionId))
    .returning({ expiresAt: sessions.expiresAt })
  return row ? { token, expiresAt: row.expiresAt } : null
}

export type OpenedSession = {
  token: string
  expiresAt: Date
  staff: Staff
  /** identifies this browser at the next sign-in */
  deviceToken: string
}

/** Opens a session with a new token, and ends this browser's previous one (OWASP ASVS 5, 7.2.4). */
export async function openSession(
  tx: Transaction,
  shop: Shop,
  user: typeof users.$inferSelect,
  device: Device,
): Promise<OpenedSession> {
  const now = shop.now()
  if (device.sessionToken)
    await tx.delete(sessions).where(eq(sessions.tokenHash, tokenHash(device.sessionToken)))
  const token = newToken()
  const expiresAt = new Date(now.getTime() + sessionLimits.longest)
  const { address, userAgent } = device
  const [made] = await tx
    .insert(sessions)
    .values({
      userId: user.id,
      tokenHash: tokenHash(token),
      createdAt: now,
      lastSeenAt: now,
      rotatedAt: now,
      expiresAt,
      address,
      userAgent,
    })
    .returning({ id: sessions.id })
  const { id: userId, username, mustChangePassword } = user
  const [lacking] = await tx.select({ lacksTwoStep }).from(users).where(eq(users.id, userId))
  const staff: Staff = {
    userId,
    username,
    role: user.role,
    sessionId: made!.id,
    address,
    mustChangePassword,
    mustSetUpTwoStep: lacking!.lacksTwoStep,
  }
  const deviceToken = device.deviceToken ?? newToken()
  const isNewDevice = await noteDevice(tx, now, userId, deviceToken)
  await audit(tx, staff, now, {
    action: 'session.start',
    entity: 'users',
    entityId: userId,
    after: { address, ...(isNewDevice ? { isNewDevice, device: deviceOf(userAgent) } : {}) },
    ...(isNewDevice ? { tells: 'self' } : {}),
  })
  return { token, expiresAt, staff, deviceToken }
}

/** Whether a user who has signed in before does so from an unknown browser. It is known from now on. */
async function noteDevice(tx: Transaction, now: Date, userId: string, deviceToken: string): Promise<boolean> {
  const [earlier] = await tx
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(and(eq(auditLog.userId, userId), eq(auditLog.action, 'session.start')))
    .limit(1)
  const row = { tokenHash: tokenHash(`${userId} ${deviceToken}`), userId, createdAt: now, lastSeenAt: now }
  const known = await tx
    .update(staffDevices)
    .set({ lastSeenAt: now })
    .where(eq(staffDevices.tokenHash, row.tokenHash))
    .returning({ userId: staffDevices.userId })
  if (known.length > 0) return false
  await tx.insert(staffDevices).values(row).onConflictDoNothing()
  return earlier !== undefined
}
