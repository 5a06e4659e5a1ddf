import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { orders } from '../../db/schema.ts'
import { giftItem, selfItem } from '../../test/carts.ts'
import { createStripeShop, type StripeShop } from '../../test/create-stripe-shop.ts'

// Anyone viewing a payment on the provider’s page sees the order and its buyer.

let test: StripeShop
beforeAll(async () => {
  test = await createStripeShop()
})
afterAll(() => test.close())

it.each([
  ['a subscription', [selfItem('monthly')], selfItem('monthly').shippingDetails!.fullName],
  ['a gift', [giftItem('6-months')], giftItem('6-months').giftDetails!.senderName],
  [
    'several items',
    [
      giftItem('12-months', { giftDetails: { ...giftItem().giftDetails!, senderName: 'Mom and Dad' } }),
      selfItem('6-months'),
    ],
    selfItem('monthly').shippingDetails!.fullName,
  ],
])('%s carries its order number, a link, and the buyer', async (_, cart, buyer) => {
  const { body } = await test.start(cart)
  await test.confirm(body.clientSecret)
  await test.work()
  const intentId = body.clientSecret.split('_secret_')[0] as string
  const isIt = eq(orders.stripePaymentIntentId, intentId)
  const [order] = await test.shop.db.select().from(orders).where(isIt)
  const intent = test.stripe.payments().find((each) => each.id === intentId)!
  expect(intent.metadata).toMatchObject({ order_number: order!.orderNumber })
  expect(intent.description).toBe(`Order ${order!.orderNumber}`)
  const customer = test.stripe.customers().find((each) => each.id === order!.stripeCustomerId)!
  expect(customer).toMatchObject({ name: buyer, email: order!.purchaserEmail })
  const shipping = { name: cart[0]!.shippingDetails!.fullName }
  expect([intent.shipping, customer.shipping]).toMatchObject([shipping, shipping])
})
