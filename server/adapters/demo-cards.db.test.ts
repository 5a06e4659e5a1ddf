import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { selfItem } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { ordersOf } from '../../test/orders-of.ts'

let test: TestShop
beforeAll(async () => {
  test = await createTestShop()
})
afterAll(() => test.close())

async function begin() {
  const cart = [selfItem('monthly')]
  const { clientSecret } = (await test.post('/api/create-payment-intent', { cartItems: cart })).body
  return { cart, clientSecret, intentId: clientSecret.split('_secret_')[0] as string }
}

describe('a refused card', () => {
  it.each([
    ['4000 0000 0000 0002', 'Your card was declined.'],
    ['4000000000009995', 'Your card has insufficient funds.'],
    ['4000000000000069', 'Your card has expired.'],
    ['4000-0000-0000-0127', "Your card's security code is incorrect."],
    ['4242 4242 4242 4241', 'Your card number is invalid.'],
    ['4242', 'Your card number is invalid.'],
    ['', 'Your card number is invalid.'],
    ['not a number at all', 'Your card number is invalid.'],
  ])('%j makes no order, and another card pays for the same cart', async (cardNumber, sentence) => {
    const { cart, clientSecret, intentId } = await begin()
    const declined = await test.pay(clientSecret, { cardNumber })
    expect(declined).toMatchObject({ status: 402, body: { code: 'card_declined', message: sentence } })
    await test.work()
    expect((await test.order(cart, intentId)).status).toBe(402)
    expect(await ordersOf(test.shop.db, intentId)).toEqual([])
    expect((await test.pay(clientSecret)).body).toEqual({ status: 'succeeded', paymentIntentId: intentId })
    expect((await test.order(cart, intentId)).status).toBe(200)
  })

  it.each(['10 / 26', '01/20', '00/30', '13/30', '12', 'soon', ''])(
    'has the expiration %j',
    async (expiration) => {
      const { clientSecret } = await begin()
      const answer = await test.pay(clientSecret, { expiration })
      expect(answer).toMatchObject({
        status: 402,
        body: { code: 'card_declined', message: expect.stringContaining('expiration date') },
      })
    },
  )

  it.each(['11 / 26', '11/2026', '1130', '1/31'])(
    'isn’t one that expires %j, this month or later',
    async (expiration) => {
      const { clientSecret } = await begin()
      expect((await test.pay(clientSecret, { expiration })).body.status).toBe('succeeded')
    },
  )

  it.each(['', '12', 'abc', '12a'])('has the security code %j', async (securityCode) => {
    const { clientSecret } = await begin()
    const answer = await test.pay(clientSecret, { securityCode })
    expect(answer).toMatchObject({ status: 402, body: { message: expect.stringContaining('security code') } })
  })
})

describe('a card that needs bank confirmation', () => {
  const cardNumber = '4000 0025 0000 3155'

  it('is charged only when the buyer confirms', async () => {
    const { cart, clientSecret, intentId } = await begin()
    expect((await test.pay(clientSecret, { cardNumber })).body).toEqual({
      status: 'requires_action',
      paymentIntentId: intentId,
    })
    await test.work()
    expect((await test.order(cart, intentId)).status).toBe(402)
    const confirmed = await test.pay(clientSecret, { cardNumber, authentication: 'completed' })
    expect(confirmed.body.status).toBe('succeeded')
    expect((await test.order(cart, intentId)).status).toBe(200)
  })

  it('is refused when the buyer doesn’t confirm, and may be tried again', async () => {
    const { cart, clientSecret, intentId } = await begin()
    await test.pay(clientSecret, { cardNumber })
    const failed = await test.pay(clientSecret, { cardNumber, authentication: 'failed' })
    expect(failed).toMatchObject({ status: 402, body: { code: 'card_declined' } })
    expect((await test.order(cart, intentId)).status).toBe(402)
    expect((await test.pay(clientSecret, { cardNumber, authentication: 'completed' })).body.status).toBe(
      'succeeded',
    )
  })
})

describe('a payment', () => {
  it('charges once, however often and with whatever card it is sent', async () => {
    const { cart, clientSecret, intentId } = await begin()
    const answers = await Promise.all([
      test.pay(clientSecret),
      test.pay(clientSecret),
      test.pay(clientSecret),
    ])
    const late = await test.pay(clientSecret, { cardNumber: '4000 0000 0000 0002' })
    for (const answer of [...answers, late])
      expect(answer.body).toEqual({ status: 'succeeded', paymentIntentId: intentId })
    await test.work()
    await test.order(cart, intentId)
    expect(await ordersOf(test.shop.db, intentId)).toHaveLength(1)
  })

  it.each(['pi_demo_1_secret_2', ' ', '%'])('with the unknown secret %j is refused', async (clientSecret) => {
    const answer = await test.pay(clientSecret)
    expect(answer).toMatchObject({ status: 400, body: { code: 'payment_not_found' } })
  })
})
