import { and, asc, eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { beltVariants, boxes, products } from '../../../db/schema.ts'
import type { Style } from '../../../domain/belt.ts'
import { selfItem } from '../../../test/carts.ts'
import { createTestShop } from '../../../test/create-test-shop.ts'
import { signInMember } from '../../../test/member.ts'
import { join, ledgerOf } from '../../../test/members.ts'
import { curateDrop } from '../../curation/curate-drop.ts'

it('a “not for me” tap moves that style to last in the next curation', async () => {
  const test = await createTestShop()
  const { db } = test.shop
  try {
    const [membership] = await join(test, [selfItem('6-months')])
    await db.update(beltVariants).set({ stock: 10 })
    const beltOf = async (style: Style) =>
      (
        await db
          .select()
          .from(products)
          .where(and(eq(products.gender, 'male'), eq(products.style, style)))
          .orderBy(asc(products.sku))
      )[0]!
    const ledger = () => ledgerOf(test, membership!.id)
    const [first, second, third] = (await ledger()).boxes
    for (const [box, style] of [
      [first!, 'dress'],
      [second!, 'casual'],
    ] as const) {
      const sentAt = new Date(`${box.drop}-05T15:00:00Z`)
      await db
        .update(boxes)
        .set({ state: 'delivered', productId: (await beltOf(style)).id, size: '36', shippedAt: sentAt })
        .where(eq(boxes.id, box.id))
    }
    async function nextStyle() {
      await curateDrop(test.shop, { drop: third!.drop })
      const [row] = await db
        .select({ style: products.style })
        .from(boxes)
        .innerJoin(products, eq(boxes.productId, products.id))
        .where(eq(boxes.id, third!.id))
      return row?.style
    }
    test.clock.set('2027-01-20T15:00:00Z')
    expect(await nextStyle()).toBe('dress')
    const page = await signInMember(test, 'maya@example.com')
    const told = await page.post(`/api/account/sent-belts/${first!.id}/feedback`, { taste: 'not_for_me' })
    expect(told.status).toBe(200)
    expect(await nextStyle()).toBe('casual')
  } finally {
    await test.close()
  }
})
