import { and, count, desc, eq, gt, isNull } from 'drizzle-orm'
import { passkeys, recoveryCodes, sessions, users } from '../../db/schema.ts'
import type { AdminReply } from '../../domain/admin/contracts.ts'
import type { Shop } from '../shop/shop.ts'
import { deviceOf, sessionLimits } from './session-token.ts'
import type { Staff } from './staff.ts'

/** One's own sign-in: since when it has two steps, recovery codes left, passkeys, and signed-in devices. */
export async function readAccount(
  shop: Shop,
  _input: unknown,
  { userId, sessionId }: Staff,
): Promise<AdminReply<'readAccount'>> {
  const now = shop.now()
  const [user] = await shop.db.select().from(users).where(eq(users.id, userId))
  const [codes] = await shop.db
    .select({ left: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)))
  const keys = await shop.db
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(desc(passkeys.createdAt), passkeys.id)
  const devices = await shop.db
    .select()
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        gt(sessions.expiresAt, now),
        gt(sessions.lastSeenAt, new Date(now.getTime() - sessionLimits.idle)),
      ),
    )
    .orderBy(desc(sessions.lastSeenAt), sessions.id)
  return {
    twoStepSince: user?.totpConfirmedAt?.toISOString() ?? null,
    recoveryCodesLeft: codes!.left,
    passwordChangedAt: user?.passwordChangedAt?.toISOString() ?? null,
    passkeys: keys.map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
    sessions: devices.map(({ id, userAgent, address, createdAt, lastSeenAt }) => ({
      id,
      isThis: id === sessionId,
      device: deviceOf(userAgent),
      address,
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
    })),
  }
}

/** The signed-in user (spec §7 GET /api/auth/me), both under `user` and at the top level, for clients that read either. */
export async function me(shop: Shop, _input: unknown, staff: Staff): Promise<AdminReply<'me'>> {
  const [row] = await shop.db.select({ email: users.email }).from(users).where(eq(users.id, staff.userId))
  const { userId: id, username, role: staffRole, mustChangePassword, mustSetUpTwoStep } = staff
  const asSpecified = { id, username, isAdmin: true, role: 'admin' } as const
  return {
    user: { ...asSpecified, email: row?.email ?? null, staffRole, mustChangePassword, mustSetUpTwoStep },
    ...asSpecified,
  }
}
