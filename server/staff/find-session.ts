import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { passkeys, sessions, settings, users } from '../../db/schema.ts'
import type { Role } from '../../domain/admin/fields.ts'
import type { Shop } from '../shop/shop.ts'
import { newToken, sessionLimits, tokenHash } from './session-token.ts'
import type { Staff } from './staff.ts'

export type FoundSession = {
  staff: Staff
  /** set if the token was replaced: the browser must use this one from now on */
  renewed: { token: string; expiresAt: Date } | null
}

/** Whether this owner still lacks the second step the shop requires (domain/admin/setting-contracts.ts). */
export const lacksTwoStep = sql<boolean>`(${users.role} = 'owner' and ${users.totpConfirmedAt} is null
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
    role: user.role as Role,
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
