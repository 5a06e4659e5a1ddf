import { eq } from 'drizzle-orm'
import type { Transaction } from '../../../db/database.ts'
import { sessions, type users } from '../../../db/schema.ts'
import type { Role } from '../../../domain/admin/roles.ts'
import type { Device } from '../../caller.ts'
import type { Shop } from '../../shop.ts'
import { audit } from '../audit.ts'
import type { Staff } from '../staff.ts'
import { sessionLimits } from './session-limits.ts'
import { newToken, tokenHash } from './token.ts'

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
