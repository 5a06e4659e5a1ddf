import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import type { Shop } from '../../shop.ts'
import { audit } from '../audit.ts'
import type { Staff } from '../staff.ts'
import { endSessionsOf, findUser } from './find-user.ts'

/** Signs somebody out on every device. @throws ShopError 'not_found' */
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
