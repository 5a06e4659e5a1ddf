import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import { ShopError } from '../../../domain/errors.ts'
import type { Shop } from '../../shop.ts'
import { requirePassword } from '../account/require-password.ts'
import { audit } from '../audit.ts'
import type { Staff } from '../staff.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'

/** Ten new codes; the old ones no longer count. @throws ShopError 'not_allowed', 'not_possible' */
export async function renewRecoveryCodes(
  shop: Shop,
  { password }: AdminInput<'renewRecoveryCodes'>,
  staff: Staff,
): Promise<AdminReply<'renewRecoveryCodes'>> {
  const user = await requirePassword(shop, staff, password)
  if (!user.totpConfirmedAt) throw new ShopError('not_possible', 'Turn two-step sign-in on first.')
  return shop.db.transaction(async (tx) => {
    await audit(tx, staff, shop.now(), {
      action: 'user.recovery-codes',
      entity: 'users',
      entityId: staff.userId,
    })
    return { recoveryCodes: await makeRecoveryCodes(tx, staff.userId) }
  })
}
