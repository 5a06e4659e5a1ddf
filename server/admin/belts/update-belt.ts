import { eq } from 'drizzle-orm'
import { products } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import { ShopError } from '../../../domain/errors.ts'
import { catalogChanged } from '../../catalog/catalog-changed.ts'
import type { Shop } from '../../shop.ts'
import { audit } from '../audit.ts'
import { onlyChanged } from '../only-changed.ts'
import type { Staff } from '../staff.ts'
import { beltRow } from './belt-row.ts'
import { beltView } from './belt-views.ts'
import { checkBelt } from './check-belt.ts'
import { moveSizes } from './move-sizes.ts'
import { refuseUnseen } from './refuse-unseen.ts'

/**
 * Changes a belt; its drop stays. One that was sent keeps its SKU and its gender: what a member has stays what it was
 * (club.md "No repeat": the same SKU is the same belt).
 * @throws ShopError 'not_found', 'taken', 'not_possible', the last with `details.changed` when it is another belt by now
 * than the form began with
 */
export async function updateBelt(
  shop: Shop,
  { beltId, belt, was }: AdminInput<'updateBelt'>,
  staff: Staff,
): Promise<AdminReply<'updateBelt'>> {
  return shop.db.transaction(async (tx) => {
    await catalogChanged(tx)
    const known = await beltView(tx, beltId)
    if (was) await refuseUnseen(tx, known, was)
    if (known.isUsed && (belt.sku !== known.sku || belt.gender !== known.gender)) {
      throw new ShopError(
        'not_possible',
        'This belt was sent already, so its SKU and whether it is for men or women stay. Create another belt instead.',
      )
    }
    await checkBelt(tx, known.drop, belt, beltId)
    if (belt.gender !== known.gender) await moveSizes(tx, beltId, belt.gender)
    const [before] = await tx.select().from(products).where(eq(products.id, beltId))
    const row = beltRow(belt)
    const change = onlyChanged(before!, row)
    if (!change.isSame) {
      await tx.update(products).set(row).where(eq(products.id, beltId))
      await audit(tx, staff, shop.now(), {
        action: 'belt.update',
        entity: 'products',
        entityId: beltId,
        before: change.before,
        after: change.after,
      })
    }
    return { belt: await beltView(tx, beltId) }
  })
}
