import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkouts, orders } from '../../db/schema.ts'
import type { CartItem } from '../../domain/cart.ts'
import { giftItem, selfItem } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { anyCode } from '../../test/promotions.ts'
import { createPromotion, deactivatePromotion, listPromotions, type NewPromotion } from './promotions.ts'

let test: TestShop
beforeAll(async () => {
  // Half past eleven in the evening of 20 November in New York, while it is 21 November in UTC.
  test = await createTestShop({ now: '2026-11-21T04:30:00Z', env: { TRUST_PROXY: '1' } })
})
afterAll(() => test.close())

let last = 0
const make = async (changes: Partial<NewPromotion>) =>
  (await createPromotion(test.shop, { ...anyCode, code: `CODE-${++last}`, ...changes })).code
const apply = (promotionCode: string, cartItems: CartItem[]) =>
  test.post('/api/promotion', { promotionCode, cartItems })
const start = (promotionCode: string, cartItems: CartItem[]) =>
  test.post('/api/create-payment-intent', { promotionCode, cartItems })
async function buy(promotionCode: string, cart: CartItem[]): Promise<string> {
  const started = await start(promotionCode, cart)
  const paid = await test.pay(started.body.clientSecret)
  return (await test.order(cart, paid.body.paymentIntentId)).body.orderNumber
}

describe('a code at the cart', () => {
  it('shows what it takes off before tax, however it is typed', async () => {
    await make({ code: 'WELCOME', percentOff: 15 })
    const answer = await apply(' welcome', [selfItem(), giftItem('6-months')])
    expect(answer).toEqual({
      status: 200,
      body: {
        code: 'WELCOME',
        discountCents: 1043 + 5355,
        totalBeforeTaxCents: 6950 + 35700 - 1043 - 5355,
        description: '15% off the first payment',
        renewalDiscounts: [0, 0],
      },
    })
    const forever = await make({ percentOff: 10, duration: 'forever', plans: ['6-months'] })
    expect((await apply(forever, [selfItem(), selfItem('6-months')])).body).toMatchObject({
      discountCents: 3570,
      renewalDiscounts: [0, 3570],
    })
  })

  it('cannot be guessed: after thirty refusals an address is told nothing more, and buys on without a code', async () => {
    const from = { 'x-forwarded-for': '10.9.0.1' }
    const code = await make({ percentOff: 10 })
    const cartItems = [selfItem()]
    const guess = (promotionCode: string, call = '/api/promotion', headers = from) =>
      test.post(call, { promotionCode, cartItems }, headers)
    for (let times = 0; times < 15; times++) {
      expect((await guess(`GUESS-${times}`)).status).toBe(400)
      expect((await guess(`GUESS-${times}`, '/api/create-payment-intent')).status).toBe(400)
    }
    for (const call of ['/api/promotion', '/api/create-payment-intent']) {
      expect(await guess(code, call)).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    }
    expect((await test.post('/api/create-payment-intent', { cartItems }, from)).status).toBe(200)
    expect((await guess(code, '/api/promotion', { 'x-forwarded-for': '10.9.0.2' })).status).toBe(200)
    test.clock.advance(16 * 60_000)
    expect((await guess(code)).status).toBe(200)
  })

  it('is refused with a sentence of its own for every reason', async () => {
    const ended = await make({ percentOff: 10 })
    await deactivatePromotion(test.shop, ended.toLowerCase())
    const yearly = await make({ percentOff: 10, plans: ['12-months'] })
    for (const [code, sentence] of [
      ['nobody', 'We do not know the code NOBODY. Check how it is spelled.'],
      [ended, `The code ${ended} is no longer offered.`],
      [
        yearly,
        `The code ${yearly} is for the 12 Months plan only. Choose such a plan, or go on without the code.`,
      ],
    ] as const) {
      for (const ask of [apply, start]) {
        expect(await ask(code, [selfItem()])).toEqual({
          status: 400,
          body: { code: 'promotion_refused', message: sentence, fields: { promotionCode: sentence } },
        })
      }
    }
  })

  it('is good on its last day in the time zone of the shop, and no longer', async () => {
    const code = await make({ percentOff: 10, expiresOn: '2026-11-20' })
    expect((await apply(code, [selfItem()])).status).toBe(200)
    test.clock.advance(60 * 60_000)
    const late = await apply(code, [selfItem()])
    test.clock.advance(-60 * 60_000)
    expect(late.body.message).toBe(`The code ${code} has expired. It was good until November\u00a020, 2026.`)
  })
})

