import { eq } from 'drizzle-orm'
import { users } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import type { Shop } from '../../shop.ts'
import { audit } from '../audit.ts'
import type { Staff } from '../staff.ts'
import { endSessionsOf, findUser, keepAnOwner } from './find-user.ts'

/** Lets nobody in under this name, or lets them in again. @throws ShopError 'not_found', 'not_possible' */
export async function setStaffDisabled(
  shop: Shop,
  { userId, isDisabled }: AdminInput<'setStaffDisabled'>,
  staff: Staff,
): Promise<AdminReply<'setStaffDisabled'>> {
  await shop.db.transaction(async (tx) => {
    if (isDisabled) await keepAnOwner(tx, userId)
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
