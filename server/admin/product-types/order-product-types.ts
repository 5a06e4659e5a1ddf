import { eq } from 'drizzle-orm'
import { productTypes } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import { ShopError } from '../../../domain/errors.ts'
import type { Shop } from '../../shop.ts'
import { audit } from '../audit.ts'
import type { Staff } from '../staff.ts'
import { holdProductTypes } from './hold-product-types.ts'
import { productTypeViews } from './product-type-views.ts'

/**
 * Puts all product types into the given order: 0, 1, 2 ...
 * @throws ShopError 'not_possible' when they are not the ones that there are
 */
export async function orderProductTypes(
  shop: Shop,
  { ids }: AdminInput<'orderProductTypes'>,
  staff: Staff,
): Promise<AdminReply<'orderProductTypes'>> {
  return shop.db.transaction(async (tx) => {
    await holdProductTypes(tx)
    const known = await productTypeViews(tx)
    const isAll = new Set(ids).size === known.length && known.every(({ id }) => ids.includes(id))
    if (!isAll || ids.length !== known.length) {
      throw new ShopError('not_possible', 'Somebody added or deleted a type meanwhile. Load the page again.')
    }
    for (const { id, name, displayOrder } of known) {
      const place = ids.indexOf(id)
      if (place === displayOrder) continue
      await tx
        .update(productTypes)
        .set({ displayOrder: place, updatedAt: shop.now() })
        .where(eq(productTypes.id, id))
      await audit(tx, staff, shop.now(), {
        action: 'product-type.order',
        entity: 'product_types',
        entityId: id,
        before: { name, displayOrder },
        after: { name, displayOrder: place },
      })
    }
    return { productTypes: await productTypeViews(tx) }
  })
}
