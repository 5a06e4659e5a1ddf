import { eq } from 'drizzle-orm'
import { drops, settings } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import { addDays, instantAt } from '../../../domain/calendar-date.ts'
import { dropTitle } from '../../../domain/drop.ts'
import { ShopError } from '../../../domain/errors.ts'
import { catalogChanged } from '../../catalog/catalog-changed.ts'
import { currentDrop } from '../../catalog/current-drop.ts'
import type { Shop } from '../../shop.ts'
import { audit } from '../audit.ts'
import type { Staff } from '../staff.ts'

/**
 * A drop that is prepared. The home page goes on showing the one that it shows until the owner makes this one current.
 * @throws ShopError 'taken' for one that is there, 'invalid_body' for days in the wrong order
 */
export async function createDrop(
  shop: Shop,
  { drop, cutOffDay, shipBy }: AdminInput<'createDrop'>,
  staff: Staff,
): Promise<AdminReply<'createDrop'>> {
  if (cutOffDay >= shipBy) {
    const sentence = 'The boxes ship after the cut-off: choose a later day.'
    throw new ShopError('invalid_body', sentence, { fields: { shipBy: sentence } })
  }
  return shop.db.transaction(async (tx) => {
    await catalogChanged(tx)
    const [known] = await tx.select({ drop: drops.drop }).from(drops).where(eq(drops.drop, drop))
    if (known) {
      const sentence = `The drop of ${dropTitle(drop)} is there already. Choose another month.`
      throw new ShopError('taken', sentence, { fields: { drop: sentence } })
    }
    const current = await currentDrop(tx)
    // club.md: the cut-off is the last moment of its day.
    const midnight = instantAt(addDays(cutOffDay, 1), 0, shop.config.timeZone)
    await tx.insert(drops).values({ drop, cutOffAt: new Date(midnight.getTime() - 1), shipBy })
    if (current)
      await tx.insert(settings).values({ key: 'currentDrop', value: current }).onConflictDoNothing()
    await audit(tx, staff, shop.now(), {
      action: 'drop.create',
      entity: 'drops',
      entityId: drop,
      after: { cutOffDay, shipBy },
    })
    return { drop }
  })
}
