import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkouts, demoIntents, paymentEvents } from '../../db/schema.ts'
import type { CartItem } from '../../domain/cart.ts'
import { giftItem, selfItem, toCalifornia } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { type FaultyPayments, faultyPayments } from '../../test/faulty-payments.ts'
import { ordersOf } from '../../test/orders-of.ts'
import { handleEvents } from '../events/handle-events.ts'
import { reconcile } from './reconcile.ts'

let test: TestShop
let provider: FaultyPayments

beforeAll(async () => {
  test = await createTestShop()
  provider = faultyPayments(test.shop.payments)
  test.shop.payments = provider
})
beforeEach(() => test.clock.set('2026-11-21T15:00:00Z'))
afterAll(() => test.close())

const start = (cart: CartItem[]) => test.post('/api/create-payment-intent', { cartItems: cart })
const intentOf = (clientSecret: string) => clientSecret.split('_secret_')[0]!
const checkoutsOf = async (intentIds: string[]) =>
  (await test.shop.db.select().from(checkouts)).filter((each) => intentIds.includes(each.intentId ?? ''))

describe('a click on Proceed to Payment', () => {
  it.each(['before', 'after'] as const)(
    'whose answer is lost %s the payment began gets one payment on retry',
    async (fault) => {
      const cart = [toCalifornia(selfItem('monthly'))]
      const intentsBefore = (await test.shop.db.select().from(demoIntents)).length
      provider.fail('start', fault)
      expect((await start(cart)).status).toBe(500)
      const again = await start(cart)
      expect(again).toMatchObject({ status: 200, body: { taxInfo: { total: 7454 } } })
      expect((await test.shop.db.select().from(demoIntents)).length).toBe(intentsBefore + 1)
      await test.pay(again.body.clientSecret)
      expect((await test.order(cart, intentOf(again.body.clientSecret))).status).toBe(200)
    },
  )

  it('in two tabs at once gets the one payment the shop knows', async () => {
    const cart = [giftItem('12-months')]
    const answers = await Promise.all([start(cart), start(cart), start(cart)])
    expect(new Set(answers.map((answer) => answer.body.clientSecret)).size).toBe(1)
  })

  it('while the cart is being given up never returns a forgotten payment', async () => {
    const cart = [selfItem('monthly')]
    provider.meanwhile('start', () =>
      test.shop.db.update(checkouts).set({ status: 'abandoned' }).where(eq(checkouts.status, 'open')),
    )
    const { clientSecret } = (await start(cart)).body
    await test.pay(clientSecret)
    await test.work()
    expect(await ordersOf(test.shop.db, intentOf(clientSecret))).toHaveLength(1)
    expect((await test.order(cart, intentOf(clientSecret))).status).toBe(200)
  })

  it('while another one starts with different tax never returns a forgotten payment', async () => {
    const cart = [toCalifornia(selfItem('monthly'))]
    const before = await test.shop.db.$count(demoIntents)
    const quote = provider.quoteTax
    let other: Awaited<ReturnType<typeof start>> | undefined
    provider.meanwhile('start', async () => {
      const aCent = { taxCents: 1, ratePercent: '0.01', calculationId: null }
      provider.quoteTax = async (items) => Object.fromEntries(items.map((item) => [item.id, aCent]))
      other = await start(cart)
      provider.quoteTax = quote
    })
    const one = await start(cart)
    expect(await test.shop.db.$count(demoIntents), 'two began').toBe(before + 2)
    const intents = [one, other!].map((answer) => intentOf(answer.body.clientSecret))
    expect(new Set(intents).size).toBe(1)
    await test.pay(one.body.clientSecret)
    expect((await test.order(cart, intents[0]!)).status).toBe(200)
  })

  it('is refused before payment when the provider would charge another amount', async () => {
    const cart = [selfItem('monthly')]
    const real = provider.start
    provider.start = async (input) => ({ ...(await real(input)), totalCents: 6951 })
    const answer = await start(cart)
    provider.start = real
    expect(answer.status).toBeGreaterThanOrEqual(500)
    expect(JSON.stringify(answer.body)).not.toContain('_secret_')
  })

  it('for a cart already ordered returns its order instead of charging again', async () => {
    const cart = [selfItem('monthly'), giftItem('6-months')]
    const { clientSecret } = (await start(cart)).body
    await test.pay(clientSecret)
    const told = {
      status: 409,
      body: { code: 'already_ordered', details: { orderNumber: expect.stringMatching(/^BC-/) } },
    }
    // The answer to the payment was lost, so the browser still has its cart; the shop has heard of the payment or not.
    const first = await start(cart)
    expect(first).toMatchObject(told)
    await test.work()
    const second = await start(cart)
    expect(second).toMatchObject(told)
    const [order] = await ordersOf(test.shop.db, intentOf(clientSecret))
    expect([first, second].map((each) => each.body.details.orderNumber)).toEqual([
      order!.orderNumber,
      order!.orderNumber,
    ])
    expect(await checkoutsOf([intentOf(clientSecret)])).toHaveLength(1)
  })

  it('for a cart whose buyer knows the order number is a new purchase', async () => {
    const cart = [selfItem('monthly')]
    const first = (await start(cart)).body
    await test.pay(first.clientSecret)
    expect((await test.order(cart, intentOf(first.clientSecret))).status).toBe(200)
    const again = await start(cart)
    expect(again.status).toBe(200)
    expect(again.body.clientSecret).not.toBe(first.clientSecret)
  })

  it('for the same belts chosen again is a new purchase', async () => {
    const cart = [selfItem('monthly')]
    const first = (await start(cart)).body
    await test.pay(first.clientSecret)
    await test.work()
    const anew = await start([{ ...cart[0]!, id: selfItem().id }])
    expect(anew.status).toBe(200)
    expect(anew.body.clientSecret).not.toBe(first.clientSecret)
  })
})

