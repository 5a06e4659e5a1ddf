import { and, eq } from 'drizzle-orm'
import { sessions } from '../../../db/schema.ts'
import type { Shop } from '../../shop.ts'
import { sessionLimits } from './session-limits.ts'
import { newToken, tokenHash } from './token.ts'

type Session = typeof sessions.$inferSelect
export type Renewed = { token: string; expiresAt: Date }

/**
 * Notes that a device was seen, and replaces its token now and then. The old token counts until the browser has come
 * with the new one, and a minute longer: an answer may be lost, and requests that were under way carry the old one.
 * @param hash of the token that came, the session's current or its previous one
 */
export async function keepSession(shop: Shop, session: Session, hash: string): Promise<Renewed | null> {
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

// Of requests at once, one replaces the token; the others find that it is no longer the same, and go on with theirs.
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

/** Replaces the token at once and for good, after something that changes what the session is worth. */
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
