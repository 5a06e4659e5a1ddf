import { createHash, randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { sessions, type users } from '../../db/schema.ts'
import type { Role } from '../../domain/admin/fields.ts'
import type { Device } from '../shop/caller.ts'
import type { Shop } from '../shop/shop.ts'
import { audit } from './audit.ts'
import type { Staff } from './staff.ts'

const minute = 60_000

/** Milliseconds; reasons in docs/decisions/013-staff-sessions.md (OWASP ASVS 5, 7.3). */
export const sessionLimits = {
  /** without any call */
  idle: 30 * minute,
  /** since the sign-in, whatever one does */
  longest: 12 * 60 * minute,
  /** after which the token is replaced */
  rotateAfter: 15 * minute,
  /** for which requests that were under way may still carry the old token */
  grace: minute,
  /** between two notes of when a device was last seen */
  noteEvery: minute,
} as const

export type OpenedSession = { token: string; expiresAt: Date; staff: Staff }

/** A new session under a new token; the one that this browser had before ends (OWASP ASVS 5, 7.2.4). */
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
  const staff: Staff = {
    userId,
    username,
    role: user.role as Role,
    sessionId: made!.id,
    address,
    mustChangePassword,
  }
  await audit(tx, staff, now, {
    action: 'session.start',
    entity: 'users',
    entityId: userId,
    after: { address },
  })
  return { token, expiresAt, staff }
}

/** 256 random bits: nobody guesses one (OWASP ASVS 5, 7.2.3). */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What the database keeps of a token. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
