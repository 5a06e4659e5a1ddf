import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { promotionCodes } from '../../db/schema.ts'
import { selfItem } from '../../test/carts.ts'
import { createStripeShop, type StripeShop } from '../../test/create-stripe-shop.ts'
import { expectOneOrder } from '../../test/expect-one-order.ts'

let test: StripeShop
beforeAll(async () => {
  test = await createStripeShop()
  await test.shop.db.insert(promotionCodes).values([
    { code: 'TEN', percentOff: 10, duration: 'once' },
    { code: 'ALMOST', amountOffCents: 6920, duration: 'once' },
  ])
})
afterAll(() => test.close())

const intentOf = (clientSecret: string) => clientSecret.split('_secret_')[0]!

describe('a changed promotion code', () => {
  it('while paying in another tab returns the order instead of charging again', async () => {
    const cart = [selfItem('monthly')]
    const { clientSecret } = (await test.start(cart)).body
    test.stripe.webhooks.hold()
    test.stripe.confirm(clientSecret, { number: '4242424242424242', email: 'maya@example.com' })
    const other = await test.start(cart, 'ten')
    expect(other).toMatchObject({ status: 409, body: { code: 'already_ordered' } })
    await test.stripe.webhooks.release()
    await test.passAWhile()
    await expectOneOrder(test, cart, intentOf(clientSecret))
  })

  it('at the moment of payment keeps the paid subscription', async () => {
    const cart = [selfItem('monthly')]
    const { clientSecret, subscriptionId } = (await test.start(cart)).body
    const payments = test.shop.payments
    const fetched = await payments.fetch(intentOf(clientSecret))
    expect(fetched?.status).toBe('requires_payment_method')
    // Between the two questions of the cancelling, the buyer pays.
    const paid = test.stripe.log.length
    const cancelling = payments.cancel({ intentId: intentOf(clientSecret), subscriptionId })
    while (test.stripe.log.length === paid) await new Promise(setImmediate)
    test.stripe.confirm(clientSecret, { number: '4242424242424242', email: 'maya@example.com' })
    await cancelling
    await test.stripe.webhooks.settled()
    await test.passAWhile()
    await expectOneOrder(test, cart, intentOf(clientSecret))
  })

  it('that leaves less than a card can charge is refused up front', async () => {
    const customers = test.stripe.customers().length
    expect(await test.start([selfItem('monthly')], 'almost')).toMatchObject({
      status: 400,
      body: { code: 'promotion_refused', message: expect.stringContaining('only $0.30 would be left') },
    })
    expect(test.stripe.customers()).toHaveLength(customers)
    expect((await test.start([selfItem('monthly'), selfItem('monthly')], 'almost')).status).toBe(200)
  })
})
