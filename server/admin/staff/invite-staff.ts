import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import type { Shop } from '../../shop.ts'
import { createAdmin } from '../create-admin.ts'
import type { Staff } from '../staff.ts'

/** One more of the staff, with a password that is shown once. @throws ShopError 'taken' */
export async function inviteStaff(
  shop: Shop,
  { username, email, role }: AdminInput<'inviteStaff'>,
  staff: Staff,
): Promise<AdminReply<'inviteStaff'>> {
  const { newPassword } = await createAdmin(shop, { username, email, role, password: null }, staff)
  return { password: newPassword! }
}
