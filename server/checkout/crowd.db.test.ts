import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { promotionCodes } from '../../db/schema.ts'
import { everyKindOfCart, selfItem } from '../../test/carts.ts'
import { createStripeShop, type StripeShop } from '../../test/create-stripe-shop.ts'
import { expectOneOrder } from '../../test/expect-one-order.ts'
import { sized } from '../../test/random.ts'

let test: StripeShop
beforeAll(async () => {
  test = await createStripeShop({ connections: 10, env: { TRUST_PROXY: '1' } })
  await test.shop.db.insert(promotionCodes).values([
    { code: 'FIVE', percentOff: 10, duration: 'once', mostUses: 5 },
    { code: 'TEN', percentOff: 10, duration: 'once' },
  ])
})
afterAll(() => test.close())

const statuses = (answers: { status: number }[]) => answers.map((answer) => answer.status).sort()

/** More than the shop has connections. */
const crowd = sized(12, 20)

describe('a crowd of simultaneous buyers', () => {
  it.each(everyKindOfCart)('of the same %s (clicks, tabs, retries) get one payment', async (_, cartOf) => {
    const cart = cartOf()
    const customers = test.stripe.customers().length
    const answers = await Promise.all(Array.from({ length: crowd }, () => test.start(cart)))
    expect(statuses(answers)).toEqual(Array(crowd).fill(200))
    expect(new Set(answers.map((answer) => answer.body.clientSecret)).size).toBe(1)
    expect(test.stripe.customers()).toHaveLength(customers + 1)
    await test.confirm(answers[0]!.body.clientSecret)
    const intentId = answers[0]!.body.clientSecret.split('_secret_')[0]
    const orders = await Promise.all(Array.from({ length: crowd }, () => test.order(cart, intentId)))
    expect(new Set(orders.map((order) => order.body.orderNumber)).size).toBe(1)
    await test.passAWhile()
    await expectOneOrder(test, cart, intentId)
  })

  it('racing for five uses of a code get five', async () => {
    const answers = await Promise.all(
      Array.from({ length: crowd }, (_, who) => {
        const shippingDetails = { ...selfItem().shippingDetails!, email: `racer-${who}@example.com` }
        const cart = { cartItems: [selfItem('monthly', { shippingDetails })], promotionCode: 'five' }
        return test.post('/api/create-payment-intent', cart, { 'x-forwarded-for': `10.${who}.1.1` })
      }),
    )
    expect(statuses(answers)).toEqual([...Array(5).fill(200), ...Array(crowd - 5).fill(400)])
  })

  it('changing one cart’s code end with one payable payment', async () => {
    const cart = [selfItem('monthly')]
    const codes = [undefined, 'ten']
    const all = await Promise.all(
      Array.from({ length: crowd }, (_, index) => test.start(cart, codes[index % 2])),
    )
    // Each has a payment, or is told to try again and why.
    for (const { status, body } of all)
      expect([200, body.code === 'not_possible' && 409], JSON.stringify(body)).toContain(status)
    const { body } = await test.start(cart, 'ten')
    expect(body.taxInfo).toMatchObject({ discount: 695, total: 6255 })
    await test.confirm(body.clientSecret)
    await test.order(cart, body.clientSecret.split('_secret_')[0])
    await test.passAWhile()
    await expectOneOrder(test, cart, body.clientSecret.split('_secret_')[0])
  })
})
