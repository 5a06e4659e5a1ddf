import { and, eq } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { auditLog, sessions, staffDevices, users } from '../../db/schema.ts'
import type { Role } from '../../domain/admin/fields.ts'
import type { Device } from '../shop/caller.ts'
import type { Shop } from '../shop/shop.ts'
import { audit } from './audit.ts'
import { lacksTwoStep } from './find-session.ts'
import { deviceOf, newToken, sessionLimits, tokenHash } from './session-token.ts'
import type { Staff } from './staff.ts'

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
    role: user.role as Role,
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
