import { and, eq } from 'drizzle-orm'
import { beltVariants, boxes, exchanges, memberships, outbox, products } from '../db/schema.ts'
import type { CartItem } from '../domain/cart.ts'
import { selfItem, toCalifornia } from './carts.ts'
import type { TestShop } from './create-test-shop.ts'
import { join } from './members.ts'
import { sendBox } from './send-box.ts'

/** A new person with the first of six boxes shipped and delivered on December 8; today is the 10th. */
export async function sentBelt(test: TestShop, item: CartItem = toCalifornia(selfItem('6-months'))) {
  test.clock.set('2026-11-21T15:00:00Z')
  const email = `${crypto.randomUUID()}@example.com`
  const isGift = item.recipientType === 'gift'
  const [membership] = await join(test, [
    isGift
      ? { ...item, giftDetails: { ...item.giftDetails!, recipientEmail: email } }
      : { ...item, shippingDetails: { ...item.shippingDetails!, email } },
  ])
  if (!isGift) {
    const { db } = test.shop
    await db.update(memberships).set({ payerEmail: email }).where(eq(memberships.id, membership!.id))
  }
  const box = await sendBox(test, membership!.id)
  test.clock.set('2026-12-10T15:00:00Z')
  return { membership: membership!, box, email }
}

/** What the exchange tests look up. */
export function exchangeFacts(test: TestShop) {
  const { db } = test.shop
  return {
    boxOf: async (id: string) => (await db.select().from(boxes).where(eq(boxes.id, id)))[0]!,
    exchangeOf: async (id: string) => (await db.select().from(exchanges).where(eq(exchanges.id, id)))[0]!,
    async stockOf(productId: string, size: string) {
      const ofPiece = and(eq(beltVariants.productId, productId), eq(beltVariants.size, size))
      return (await db.select().from(beltVariants).where(ofPiece))[0]!.stock
    },
    async kindsAbout(exchangeId: string) {
      const rows = await db.select().from(outbox)
      return rows.filter(({ subjectId }) => subjectId.endsWith(exchangeId)).map(({ kind }) => kind)
    },
    async otherBelt(productId: string) {
      const [sent] = await db.select().from(products).where(eq(products.id, productId))
      const rows = await db.select().from(products).where(eq(products.drop, sent!.drop))
      return rows.find(({ id, gender }) => id !== productId && gender === sent!.gender)!
    },
  }
}
