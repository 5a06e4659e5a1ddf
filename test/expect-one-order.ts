import { and, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { outbox } from '../db/schema.ts'
import type { CartItem } from '../domain/cart.ts'
import type { StripeShop } from './create-stripe-shop.ts'
import { checkoutOf, ordersOf } from './orders-of.ts'

/**
 * Expects one payment, one order and one email, and that each of the buyer's own plans renews at Stripe exactly once, and
 * no gift does.
 */
export async function expectOneOrder({ shop, stripe }: StripeShop, cart: CartItem[], intentId: string) {
  const made = await ordersOf(shop.db, intentId)
  expect(made).toHaveLength(1)
  const order = made[0]!
  const mails = await shop.db
    .select()
    .from(outbox)
    .where(and(eq(outbox.subjectId, order.id), eq(outbox.kind, 'order-confirmation')))
  expect(mails).toHaveLength(1)
  const checkout = await checkoutOf(shop.db, intentId)
  expect(checkout).toMatchObject({ status: 'done', orderId: order.id })
  const theirs = <Each extends { customer: string | null }>(all: Each[]) =>
    all.filter((each) => each.customer === checkout.customerId)
  const live = theirs(stripe.subscriptions()).filter((each) => ['active', 'trialing'].includes(each.status))
  expect(live).toHaveLength(cart.filter((item) => item.recipientType === 'self').length)
  const paid = theirs(stripe.payments()).filter((each) => each.status === 'succeeded')
  expect(paid.map((each) => each.id)).toEqual(intentId.startsWith('pi_') ? [intentId] : [])
  return order
}
