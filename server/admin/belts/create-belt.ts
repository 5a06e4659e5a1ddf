import { beltVariants, products } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import { beltSizes } from '../../../domain/sizing.ts'
import { catalogChanged } from '../../catalog/catalog-changed.ts'
import type { Shop } from '../../shop.ts'
import { audit } from '../audit.ts'
import { requireDrop } from '../drops/require-drop.ts'
import type { Staff } from '../staff.ts'
import { beltRow } from './belt-row.ts'
import { beltView } from './belt-views.ts'
import { checkBelt } from './check-belt.ts'

/**
 * A new belt of a drop, with every size of spec §5 and no stock yet.
 * @throws ShopError 'taken' for a SKU that another belt has
 */
export async function createBelt(
  shop: Shop,
  { drop, belt }: AdminInput<'createBelt'>,
  staff: Staff,
): Promise<AdminReply<'createBelt'>> {
  return shop.db.transaction(async (tx) => {
    await catalogChanged(tx)
    await requireDrop(tx, drop)
    await checkBelt(tx, drop, belt)
    const row = { ...beltRow(belt), drop }
    const [made] = await tx.insert(products).values(row).returning({ id: products.id })
    const productId = made!.id
    await tx.insert(beltVariants).values(beltSizes[belt.gender].map((size) => ({ productId, size })))
    await audit(tx, staff, shop.now(), {
      action: 'belt.create',
      entity: 'products',
      entityId: productId,
      after: row,
    })
    return { belt: await beltView(tx, productId) }
  })
}
