import { eq, inArray } from 'drizzle-orm'
import type { Transaction } from '../../../db/database.ts'
import { products } from '../../../db/schema.ts'
import type { BeltFields, BeltView } from '../../../domain/admin/belt-contracts.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import type { Drop } from '../../../domain/drop.ts'
import { ShopError } from '../../../domain/errors.ts'
import { copiedSku, suggestSku } from '../../../domain/sku.ts'
import { catalogChanged } from '../../catalog/catalog-changed.ts'
import { pinCurrentDrop } from '../../catalog/current-drop.ts'
import type { Shop } from '../../shop/shop.ts'
import type { Staff } from '../../staff/staff.ts'
import { addBelt, beltViews, checkBelt, requireDrop } from './belts.ts'

/**
 * Copies belts of other drops into this one, with their texts, measurements and pictures, under SKUs of this drop and
 * with no stock. All or none.
 * @throws ShopError 'not_found', or 'taken' with the field if the drop already has the name
 */
export async function copyBelts(
  shop: Shop,
  { drop, belts }: AdminInput<'copyBelts'>,
  staff: Staff,
): Promise<AdminReply<'copyBelts'>> {
  return shop.db.transaction(async (tx) => {
    await catalogChanged(tx)
    await pinCurrentDrop(tx)
    await requireDrop(tx, drop)
    const ids = belts.map((belt) => belt.id)
    const originals = new Map((await beltViews(tx, inArray(products.id, ids))).map((belt) => [belt.id, belt]))
    const made: string[] = []
    for (const [place, { id, name }] of belts.entries()) {
      const original = originals.get(id)
      if (!original)
        throw new ShopError('not_found', 'One of these belts is gone. Reload the page and choose once more.')
      const belt = { ...written(original), name, sku: await freeSku(tx, original, drop, name) }
      await named(`belts.${place}.name`, () => checkBelt(tx, drop, belt))
      made.push(await addBelt(tx, shop, staff, drop, belt))
    }
    const views = new Map((await beltViews(tx, inArray(products.id, made))).map((belt) => [belt.id, belt]))
    return { belts: made.map((id) => views.get(id)!) }
  })
}

function written(belt: BeltView): BeltFields {
  const { id: _id, drop: _drop, stock: _stock, isUsed: _used, slug: _slug, design: _design, ...fields } = belt
  return fields
}

async function freeSku(tx: Transaction, belt: BeltView, drop: Drop, name: string): Promise<string> {
  const rows = await tx.select({ sku: products.sku }).from(products).where(eq(products.drop, drop))
  const taken = rows.map(({ sku }) => sku)
  const kept = belt.name === name ? copiedSku(belt.sku, belt.drop, drop) : null
  return kept && !taken.includes(kept) ? kept : suggestSku({ ...belt, name, drop }, taken)
}

/** Moves a "taken" error to the field of the belt that wants the name. */
async function named(field: string, check: () => Promise<void>) {
  try {
    await check()
  } catch (error) {
    if (error instanceof ShopError && error.fields?.['belt.name'])
      throw new ShopError(error.code, error.message, { fields: { [field]: error.message } })
    throw error
  }
}
