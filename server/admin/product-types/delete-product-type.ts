import { eq } from 'drizzle-orm'
import { productTypes } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import type { Shop } from '../../shop.ts'
import { audit } from '../audit.ts'
import type { Staff } from '../staff.ts'
import { goneType } from './product-type-views.ts'

/** DELETE /api/admin/product-types/{id}. Belts and orders keep their style. @throws ShopError 'not_found' */
export async function deleteProductType(
  shop: Shop,
  { productTypeId }: AdminInput<'deleteProductType'>,
  staff: Staff,
): Promise<AdminReply<'deleteProductType'>> {
  return shop.db.transaction(async (tx) => {
    const [gone] = await tx.delete(productTypes).where(eq(productTypes.id, productTypeId)).returning()
    if (!gone) throw goneType()
    const { id, createdAt: _created, updatedAt: _updated, ...before } = gone
    await audit(tx, staff, shop.now(), {
      action: 'product-type.delete',
      entity: 'product_types',
      entityId: id,
      before,
    })
    return { success: true }
  })
}
