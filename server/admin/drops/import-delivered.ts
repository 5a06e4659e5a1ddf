import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import type { Shop } from '../../shop.ts'
import { audit } from '../audit.ts'
import type { Staff } from '../staff.ts'
import { deliverBoxes } from './deliver-boxes.ts'
import { lockDrop } from './drop-row.ts'
import { readFile } from './read-file.ts'

/** Marks the boxes that a carrier's file reports as delivered. Bad lines are named and left out. */
export async function importDelivered(
  shop: Shop,
  { drop, file }: AdminInput<'importDelivered'>,
  staff: Staff,
): Promise<AdminReply<'importDelivered'>> {
  return shop.db.transaction(async (tx) => {
    await lockDrop(tx, shop, drop)
    const read = await readFile(tx, drop, file, 'delivered')
    const ids = read.good.map((line) => line.boxId)
    const delivered = await deliverBoxes(tx, shop, staff, ids)
    const { badLines } = read.outcome
    await audit(tx, staff, shop.now(), {
      action: 'drop.delivered',
      entity: 'drops',
      entityId: drop,
      after: { delivered, badLines },
    })
    return { ...read.outcome, taken: delivered }
  })
}
