import { and, asc, eq } from 'drizzle-orm'
import { beltVariants, boxes, products } from '../db/schema.ts'
import type { TestShop } from './create-test-shop.ts'
import { ledgerOf } from './members.ts'

/**
 * Ships a membership's first owed box, in December's drop, with the first belt for its member's gender, in their size;
 * delivered on December 8. Stocks ten of every size of that belt.
 */
export async function sendBox(test: TestShop, membershipId: string, deliveredAt = '2026-12-08T15:00:00Z') {
  const { db } = test.shop
  const { membership, boxes: all } = await ledgerOf(test, membershipId)
  const owed = all.find(({ state }) => state === 'owed')!
  const [belt] = await db
    .select()
    .from(products)
    .where(and(eq(products.gender, membership.gender), eq(products.isActive, true)))
    .orderBy(asc(products.sku))
  await db.update(beltVariants).set({ stock: 10 }).where(eq(beltVariants.productId, belt!.id))
  const [sent] = await db
    .update(boxes)
    .set({
      state: 'delivered',
      productId: belt!.id,
      size: '36',
      shippedAt: new Date('2026-12-03T15:00:00Z'),
      deliveredAt: new Date(deliveredAt),
    })
    .where(eq(boxes.id, owed.id))
    .returning()
  return sent!
}
