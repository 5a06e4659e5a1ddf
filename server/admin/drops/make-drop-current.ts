import { and, count, eq } from 'drizzle-orm'
import { products, settings } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import { dropTitle } from '../../../domain/drop.ts'
import { ShopError } from '../../../domain/errors.ts'
import { catalogChanged } from '../../catalog/catalog-changed.ts'
import { currentDrop } from '../../catalog/current-drop.ts'
import type { Shop } from '../../shop.ts'
import { audit } from '../audit.ts'
import type { Staff } from '../staff.ts'

/**
 * The home page shows the belts of this drop from now on, in every process.
 * @throws ShopError 'not_possible' for a drop without active belts
 */
export async function makeDropCurrent(
  shop: Shop,
  { drop }: AdminInput<'makeDropCurrent'>,
  staff: Staff,
): Promise<AdminReply<'makeDropCurrent'>> {
  return shop.db.transaction(async (tx) => {
    await catalogChanged(tx)
    const [active] = await tx
      .select({ belts: count() })
      .from(products)
      .where(and(eq(products.drop, drop), eq(products.isActive, true)))
    if (!active?.belts) {
      throw new ShopError(
        'not_possible',
        `The drop of ${dropTitle(drop)} has no active belt to show. Add one first.`,
      )
    }
    const before = await currentDrop(tx)
    await tx
      .insert(settings)
      .values({ key: 'currentDrop', value: drop })
      .onConflictDoUpdate({ target: settings.key, set: { value: drop, updatedAt: shop.now() } })
    if (before !== drop) {
      await audit(tx, staff, shop.now(), {
        action: 'drop.current',
        entity: 'drops',
        entityId: drop,
        before: { current: before },
        after: { current: drop },
      })
    }
    return { success: true }
  })
}
