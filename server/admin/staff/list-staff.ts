import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { passkeys, sessions, users } from '../../../db/schema.ts'
import type { AdminReply } from '../../../domain/admin/calls.ts'
import type { Role } from '../../../domain/admin/roles.ts'
import type { Shop } from '../../shop.ts'
import { sessionLimits } from '../sessions/session-limits.ts'

/** Everybody who may sign in to the desk, and who could. */
export async function listStaff(shop: Shop): Promise<AdminReply<'listStaff'>> {
  const now = shop.now()
  const idle = new Date(now.getTime() - sessionLimits.idle)
  const open = and(eq(sessions.userId, users.id), gt(sessions.expiresAt, now), gt(sessions.lastSeenAt, idle))
  const rows = await shop.db
    .select({
      user: users,
      sessions: sql<number>`count(${sessions.id})::int`,
      hasPasskey: sql<boolean>`exists (select from ${passkeys} where ${passkeys.userId} = ${users.id})`,
      lastSeenAt: sql<Date | string | null>`max(${sessions.lastSeenAt})`,
    })
    .from(users)
    .leftJoin(sessions, open)
    .where(eq(users.isAdmin, true))
    .groupBy(users.id)
    .orderBy(asc(users.username))
  return {
    staff: rows.map(({ user, hasPasskey, sessions: devices, lastSeenAt }) => ({
      id: user.id,
      username: user.username,
      email: user.email,
      role: user.role as Role,
      hasTwoStep: user.totpConfirmedAt !== null || hasPasskey,
      mustChangePassword: user.mustChangePassword,
      isDisabled: user.disabledAt !== null,
      sessions: devices,
      lastSeenAt: lastSeenAt === null ? null : new Date(lastSeenAt).toISOString(),
    })),
  }
}
