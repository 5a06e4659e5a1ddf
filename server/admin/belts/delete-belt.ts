import { eq } from 'drizzle-orm'
import { products } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import { ShopError } from '../../../domain/errors.ts'
import { catalogChanged } from '../../catalog/catalog-changed.ts'
import type { Shop } from '../../shop.ts'
import { audit } from '../audit.ts'
import type { Staff } from '../staff.ts'
import { beltRow } from './belt-row.ts'
import { beltView } from './belt-views.ts'

/**
 * Deletes a belt that was never sent, with its stock.
 * @throws ShopError 'not_possible' for one that was: histories name it
 */
export async function deleteBelt(
  shop: Shop,
  { beltId }: AdminInput<'deleteBelt'>,
  staff: Staff,
): Promise<AdminReply<'deleteBelt'>> {
  return shop.db.transaction(async (tx) => {
    await catalogChanged(tx)
    // Locked, so that no box is given it in between.
    await tx.select({ id: products.id }).from(products).where(eq(products.id, beltId)).for('update')
    const belt = await beltView(tx, beltId)
    if (belt.isUsed) {
      throw new ShopError(
        'not_possible',
        `${belt.name} was sent or is promised to a member, so it cannot be deleted. Deactivate it: it leaves the home page and its history stays.`,
      )
    }
    await tx.delete(products).where(eq(products.id, beltId))
    const { id: _id, isUsed: _isUsed, stock, drop, ...fields } = belt
    await audit(tx, staff, shop.now(), {
      action: 'belt.delete',
      entity: 'products',
      entityId: beltId,
      before: {
        ...beltRow(fields),
        drop,
        stock: Object.fromEntries(stock.map((one) => [one.size, one.stock])),
      },
    })
    return { success: true }
  })
}
