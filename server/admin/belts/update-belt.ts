import { and, eq, notInArray } from 'drizzle-orm'
import type { Transaction } from '../../../db/database.ts'
import { beltVariants, products } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import { type Gender, genderNames } from '../../../domain/belt.ts'
import { ShopError } from '../../../domain/errors.ts'
import { beltSizes } from '../../../domain/sizing.ts'
import { slugOf } from '../../../domain/slug.ts'
import { catalogChanged } from '../../catalog/catalog-changed.ts'
import { pinCurrentDrop } from '../../catalog/current-drop.ts'
import type { Shop } from '../../shop/shop.ts'
import { audit, type Staff } from '../../staff/staff.ts'
import { changedFields, refuseEditConflict } from '../edit-conflict.ts'
import { beltRow, beltView, checkBelt, designOf, freeSlug, sameName } from './belts.ts'

const words: Record<string, string> = {
  imageUrl: 'product picture',
  imageAlt: 'words of the product picture',
  lifestyleImageUrl: 'lifestyle picture',
  lifestyleAlt: 'words of the lifestyle picture',
  nightImageUrl: 'night picture',
  detailImageUrl: 'detail picture',
  detailAlt: 'words of the detail picture',
  suits: 'who it suits',
  displayOrder: 'order',
  isActive: 'whether it is active',
  sku: 'SKU',
}

/**
 * Changes a belt; it can't move to another drop. A used belt keeps its SKU and gender, because members have it
 * (club-rules.md "No repeat": the same SKU is the same belt).
 * @throws ShopError 'not_found', 'taken', 'not_possible'; the last with `details.changed` if someone changed the belt
 * since the form was opened
 */
export async function updateBelt(
  shop: Shop,
  { beltId, belt, was }: AdminInput<'updateBelt'>,
  staff: Staff,
): Promise<AdminReply<'updateBelt'>> {
  return shop.db.transaction(async (tx) => {
    await catalogChanged(tx)
    await pinCurrentDrop(tx)
    const known = await beltView(tx, beltId)
    if (was) {
      const about = { entity: 'products', entityId: beltId, what: 'this belt', words }
      await refuseEditConflict(tx, about, beltRow(was), beltRow(known))
    }
    if (known.isUsed && (belt.sku !== known.sku || belt.gender !== known.gender)) {
      throw new ShopError(
        'not_possible',
        'This belt was already sent, so you can’t change its SKU, or whether it’s for men or women. Create another belt instead.',
      )
    }
    await checkBelt(tx, known.drop, belt, known)
    if (belt.gender !== known.gender) await moveSizes(tx, beltId, belt.gender)
    const [before] = await tx.select().from(products).where(eq(products.id, beltId))
    // The slug follows the name until the belt is used: after that, people may have the link.
    const isRenamed = !known.isUsed && slugOf(known.name) !== slugOf(belt.name)
    const slug = isRenamed ? await freeSlug(tx, belt.name, known) : known.slug
    const isOther = !known.isUsed && sameName(known.name) !== sameName(belt.name)
    const design = isOther ? await designOf(tx, belt, beltId) : known.design
    const row = { ...beltRow(belt), slug }
    const change = changedFields(before!, row)
    if (!change.isSame) {
      await tx
        .update(products)
        .set({ ...row, design })
        .where(eq(products.id, beltId))
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

/**
 * Gives a belt the sizes of the other gender. Sizes that both have keep their stock.
 * @throws ShopError 'not_possible' while a size that would go still has units
 */
async function moveSizes(tx: Transaction, productId: string, gender: Gender): Promise<void> {
  const sizes = beltSizes[gender]
  const gone = await tx
    .delete(beltVariants)
    .where(and(eq(beltVariants.productId, productId), notInArray(beltVariants.size, [...sizes])))
    .returning({ size: beltVariants.size, stock: beltVariants.stock })
  const left = gone.filter(({ stock }) => stock > 0).map(({ size }) => size)
  if (left.length > 0) {
    throw new ShopError(
      'not_possible',
      `There are pieces of ${left.sort().join(', ')}, which aren’t sizes of belts for ${genderNames[gender].toLowerCase()}. Set their stock to 0 first.`,
    )
  }
  await tx
    .insert(beltVariants)
    .values(sizes.map((size) => ({ productId, size })))
    .onConflictDoNothing()
}
