import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { passkeys, sessions, users } from '../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../domain/admin/contracts.ts'
import { ShopError } from '../../domain/errors.ts'
import type { Shop } from '../shop/shop.ts'
import { createAdmin } from './create-admin.ts'
import { endSessionsOf, findUser, requireAnotherOwner, resetPassword } from './reset-password.ts'
import { sessionLimits } from './session-token.ts'
import { audit, type Staff } from './staff.ts'

/** Everyone with a sign-in to the admin, including disabled ones. */
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
      role: user.role,
      hasTwoStep: user.totpConfirmedAt !== null || hasPasskey,
      mustChangePassword: user.mustChangePassword,
      isDisabled: user.disabledAt !== null,
      sessions: devices,
      lastSeenAt: lastSeenAt === null ? null : new Date(lastSeenAt).toISOString(),
    })),
  }
}

/** Adds a staff member with a password that is shown once. @throws ShopError 'taken' */
export async function inviteStaff(
  shop: Shop,
  { username, email, role }: AdminInput<'inviteStaff'>,
  staff: Staff,
): Promise<AdminReply<'inviteStaff'>> {
  const { newPassword } = await createAdmin(shop, { username, email, role, password: null }, staff)
  return { password: newPassword! }
}

/** Disables or re-enables a staff member's sign-in. @throws ShopError 'not_found', 'not_possible' */
export async function setStaffDisabled(
  shop: Shop,
  { userId, isDisabled }: AdminInput<'setStaffDisabled'>,
  staff: Staff,
): Promise<AdminReply<'setStaffDisabled'>> {
  await shop.db.transaction(async (tx) => {
    if (isDisabled) await requireAnotherOwner(tx, userId)
    const user = await findUser(tx, userId)
    if ((user.disabledAt !== null) === isDisabled) return
    await tx
      .update(users)
      .set({ disabledAt: isDisabled ? shop.now() : null })
      .where(eq(users.id, userId))
    await endSessionsOf(tx, userId)
    await audit(tx, staff, shop.now(), {
      action: isDisabled ? 'user.disable' : 'user.enable',
      entity: 'users',
      entityId: userId,
      before: { username: user.username, isDisabled: !isDisabled },
      after: { username: user.username, isDisabled },
      tells: 'owners',
    })
  })
  return { success: true }
}

/** Changes a role; the person must sign in again. @throws ShopError 'not_found', 'not_possible' for the last owner */
export async function setStaffRole(
  shop: Shop,
  { userId, role }: AdminInput<'setStaffRole'>,
  staff: Staff,
): Promise<AdminReply<'setStaffRole'>> {
  await shop.db.transaction(async (tx) => {
    if (role !== 'owner') await requireAnotherOwner(tx, userId)
    const user = await findUser(tx, userId)
    if (user.role === role) return
    await tx.update(users).set({ role }).where(eq(users.id, userId))
    await endSessionsOf(tx, userId)
    await audit(tx, staff, shop.now(), {
      action: 'user.role',
      entity: 'users',
      entityId: userId,
      before: { username: user.username, role: user.role },
      after: { username: user.username, role },
      tells: 'owners',
    })
  })
  return { success: true }
}

/** Signs someone out on every device. @throws ShopError 'not_found' */
export async function signOutStaff(
  shop: Shop,
  { userId }: AdminInput<'signOutStaff'>,
  staff: Staff,
): Promise<AdminReply<'signOutStaff'>> {
  await shop.db.transaction(async (tx) => {
    const { username } = await findUser(tx, userId)
    await endSessionsOf(tx, userId)
    await audit(tx, staff, shop.now(), {
      action: 'session.end-all',
      entity: 'users',
      entityId: userId,
      before: { username },
    })
  })
  return { success: true }
}

/** Lets an owner reset the sign-in of someone who forgot the password or lost their phone. @throws ShopError 'not_found' */
export async function resetStaffPassword(
  shop: Shop,
  { userId, removeTwoStep }: AdminInput<'resetStaffPassword'>,
  staff: Staff,
): Promise<AdminReply<'resetStaffPassword'>> {
  if (userId === staff.userId) {
    throw new ShopError('not_possible', 'This is you. Change your password under your name.')
  }
  const [user] = await shop.db.select({ username: users.username }).from(users).where(eq(users.id, userId))
  if (!user) throw new ShopError('not_found', 'No one on the staff has this id.')
  const password = await resetPassword(shop, { username: user.username, removeTwoStep }, staff)
  return { password }
}
