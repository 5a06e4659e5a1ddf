import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkouts, orders, promotionCodes } from '../../db/schema.ts'
import type { CartItem } from '../../domain/cart.ts'
import { giftItem, selfItem } from '../../test/carts.ts'
import { type Answer, createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { anyCode } from '../../test/promotions.ts'
import { proofFor } from '../../test/solve-proof.ts'
import { limitCaller } from '../limits/count-hits.ts'
import { countAttackSign } from '../limits/proof-of-work.ts'
import { createPromotion, deactivatePromotion, listPromotions, type NewPromotion } from './promotions.ts'

let test: TestShop
beforeAll(async () => {
  // Half past eleven in the evening of 20 November in New York, while it is 21 November in UTC.
  test = await createTestShop({ connections: 10, now: '2026-11-21T04:30:00Z', env: { TRUST_PROXY: '1' } })
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
  it('shows its discount before tax, in any spelling', async () => {
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

  it('can’t be guessed: a network gets no answer after thirty refusals, and can still buy without one', async () => {
    const code = await make({ percentOff: 10 })
    const cartItems = [selfItem()]
    async function guess(promotionCode: string, from: string, call = '/api/promotion') {
      const ask = (proof = {}) =>
        test.post(call, { promotionCode, cartItems }, { 'x-forwarded-for': from, ...proof })
      const answer = await ask()
      if (answer.body.code !== 'proof_needed') return answer
      proofs++
      return ask(await proofFor(answer))
    }
    let proofs = 0
    const calls = ['/api/promotion', '/api/create-payment-intent']
    for (let times = 0; times < 12; times++)
      expect((await guess(`GUESS-${times}`, '10.9.0.1', calls[times % 2])).status).toBe(400)
    expect(proofs, 'after ten refused codes').toBe(2)
    // As many more with as much work.
    for (let times = 12; times < 30; times++)
      await limitCaller(test.shop, 'code', '10.9.0.1', [1_000, 1_000], '')
    for (const call of calls)
      expect(await guess(code, '10.9.0.1', call)).toMatchObject({
        status: 429,
        body: { code: 'too_many_requests' },
      })
    const without = await test.post(
      '/api/create-payment-intent',
      { cartItems },
      { 'x-forwarded-for': '10.9.0.1' },
    )
    expect(without.status).toBe(200)
    expect((await guess(code, '10.9.0.2')).status).toBe(200)
    test.clock.advance(70 * 60_000)
    expect((await guess(code, '10.9.0.1')).status).toBe(200)
  })

  it('can’t be guessed in a burst or from a whole /48, and valid codes don’t count', async () => {
    test.clock.advance(2 * 3_600_000)
    const code = await make({ percentOff: 10 })
    const cartItems = [selfItem()]
    const ask = (promotionCode: string, from: string, proof = {}) =>
      test.post('/api/promotion', { promotionCode, cartItems }, { 'x-forwarded-for': from, ...proof })
    const burst = await Promise.all(Array.from({ length: 60 }, (_, n) => ask(`BURST-${n}`, '10.9.1.1')))
    expect(burst.filter(({ status }) => status === 400).length).toBeLessThanOrEqual(30)
    let told = 0
    const place = (who: number) => `2001:db8:9:${(who * 401).toString(16)}::1`
    // What the first ninety would have left.
    for (let who = 0; who < 90; who++) await limitCaller(test.shop, 'code', place(who), [1_000, 1_000], '')
    for (let who = 90; who < 130; who++) {
      const { status } = await ask(`WIDE-${who}`, place(who))
      if (status === 400) told++
    }
    expect(told).toBe(30)
    test.clock.advance(2 * 3_600_000)
    for (let times = 0; times < 32; times++) expect((await ask(code, '10.9.2.1')).status).toBe(200)
    for (let who = 2; who < 100; who++) expect((await ask(code, `10.9.2.${who}`)).status, `${who}`).toBe(200)
  })

  it('needs a proof of work while codes are guessed across the shop', async () => {
    test.clock.advance(2 * 3_600_000)
    const code = await make({ percentOff: 10 })
    const cartItems = [selfItem()]
    const ask = (promotionCode: string, from: string, proof = {}) =>
      test.post('/api/promotion', { promotionCode, cartItems }, { 'x-forwarded-for': from, ...proof })
    for (let who = 0; who < 200; who++) await countAttackSign(test.shop, 'checkouts')
    expect((await ask('BOT-201', '10.201.77.1')).status).toBe(400)
    const refused = await ask(code, '192.0.2.1')
    expect(refused.body.code).toBe('proof_needed')
    expect((await ask(code, '192.0.2.1', await proofFor(refused))).status).toBe(200)
    // One proof is enough for a payment with a code, which is guarded twice.
    const cart = { promotionCode: code, cartItems: [selfItem()] }
    const start = await test.post('/api/create-payment-intent', cart)
    expect((await test.post('/api/create-payment-intent', cart, await proofFor(start))).status).toBe(200)
    test.clock.advance(2 * 3_600_000)
  })

  it('is refused with its own sentence for every reason', async () => {
    const ended = await make({ percentOff: 10 })
    await deactivatePromotion(test.shop, ended.toLowerCase())
    const yearly = await make({ percentOff: 10, plans: ['12-months'] })
    for (const [code, sentence] of [
      ['nobody', 'We don’t know the code NOBODY. Check the spelling.'],
      [ended, `The code ${ended} isn’t available anymore.`],
      [
        yearly,
        `The code ${yearly} is for the 12 Months plan only. Change your plan, or go on without the code.`,
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

  it('from store credit shows its discount to its owner only', async () => {
    const credit = { code: 'CREDIT-ABCDEFGH', amountOffCents: 1_000, duration: 'once' }
    await test.shop.db.insert(promotionCodes).values({ ...credit, email: 'maya@example.com' })
    const of = (email: string) => [
      selfItem('monthly', { shippingDetails: { ...selfItem().shippingDetails!, email } }),
    ]
    expect((await apply(credit.code, of('Maya@example.com'))).body).toMatchObject({ discountCents: 1_000 })
    expect((await apply(credit.code, of('else@example.com'))).body.message).toMatch(/another email address/)
  })

  it('works through its last day in the shop’s time zone, and no longer', async () => {
    test.clock.set('2026-11-21T04:30:00Z')
    const code = await make({ percentOff: 10, expiresOn: '2026-11-20' })
    expect((await apply(code, [selfItem()])).status).toBe(200)
    test.clock.advance(60 * 60_000)
    const late = await apply(code, [selfItem()])
    test.clock.advance(-60 * 60_000)
    expect(late.body.message).toBe(`The code ${code} has expired. It was good until November\u00a020, 2026.`)
  })
})

describe('a code in an order', () => {
  it('reduces the charge, and is kept with the order', async () => {
    const code = await make({ amountOffCents: 1000 })
    const cart = [selfItem(), giftItem('6-months')]
    const orderNumber = await buy(code, cart)
    const [order] = await test.shop.db.select().from(orders).where(eq(orders.orderNumber, orderNumber))
    expect(order).toMatchObject({ promotionCode: code, discountCents: 1000, totalCents: 6950 + 35700 - 1000 })
  })
})

describe('the last use of a code', () => {
  const minutes = 60_000
  let lastPerson = 0
  const cartOf = (email: string) => [
    selfItem('monthly', { shippingDetails: { ...selfItem().shippingDetails!, email } }),
  ]
  /** A call with a caller’s own cart, from their own address unless stated. */
  const startAs = (
    code: string,
    { email = `person-${++lastPerson}@example.com`, from = `10.${++lastPerson}.1.1`, cart = cartOf(email) },
  ) =>
    test.post(
      '/api/create-payment-intent',
      { promotionCode: code, cartItems: cart },
      { 'x-forwarded-for': from },
    )
  const pay = async (started: Answer, cart: CartItem[]) => {
    const paid = await test.pay(started.body.clientSecret)
    return test.order(cart, paid.body.paymentIntentId)
  }
  const usedUp = /has been used up/

  it('goes to one of many racing buyers, and the others don’t hear that it is gone', async () => {
    const code = await make({ percentOff: 10, mostUses: 2 })
    const answers = await Promise.all(Array.from({ length: 8 }, () => startAs(code, {})))
    const refused = answers.filter((answer) => answer.status !== 200)
    expect(refused).toHaveLength(6)
    for (const { status, body } of refused) {
      expect(status).toBe(400)
      expect(body.message).toMatch(
        /Other buyers are using up .* Try again in 10 minutes, or go on without it\./,
      )
      expect(body.message).not.toMatch(usedUp)
    }
  })

  it('stays with the cart that is paying, when repeated and in that person’s next cart', async () => {
    const code = await make({ percentOff: 10, mostUses: 1 })
    const maya = { email: 'maya.code@example.com', from: '10.200.1.1' }
    const cart = cartOf(maya.email)
    const first = await startAs(code, { ...maya, cart })
    expect((await apply(code, cart)).status).toBe(200)
    expect((await startAs(code, { ...maya, cart })).body.clientSecret).toBe(first.body.clientSecret)
    expect((await startAs(code, {})).body.message).toMatch(/Other buyers are using up/)
    const changed = [...cart, giftItem('6-months')]
    const second = await startAs(code, { ...maya, cart: changed })
    expect(second.status).toBe(200)
    // The earlier cart can no longer be paid: the code would have worked twice.
    expect((await test.pay(first.body.clientSecret)).status).not.toBe(200)
    expect((await pay(second, changed)).status).toBe(200)
  })

  it('isn’t gone until someone pays, and whoever pays gets it', async () => {
    const code = await make({ percentOff: 10, mostUses: 1 })
    const cart = cartOf('first@example.com')
    const started = await startAs(code, { cart })
    expect((await apply(code, cartOf('looks@example.com'))).status).toBe(200)
    expect((await pay(started, cart)).status).toBe(200)
    expect((await apply(code, cartOf('looks@example.com'))).body.message).toMatch(usedUp)
    expect((await startAs(code, {})).body.message).toMatch(usedUp)
  })

  it.each([
    ['one address under ever new emails', () => ({ from: '10.201.1.1' })],
    ['one email from ever new networks', () => ({ email: 'hoarder@example.com' })],
    ['a /48 of IPv6', () => ({ from: `2001:db8:77:${(++lastPerson).toString(16)}::1` })],
  ])('and all others can’t be blocked by %s', async (_, hoarder) => {
    const code = await make({ percentOff: 10, mostUses: 5 })
    for (let turn = 0; turn < 5; turn++) expect((await startAs(code, hoarder())).status).toBe(200)
    // Four of the five are available to others at once, the fifth after ten minutes.
    for (let buyer = 0; buyer < 4; buyer++) {
      const cart = cartOf(`honest-${++lastPerson}@example.com`)
      const started = await startAs(code, { cart })
      expect(started.status, `buyer ${buyer}`).toBe(200)
      expect((await pay(started, cart)).status).toBe(200)
    }
    expect((await startAs(code, {})).body.message).toMatch(/Other buyers are using up/)
    test.clock.advance(10 * minutes)
    expect((await startAs(code, {})).status).toBe(200)
  })

  it('is reserved for ten minutes an hour, however often requested', async () => {
    const code = await make({ percentOff: 10, mostUses: 1 })
    const hoarder = { from: '10.202.1.1' }
    for (let minute = 0; minute < 10; minute += 2) {
      expect((await startAs(code, { ...hoarder, email: `again-${minute}@example.com` })).status).toBe(
        minute === 0 ? 200 : 400,
      )
      test.clock.advance(2 * minutes)
    }
    // First again, and yet it goes to the next who asks.
    expect((await startAs(code, { ...hoarder, email: 'again-10@example.com' })).status).toBe(200)
    const cart = cartOf('honest.hour@example.com')
    const started = await startAs(code, { cart })
    expect(started.status).toBe(200)
    expect((await pay(started, cart)).status).toBe(200)
  })

  it('can be reserved again by someone who held it over an hour ago', async () => {
    const code = await make({ percentOff: 10, mostUses: 1 })
    const hoarder = { from: '10.203.1.1', email: 'patient@example.com' }
    expect((await startAs(code, hoarder)).status).toBe(200)
    test.clock.advance(10 * minutes)
    expect((await startAs(code, {})).status).toBe(200)
    test.clock.advance(70 * minutes)
    expect((await startAs(code, { ...hoarder, cart: cartOf('patient.again@example.com') })).status).toBe(200)
    expect((await startAs(code, {})).body.message).toMatch(/Other buyers are using up/)
  })

  it('being paid by others doesn’t count as a guess', async () => {
    const [code, good] = [await make({ percentOff: 10, mostUses: 1 }), await make({ percentOff: 10 })]
    expect((await startAs(code, {})).status).toBe(200)
    const from = '10.204.1.1'
    for (let turn = 0; turn < 11; turn++)
      expect((await startAs(code, { from })).body.message).toMatch(/Other buyers are using up/)
    expect((await startAs(good, { from })).status).toBe(200)
  })

  it('that nobody else wants can still be paid hours later', async () => {
    const code = await make({ percentOff: 10, mostUses: 1 })
    const cart = cartOf('slow@example.com')
    const started = await startAs(code, { cart })
    test.clock.advance(3 * 60 * minutes)
    expect((await pay(started, cart)).status).toBe(200)
  })

  it('is gone once ordered, and counted for the owner', async () => {
    const code = await make({ percentOff: 10, mostUses: 1 })
    await buy(code, [selfItem()])
    test.clock.advance(48 * 60 * 60_000)
    expect((await apply(code, [selfItem()])).status).toBe(400)
    const listed = (await listPromotions(test.shop)).find((each) => each.promotion.code === code)
    expect(listed).toMatchObject({ uses: 1, isActive: true })
  })

  it('is taken by a payment that isn’t an order yet', async () => {
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
  it('is stored in upper case, once', async () => {
    expect(await make({ code: ' winter_26 ', percentOff: 100, duration: 'forever' })).toBe('WINTER_26')
    await expect(make({ code: 'Winter_26', percentOff: 5 })).rejects.toThrow(
      'There’s already a code WINTER_26, or there was one. Choose another.',
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
    ['has already passed', { percentOff: 10, expiresOn: '2026-11-19' }],
    ['a whole number from 1', { percentOff: 10, mostUses: 0 }],
    ['a whole number from 1', { percentOff: 10, mostUses: Number.NaN }],
  ])('is refused with “%s”, and not kept: %j', async (sentence, changes) => {
    const before = (await listPromotions(test.shop)).length
    await expect(make(changes)).rejects.toThrow(sentence)
    expect(await listPromotions(test.shop)).toHaveLength(before)
  })

  it('is listed before older ones', async () => {
    const codes = [await make({ percentOff: 10 }), await make({ percentOff: 10 })]
    await test.shop.db
      .update(promotionCodes)
      .set({ createdAt: new Date('2020-01-01') })
      .where(eq(promotionCodes.code, codes[1]!))
    const listed = (await listPromotions(test.shop)).map(({ promotion }) => promotion.code)
    expect(listed.indexOf(codes[0]!)).toBeLessThan(listed.indexOf(codes[1]!))
    expect(listed.at(-1)).toBe(codes[1])
  })

  it('that doesn’t exist can’t be ended', async () => {
    await expect(deactivatePromotion(test.shop, 'nobody')).rejects.toThrow('There is no code NOBODY')
  })
})
