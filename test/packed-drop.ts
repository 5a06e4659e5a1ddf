import { and, asc, eq } from 'drizzle-orm'
import { beltVariants, boxes, products } from '../db/schema.ts'
import { type SignedIn, signIn } from './admin.ts'
import { selfItem } from './carts.ts'
import type { TestShop } from './create-test-shop.ts'
import { join } from './members.ts'

/**
 * December's drop with this many members, each with a belt in size 36, packed on December 1.
 * @returns a packer, signed in
 */
export async function packedDrop(test: TestShop, count: number): Promise<SignedIn> {
  const { db } = test.shop
  test.clock.set('2026-11-21T15:00:00Z')
  for (let n = 0; n < count; n++) {
    const shippingDetails = {
      ...selfItem().shippingDetails!,
      fullName: `Member ${n}`,
      email: `member${n}@example.com`,
    }
    await join(test, [selfItem('monthly', { size: '36', shippingDetails })])
  }
  test.clock.set('2026-12-01T15:00:00Z')
  const belts = await db
    .select()
    .from(products)
    .where(eq(products.gender, 'male'))
    .orderBy(asc(products.sku))
    .limit(2)
  const owed = await db
    .select()
    .from(boxes)
    .where(and(eq(boxes.drop, '2026-12'), eq(boxes.state, 'owed')))
  for (const [place, box] of owed.entries()) {
    const belt = belts[place % 2]!
    await db.update(beltVariants).set({ stock: 50 }).where(eq(beltVariants.productId, belt.id))
    await db
      .update(boxes)
      .set({ state: 'assigned', productId: belt.id, size: '36' })
      .where(eq(boxes.id, box.id))
  }
  const packer = await signIn(test, 'packer')
  const { status, body } = await packer.post('/api/admin/drops/2026-12/pack')
  if (status !== 200 || body.packed !== count) throw new Error(`packed ${JSON.stringify(body)}`)
  return packer
}
