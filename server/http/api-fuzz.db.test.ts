import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cartSubtotalCents } from '../../domain/cart.ts'
import { type EndpointName, endpoints } from '../../domain/endpoints.ts'
import { firstPlans as plans } from '../../domain/first-plans.ts'
import { giftItem, selfItem } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { guestOrder } from '../../test/guest-order.ts'
import { runSeed } from '../../test/random.ts'
import { storedRows } from '../../test/stored-rows.ts'

let test: TestShop
beforeAll(async () => {
  test = await createTestShop()
})
afterAll(() => test.close())

const names = Object.keys(endpoints) as EndpointName[]
const pathOf = (name: EndpointName) => endpoints[name].split(' ')[1]!

// Texts of all of UTF-16, lone surrogates and NUL included; JSON.stringify escapes them, as a hostile client would.
const anyText = fc.oneof(
  // Not fc.string: its table of a million characters takes longer than the whole test.
  fc.array(fc.nat(0x10ffff), { maxLength: 10 }).map((points) => String.fromCodePoint(...points)),
  fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units)),
)
const anyJson = fc.jsonValue({ maxDepth: 4 })

describe.each(names)('%s', (name) => {
  it('answers any JSON body below 500, and stores nothing', async () => {
    const before = await storedRows(test.shop.db)
    await fc.assert(
      fc.asyncProperty(fc.oneof(anyJson, fc.dictionary(anyText, anyJson)), async (body) => {
        const answer = await test.post(pathOf(name), JSON.stringify(body))
        expect(answer.status).toBeGreaterThanOrEqual(400)
        expect(answer.status).toBeLessThan(500)
        expect(Object.keys(answer.body)).toEqual(['code', 'message', 'fields'])
      }),
      { seed: runSeed(), numRuns: 60 },
    )
    expect(await storedRows(test.shop.db)).toEqual(before)
  })

  it('answers any text body below 500', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        expect((await test.post(pathOf(name), text)).status).toBeLessThan(500)
      }),
      { seed: runSeed(), numRuns: 60 },
    )
  })
})

describe('a well-formed cart with random text', () => {
  const anyWord = anyText.filter((text) => text.trim() !== '').map((text) => text.slice(0, 20))
  // Mostly addresses that the shop ships and writes to: otherwise no cart would ever be paid.
  const anyPlace = fc.oneof(
    { weight: 9, arbitrary: fc.constant({ state: 'CA', zipCode: '94110' }) },
    { weight: 1, arbitrary: fc.record({ state: anyWord, zipCode: anyWord }) },
  )
  const anyEmail = fc.oneof(
    { weight: 19, arbitrary: fc.constant('maya@example.com') },
    { weight: 1, arbitrary: anyWord },
  )
  const anyItem = fc
    .record({
      gift: fc.boolean(),
      plan: fc.constantFrom(...plans),
      shippingDetails: fc.record({
        fullName: anyWord,
        email: anyEmail,
        address: anyWord,
        address2: anyText,
        city: anyWord,
        place: anyPlace,
      }),
      giftDetails: fc.record({
        senderName: anyWord,
        senderEmail: anyEmail,
        recipientEmail: anyEmail,
        emailDate: fc.oneof(fc.constant('2026-12-24'), anyText),
        giftMessage: anyText,
      }),
    })
    .map(({ gift, plan, shippingDetails: { place, ...typed }, giftDetails }) => {
      const shippingDetails = { ...typed, ...place }
      return gift
        ? giftItem(plan.id, { shippingDetails, giftDetails })
        : selfItem(plan.id, { shippingDetails })
    })

  it('is refused, or paid and ordered at its plans’ price, never 500', async () => {
    let payments = 0
    await fc.assert(
      fc.asyncProperty(fc.array(anyItem, { minLength: 1, maxLength: 3 }), anyWord, async (cart, email) => {
        const started = await test.post('/api/create-payment-intent', { cartItems: cart })
        expect([200, 400]).toContain(started.status)
        if (started.status !== 200) return
        const { total, tax } = started.body.taxInfo
        expect(total - tax).toBe(cartSubtotalCents(cart, plans))
        const paid = await test.pay(started.body.clientSecret)
        payments++
        const order = guestOrder(cart, paid.body.paymentIntentId, `${email}@example.com`)
        const ordered = await test.post('/api/orders/guest', order)
        expect([200, 400]).toContain(ordered.status)
      }),
      { seed: runSeed(), numRuns: 80 },
    )
    expect(payments).toBeGreaterThan(0)
    // Every payment has its order, even when the buyer’s report was refused.
    await test.work()
    expect(test.mails).toHaveLength(payments)
  })
})
