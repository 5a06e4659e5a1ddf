import { and, eq, sql } from 'drizzle-orm'
import { rowsOf } from '../../../db/rows.ts'
import { beltVariants } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import { ShopError } from '../../../domain/errors.ts'
import { isLow } from '../../../domain/stock-needs.ts'
import { beyondStock, lockInventory, releasePromises } from '../../curation/inventory.ts'

import { upcomingNeeds } from '../../curation/stock-needs.ts'
import type { Shop } from '../../shop/shop.ts'
import { audit } from '../../staff/audit.ts'
import type { Staff } from '../../staff/staff.ts'
import { beltView } from './belts.ts'

/**
 * Sets the units of some sizes of a belt: all or nothing. What was promised and is not there is taken back.
 * @throws ShopError 'not_possible' when a size has another stock than the screen showed
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

/** Whose belt would be taken back if a size were counted as so many units, soonest first: what the screen asks about. */
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

/** What the coming drop needs, and where too little is left. */
export async function listStockNeeds(shop: Shop): Promise<AdminReply<'listStockNeeds'>> {
  const { needs, ...coming } = await upcomingNeeds(shop)
  return { ...coming, needs: needs.map((need) => ({ ...need, isLow: isLow(need, coming.threshold) })) }
}
