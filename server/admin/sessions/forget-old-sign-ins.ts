import { lt, or } from 'drizzle-orm'
import { loginAttempts, loginChallenges, sessions, staffDevices } from '../../../db/schema.ts'
import type { Shop } from '../../shop.ts'
import { knownFor } from '../sign-in/limit-logins.ts'
import { sessionLimits } from './session-limits.ts'

/** Deletes what no sign-in needs any more: sessions that are over, second steps not taken, old attempts. */
export async function forgetOldSignIns(shop: Shop) {
  const now = shop.now()
  const before = (milliseconds: number) => new Date(now.getTime() - milliseconds)
  await shop.db
    .delete(sessions)
    .where(or(lt(sessions.expiresAt, now), lt(sessions.lastSeenAt, before(sessionLimits.idle))))
  await shop.db.delete(staffDevices).where(lt(staffDevices.lastSeenAt, before(sessionLimits.deviceKnown)))
  await shop.db.delete(loginChallenges).where(lt(loginChallenges.expiresAt, now))
  await shop.db.delete(loginAttempts).where(lt(loginAttempts.createdAt, before(knownFor)))
}
