import { and, eq, sql } from 'drizzle-orm'
import { rowsOf } from '../../../db/database.ts'
import { beltVariants } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import { ShopError } from '../../../domain/errors.ts'
import { isLow } from '../../../domain/stock-needs.ts'
import { beyondStock, lockInventory, releasePromises } from '../../curation/inventory.ts'
import { upcomingNeeds } from '../../curation/stock-needs.ts'
import type { Shop } from '../../shop/shop.ts'
import { audit, type Staff } from '../../staff/staff.ts'
import { beltView } from './belts.ts'

/**
 * Sets the units of some sizes of a belt: all or nothing. Boxes that the new count can't cover lose the belt.
 * @throws ShopError 'not_possible' if a size's stock differs from what the screen showed
 */
export async function setStock(
  shop: Shop,
  { beltId, changes }: AdminInput<'setStock'>,
  staff: Staff,
): Promise<AdminReply<'setStock'>> {
  return shop.db.transaction(async (tx) => {
    await lockInventory(tx, sql`v.product_id = ${beltId}`)
    const belt = await beltView(tx, beltId)
    const before: Record<string, number> = {}
    const after: Record<string, number> = {}
    for (const { size, stock, was } of changes) {
      if (!belt.stock.some((each) => each.size === size)) {
        throw new ShopError('invalid_body', `${belt.name} doesn’t come in size ${size}.`)
      }
      const [changed] = await tx
        .update(beltVariants)
        .set({ stock })
        .where(
          and(eq(beltVariants.productId, beltId), eq(beltVariants.size, size), eq(beltVariants.stock, was)),
        )
        .returning({ id: beltVariants.id })
      if (!changed) {
        const now = (await beltView(tx, beltId)).stock.find((each) => each.size === size)?.stock ?? 0
        throw new ShopError(
          'not_possible',
          `The stock of ${belt.name}, size ${size}, was changed in the meantime. It’s ${now} now. Look at it again.`,
        )
      }
      if (stock < was) await releasePromises(tx, shop, { beltId, size, stock })
      before[size] = was
      after[size] = stock
    }
    await audit(tx, staff, shop.now(), {
      action: 'belt.stock',
      entity: 'products',
      entityId: beltId,
      before,
      after,
    })
    return { belt: await beltView(tx, beltId) }
  })
}

/** The boxes that would lose this belt if a size had only `stock` units, earliest drop first, for the screen to confirm. */
export async function listPromised(
  shop: Shop,
  { beltId, size, stock }: AdminInput<'listPromised'>,
): Promise<AdminReply<'listPromised'>> {
  const boxes = await rowsOf<{ id: string; name: string; drop: string }>(
    shop.db,
    sql`select promised.id::text, coalesce(m.address ->> 'fullName', '') as name, promised.drop
      from ${beyondStock({ beltId, size, stock })} join memberships m on m.id = promised.membership_id
      order by promised.drop, name, promised.id limit 200`,
  )
  return { boxes }
}

/** What the coming drop needs, and which sizes run low. */
export async function listStockNeeds(shop: Shop): Promise<AdminReply<'listStockNeeds'>> {
  const { needs, ...coming } = await upcomingNeeds(shop)
  return { ...coming, needs: needs.map((need) => ({ ...need, isLow: isLow(need, coming.threshold) })) }
}