describe('a code in an order', () => {
  it('is charged less and kept with the order', async () => {
    const code = await make({ amountOffCents: 1000 })
    const cart = [selfItem(), giftItem('6-months')]
    const orderNumber = await buy(code, cart)
    const [order] = await test.shop.db.select().from(orders).where(eq(orders.orderNumber, orderNumber))
    expect(order).toMatchObject({ promotionCode: code, discountCents: 1000, totalCents: 6950 + 35700 - 1000 })
  })
})

describe('the last use of a code', () => {
  it('goes to one of many buyers who race for it', async () => {
    const code = await make({ percentOff: 10, mostUses: 2 })
    const answers = await Promise.all(Array.from({ length: 8 }, () => start(code, [selfItem()])))
    const refused = answers.filter((answer) => answer.status !== 200)
    expect(refused).toHaveLength(6)
    for (const { body } of refused) expect(body.message).toBe(`The code ${code} has been used up.`)
  })

  it('stays with the cart that is paying, also when it asks again', async () => {
    const code = await make({ percentOff: 10, mostUses: 1 })
    const cart = [selfItem()]
    const first = await start(code, cart)
    expect((await apply(code, cart)).status).toBe(200)
    expect((await start(code, cart)).body.clientSecret).toBe(first.body.clientSecret)
    expect((await apply(code, [selfItem()])).status).toBe(400)
  })

  it('is free again after an hour without a payment', async () => {
    const code = await make({ percentOff: 10, mostUses: 1 })
    await start(code, [selfItem()])
    test.clock.advance(59 * 60_000)
    expect((await start(code, [selfItem()])).status).toBe(400)
    test.clock.advance(2 * 60_000)
    expect((await start(code, [selfItem()])).status).toBe(200)
  })

  it('is gone for ever once it is ordered, and counted for the owner', async () => {
    const code = await make({ percentOff: 10, mostUses: 1 })
    await buy(code, [selfItem()])
    test.clock.advance(48 * 60 * 60_000)
    expect((await apply(code, [selfItem()])).status).toBe(400)
    const listed = (await listPromotions(test.shop)).find((each) => each.promotion.code === code)
    expect(listed).toMatchObject({ uses: 1, isActive: true })
  })

  it('is taken by a payment that came in and is not yet an order', async () => {
    const code = await make({ percentOff: 10, mostUses: 1 })
    await start(code, [selfItem()])
    await test.shop.db
      .update(checkouts)
      .set({ status: 'mismatched' })
      .where(eq(checkouts.promotionCode, code))
    test.clock.advance(2 * 60 * 60_000)
    expect((await apply(code, [selfItem()])).status).toBe(400)
  })
})

describe('a new code', () => {
  it('is kept in upper case, once', async () => {
    expect(await make({ code: ' winter_26 ', percentOff: 100, duration: 'forever' })).toBe('WINTER_26')
    await expect(make({ code: 'Winter_26', percentOff: 5 })).rejects.toThrow(
      'The code WINTER_26 exists already, or did once: choose another.',
    )
  })

  it.each<[string, Partial<NewPromotion>]>([
    ['A code has 3 to 40 letters', { code: 'AB', percentOff: 10 }],
    ['A code has 3 to 40 letters', { code: 'ZEHN %', percentOff: 10 }],
    ['A code has 3 to 40 letters', { code: 'X'.repeat(41), percentOff: 10 }],
    ['either a percentage or an amount', {}],
    ['either a percentage or an amount', { percentOff: 10, amountOffCents: 100 }],
    ['whole number from 1 to 100', { percentOff: 0 }],
    ['whole number from 1 to 100', { percentOff: 12.5 }],
    ['whole number from 1 to 100', { percentOff: 101 }],
    ['more than nothing', { amountOffCents: 0 }],
    ['more than nothing', { amountOffCents: 10_000_000_000 }],
    ['would leave $0.30 of Monthly', { amountOffCents: 6920 }],
    ['There is no plan weekly', { percentOff: 10, plans: ['monthly', 'weekly'] }],
    ['Name at least one plan', { percentOff: 10, plans: [] }],
    ['year, month, day', { percentOff: 10, expiresOn: '31.12.2026' }],
    ['is over already', { percentOff: 10, expiresOn: '2026-11-19' }],
    ['a whole number from 1', { percentOff: 10, mostUses: 0 }],
    ['a whole number from 1', { percentOff: 10, mostUses: Number.NaN }],
  ])('is refused with “%s”, and not kept: %j', async (sentence, changes) => {
    const before = (await listPromotions(test.shop)).length
    await expect(make(changes)).rejects.toThrow(sentence)
    expect(await listPromotions(test.shop)).toHaveLength(before)
  })

  it('that nobody made cannot be ended', async () => {
    await expect(deactivatePromotion(test.shop, 'nobody')).rejects.toThrow('There is no code NOBODY')
  })
})
