import { eq } from 'drizzle-orm'
import { users } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import type { Shop } from '../../shop.ts'
import { audit } from '../audit.ts'
import type { Staff } from '../staff.ts'
import { endSessionsOf, findUser, keepAnOwner } from './find-user.ts'

/** Another role; whoever gets one signs in anew. @throws ShopError 'not_found', 'not_possible' for the last owner */
export async function setStaffRole(
  shop: Shop,
  { userId, role }: AdminInput<'setStaffRole'>,
  staff: Staff,
): Promise<AdminReply<'setStaffRole'>> {
  await shop.db.transaction(async (tx) => {
    if (role !== 'owner') await keepAnOwner(tx, userId)
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
