import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import { ShopError } from '../../../domain/errors.ts'
import type { Shop } from '../../shop.ts'
import { audit } from '../audit.ts'
import type { Staff } from '../staff.ts'
import { deliverBoxes } from './deliver-boxes.ts'
import { lockBox } from './lock-box.ts'

/** One box has arrived. @throws ShopError 'not_found', 'not_possible' for a box that has not left */
export async function deliverBox(
  shop: Shop,
  { boxId }: AdminInput<'deliverBox'>,
  staff: Staff,
): Promise<AdminReply<'deliverBox'>> {
  await shop.db.transaction(async (tx) => {
    const box = await lockBox(tx, boxId)
    if (box.state === 'delivered') return
    if (box.state !== 'shipped') {
      throw new ShopError('not_possible', `This box is ${box.state}: it has not left yet.`)
    }
    await deliverBoxes(tx, shop, staff, [boxId])
    await audit(tx, staff, shop.now(), {
      action: 'box.delivered',
      entity: 'boxes',
      entityId: boxId,
      before: { state: box.state },
      after: { state: 'delivered' },
    })
  })
  return { success: true }
}
