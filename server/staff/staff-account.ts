import { and, count, desc, eq, gt, isNull, ne } from 'drizzle-orm'
import { passkeys, recoveryCodes, sessions, users } from '../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../domain/admin/contracts.ts'
import { normalizeEmail } from '../../domain/email.ts'
import { ShopError } from '../../domain/errors.ts'
import { deviceOf } from '../shop/device.ts'
import type { Shop } from '../shop/shop.ts'
import { sessionLimits } from './session-token.ts'
import { audit, type Staff } from './staff.ts'

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

/** Changes the address for emails about one's own sign-in. @throws ShopError 'taken' for another user's address */
export async function changeEmail(
  shop: Shop,
  input: AdminInput<'changeEmail'>,
  staff: Staff,
): Promise<AdminReply<'changeEmail'>> {
  const email = input.email === null ? null : normalizeEmail(input.email)
  await shop.db.transaction(async (tx) => {
    const [other] =
      email === null
        ? []
        : await tx
            .select({ id: users.id })
            .from(users)
            .where(and(eq(users.email, email), ne(users.id, staff.userId)))
    if (other) {
      const sentence = 'Someone else on the staff has this address. Use another.'
      throw new ShopError('taken', sentence, { fields: { email: sentence } })
    }
    // Before the update, so that the old address gets the email.
    await audit(tx, staff, shop.now(), {
      action: 'user.email',
      entity: 'users',
      entityId: staff.userId,
      tells: 'owners',
    })
    await tx.update(users).set({ email }).where(eq(users.id, staff.userId))
  })
  return { success: true }
}
