import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import type { Shop } from '../../shop.ts'
import { audit } from '../audit.ts'
import type { Staff } from '../staff.ts'
import { requireNotHeld } from './drop-row.ts'
import { readFile } from './read-file.ts'
import { shipBoxes } from './ship-boxes.ts'

/**
 * Ships the boxes that a carrier's file names, each with its number; every member hears (club.md "Ship"). Bad lines are
 * named and left out, so that three wrong lines do not keep 297 parcels untold; the file sent again ships the rest only.
 * @throws ShopError 'invalid_body' for a file that is no such table, 'not_possible' for a drop that is held
 */
export async function importTracking(
  shop: Shop,
  { drop, file }: AdminInput<'importTracking'>,
  staff: Staff,
): Promise<AdminReply<'importTracking'>> {
  const outcome = await shop.db.transaction(async (tx) => {
    await requireNotHeld(tx, shop, drop)
    const read = await readFile(tx, drop, file, 'shipped')
    const shipped = await shipBoxes(tx, shop, staff, read.good)
    const { badLines } = read.outcome
    await audit(tx, staff, shop.now(), {
      action: 'drop.ship',
      entity: 'drops',
      entityId: drop,
      after: { shipped, badLines },
    })
    return { ...read.outcome, taken: shipped }
  })
  shop.wakeWorker()
  return outcome
}
