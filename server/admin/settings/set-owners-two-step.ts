import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import { writeSetting } from '../../settings/settings.ts'
import type { Shop } from '../../shop/shop.ts'
import { audit } from '../../staff/audit.ts'
import type { Staff } from '../../staff/staff.ts'

/** Makes two-step sign-in mandatory or optional for owners. Owners without it must set it up before anything else. */
export async function setOwnersTwoStep(
  shop: Shop,
  { isNeeded }: AdminInput<'setOwnersTwoStep'>,
  staff: Staff,
): Promise<AdminReply<'setOwnersTwoStep'>> {
  await shop.db.transaction(async (tx) => {
    await writeSetting({ ...shop, db: tx }, 'ownersNeedTwoStep', isNeeded || null)
    await audit(tx, staff, shop.now(), {
      action: isNeeded ? 'settings.two-step-on' : 'settings.two-step-off',
      entity: 'settings',
      entityId: 'ownersNeedTwoStep',
      after: { isNeeded },
      tells: 'owners',
    })
  })
  return { success: true }
}
