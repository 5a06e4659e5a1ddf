import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import type { Shop } from '../../shop.ts'
import { audit } from '../audit.ts'
import type { Staff } from '../staff.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'
import { requireCode } from './take-code.ts'

/** Ten new codes; the old ones no longer count. @throws ShopError 'invalid_body' for a wrong code, 'too_many_requests' */
export async function renewRecoveryCodes(
  shop: Shop,
  { code }: AdminInput<'renewRecoveryCodes'>,
  staff: Staff,
): Promise<AdminReply<'renewRecoveryCodes'>> {
  await requireCode(shop, staff.userId, code, staff.address)
  return shop.db.transaction(async (tx) => {
    await audit(tx, staff, shop.now(), {
      action: 'user.recovery-codes',
      entity: 'users',
      entityId: staff.userId,
      tells: 'owners',
    })
    return { recoveryCodes: await makeRecoveryCodes(tx, staff.userId) }
  })
}
