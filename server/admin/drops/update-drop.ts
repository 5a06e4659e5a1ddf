import { eq } from 'drizzle-orm'
import { drops } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import { calendarDateIn } from '../../../domain/calendar-date.ts'
import { ShopError } from '../../../domain/errors.ts'
import { catalogChanged } from '../../catalog/catalog-changed.ts'
import type { Shop } from '../../shop.ts'
import { audit } from '../audit.ts'
import type { Staff } from '../staff.ts'
import { endOfDay, lockDrop } from './drop-row.ts'

/**
 * The days of a drop (club.md "The calendar"). Nobody is told: changeDrop tells.
 * @throws ShopError 'invalid_body' for days in the wrong order
 */
export async function updateDrop(
  shop: Shop,
  { drop, cutOffDay, shipBy }: AdminInput<'updateDrop'>,
  staff: Staff,
): Promise<AdminReply<'updateDrop'>> {
  if (cutOffDay >= shipBy) {
    const sentence = 'The boxes ship after the cut-off: choose a later day.'
    throw new ShopError('invalid_body', sentence, { fields: { shipBy: sentence } })
  }
  await shop.db.transaction(async (tx) => {
    await catalogChanged(tx)
    const row = await lockDrop(tx, shop, drop)
    const before = { cutOffDay: calendarDateIn(shop.config.timeZone, row.cutOffAt), shipBy: row.shipBy }
    await tx
      .update(drops)
      .set({ cutOffAt: endOfDay(shop, cutOffDay), shipBy })
      .where(eq(drops.drop, drop))
    await audit(tx, staff, shop.now(), {
      action: 'drop.days',
      entity: 'drops',
      entityId: drop,
      before,
      after: { cutOffDay, shipBy },
    })
  })
  return { success: true }
}
