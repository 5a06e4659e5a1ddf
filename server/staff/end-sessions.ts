import { and, eq, lt, or } from 'drizzle-orm'
import { loginAttempts, loginChallenges, sessions, staffDevices } from '../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../domain/admin/contracts.ts'
import { ShopError } from '../../domain/errors.ts'
import { keptSince } from '../../domain/retention.ts'
import type { Shop } from '../shop/shop.ts'
import { sessionLimits } from './session-token.ts'
import { audit, type Staff } from './staff.ts'

/** Ends one of one's own sessions. @throws ShopError 'not_found' */
export async function endSession(
  shop: Shop,
  { sessionId }: AdminInput<'endSession'>,
  staff: Staff,
): Promise<AdminReply<'endSession'>> {
  await shop.db.transaction(async (tx) => {
    const [ended] = await tx
      .delete(sessions)
      .where(and(eq(sessions.id, sessionId), eq(sessions.userId, staff.userId)))
      .returning({ address: sessions.address })
    if (!ended) throw new ShopError('not_found', 'This device is no longer signed in.')
    await audit(tx, staff, shop.now(), {
      action: 'session.end',
      entity: 'users',
      entityId: staff.userId,
      before: ended,
    })
  })
  return { success: true }
}

/** Ends all of one's own sessions, including this one, and half-made sign-ins; no browser counts as known anymore. */
export async function signOutEverywhere(
  shop: Shop,
  _input: unknown,
  staff: Staff,
): Promise<AdminReply<'signOutEverywhere'>> {
  await shop.db.transaction(async (tx) => {
    await tx.delete(sessions).where(eq(sessions.userId, staff.userId))
    await tx.delete(loginChallenges).where(eq(loginChallenges.userId, staff.userId))
    await tx.delete(staffDevices).where(eq(staffDevices.userId, staff.userId))
    await audit(tx, staff, shop.now(), {
      action: 'session.end-all',
      entity: 'users',
      entityId: staff.userId,
    })
  })
  return { success: true }
}

/** Ends this device's session (spec §7 POST /api/auth/logout). */
export async function signOut(shop: Shop, _input: unknown, staff: Staff): Promise<AdminReply<'signOut'>> {
  await shop.db.transaction(async (tx) => {
    await tx.delete(sessions).where(eq(sessions.id, staff.sessionId))
    await audit(tx, staff, shop.now(), { action: 'session.end', entity: 'users', entityId: staff.userId })
  })
  return { success: true }
}

/** Deletes expired sign-in data: sessions, known devices, unused challenges and old attempts. */
export async function pruneSignIns(shop: Shop) {
  const now = shop.now()
  const before = (milliseconds: number) => new Date(now.getTime() - milliseconds)
  await shop.db
    .delete(sessions)
    .where(or(lt(sessions.expiresAt, now), lt(sessions.lastSeenAt, before(sessionLimits.idle))))
  await shop.db.delete(staffDevices).where(lt(staffDevices.lastSeenAt, before(sessionLimits.deviceKnown)))
  await shop.db.delete(loginChallenges).where(lt(loginChallenges.expiresAt, now))
  await shop.db.delete(loginAttempts).where(lt(loginAttempts.createdAt, keptSince('signIns', now)))
}