describe('a payment event', () => {
  const pay = async () => {
    const { clientSecret } = (await start([selfItem('monthly')])).body
    await test.pay(clientSecret)
    return intentOf(clientSecret)
  }

  it('is retried ten seconds later when the provider was unreachable', async () => {
    const intentId = await pay()
    provider.fail('fetch', 'before')
    await handleEvents(test.shop)
    expect(await ordersOf(test.shop.db, intentId)).toEqual([])
    await handleEvents(test.shop)
    expect(await ordersOf(test.shop.db, intentId)).toEqual([])
    test.clock.advance(11_000)
    await handleEvents(test.shop)
    expect(await ordersOf(test.shop.db, intentId)).toHaveLength(1)
  })

  it('that claims success too early makes no order', async () => {
    const { clientSecret } = (await start([selfItem('monthly')])).body
    const intentId = intentOf(clientSecret)
    await test.shop.db.insert(paymentEvents).values({
      id: 'evt_early',
      type: 'payment_intent.succeeded',
      payload: { kind: 'payment', id: intentId },
      runAt: test.clock.now(),
    })
    await handleEvents(test.shop)
    expect(await ordersOf(test.shop.db, intentId)).toEqual([])
  })

  it('of an unknown payment or kind is put away', async () => {
    await test.shop.db.insert(paymentEvents).values([
      {
        id: 'evt_1',
        type: 'payment_intent.succeeded',
        payload: { kind: 'payment', id: 'pi_x' },
        runAt: test.clock.now(),
      },
      { id: 'evt_2', type: 'customer.created', payload: { kind: 'other' }, runAt: test.clock.now() },
    ])
    await handleEvents(test.shop)
    const rows = await test.shop.db.select().from(paymentEvents)
    const handled = rows
      .filter((row) => ['evt_1', 'evt_2'].includes(row.id))
      .map((row) => row.handledAt !== null)
    expect(handled).toEqual([true, true])
  })

  it('that arrives twice at once makes one order', async () => {
    const intentId = await pay()
    await test.shop.db.insert(paymentEvents).values({
      id: 'evt_again',
      type: 'payment_intent.succeeded',
      payload: { kind: 'payment', id: intentId },
      runAt: test.clock.now(),
    })
    await Promise.all([handleEvents(test.shop), handleEvents(test.shop), reconcile(test.shop)])
    expect(await ordersOf(test.shop.db, intentId)).toHaveLength(1)
  })

  it('is due at once by the shop’s clock', async () => {
    test.clock.set('2020-01-15T12:00:00Z')
    const intentId = await pay()
    await handleEvents(test.shop)
    expect(await ordersOf(test.shop.db, intentId)).toHaveLength(1)
  })
})
