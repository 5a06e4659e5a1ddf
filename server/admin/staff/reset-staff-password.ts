import { eq } from 'drizzle-orm'
import { users } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import { ShopError } from '../../../domain/errors.ts'
import type { Shop } from '../../shop.ts'
import type { Staff } from '../staff.ts'
import { resetPassword } from './reset-password.ts'

/** The owner's help for whoever forgot the password or lost the telephone. @throws ShopError 'not_found' */
export async function resetStaffPassword(
  shop: Shop,
  { userId, removeTwoStep }: AdminInput<'resetStaffPassword'>,
  staff: Staff,
): Promise<AdminReply<'resetStaffPassword'>> {
  if (userId === staff.userId) {
    throw new ShopError('not_possible', 'This is you: change your password under your name.')
  }
  const [user] = await shop.db.select({ username: users.username }).from(users).where(eq(users.id, userId))
  if (!user) throw new ShopError('not_found', 'There is nobody with this id among the staff.')
  const password = await resetPassword(shop, { username: user.username, removeTwoStep }, staff)
  return { password }
}
