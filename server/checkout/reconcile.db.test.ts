import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkouts, demoIntents, paymentEvents } from '../../db/schema.ts'
import type { CartItem } from '../../domain/cart.ts'
import { ShopError } from '../../domain/errors.ts'
import { giftItem, selfItem } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { type FaultyPayments, faultyPayments } from '../../test/faulty-payments.ts'
import { boxesOf, checkoutOf, ordersOf } from '../../test/orders-of.ts'
import { handleEvents } from '../events/handle-events.ts'
import { storeEvents } from '../events/store-events.ts'
import { reconcile } from './reconcile.ts'

const minute = 60_000
const hour = 60 * minute

let test: TestShop
let provider: FaultyPayments
const atTheProvider = (intentId: string) => test.shop.payments.fetch(intentId)

beforeAll(async () => {
  test = await createTestShop()
  provider = faultyPayments(test.shop.payments)
  test.shop.payments = provider
})
beforeEach(() => test.clock.set('2026-11-21T15:00:00Z'))
afterAll(() => test.close())

async function begin(cart: CartItem[] = [selfItem('monthly')]) {
  const { clientSecret } = (await test.post('/api/create-payment-intent', { cartItems: cart })).body
  return { cart, clientSecret, intentId: clientSecret.split('_secret_')[0] as string }
}

/** Paid, and neither the browser nor an event ever says so. */
async function payUnheard(cart?: CartItem[]) {
  const begun = await begin(cart)
  await test.pay(begun.clientSecret)
  await test.shop.db.delete(paymentEvents)
  return begun
}

describe('a payment the shop never heard of', () => {
  it('still becomes an order with its email', async () => {
    const { cart, intentId } = await payUnheard()
    const mailsBefore = test.mails.length
    await test.work()
    expect(await ordersOf(test.shop.db, intentId)).toEqual([])
    test.clock.advance(6 * minute)
    await reconcile(test.shop)
    await test.work()
    const [order] = await ordersOf(test.shop.db, intentId)
    expect(order?.carts).toEqual(cart)
    expect(test.mails).toHaveLength(mailsBefore + 1)
    expect((await test.order(cart, intentId)).body.orderNumber).toBe(order!.orderNumber)
  })

  it('is asked about again when the provider was unreachable', async () => {
    const { intentId } = await payUnheard()
    provider.fail('fetch', 'before', 1)
    await reconcile(test.shop)
    expect(await ordersOf(test.shop.db, intentId)).toEqual([])
    test.clock.advance(6 * minute)
    await reconcile(test.shop)
    expect(await ordersOf(test.shop.db, intentId)).toHaveLength(1)
  })

  it('with an unfinished order is finished at the next check, however recent the last', async () => {
    const { cart, clientSecret, intentId } = await begin([selfItem('monthly'), selfItem('12-months')])
    await reconcile(test.shop)
    await test.pay(clientSecret)
    provider.fail('subscribe', 'before', 1)
    await test.order(cart, intentId)
    expect((await checkoutOf(test.shop.db, intentId))?.status).toBe('completing')
    await reconcile(test.shop)
    expect((await checkoutOf(test.shop.db, intentId))?.status).toBe('done')
  })

  it('whose process died while finishing its order is finished at the next start, not minutes later', async () => {
    const { cart, clientSecret, intentId } = await begin([selfItem('monthly'), selfItem('12-months')])
    await test.pay(clientSecret)
    const real = provider.subscribe
    // A process that dies says nothing more; neither do these two, the browser's call and the check after it.
    const { promise: never } = Promise.withResolvers<never>()
    let hanging = 0
    provider.subscribe = () => {
      hanging++
      return never
    }
    void test.order(cart, intentId)
    await expect.poll(() => hanging).toBe(1)
    void reconcile(test.shop)
    await expect.poll(() => hanging).toBe(2)
    provider.subscribe = real
    test.clock.advance(1_000)
    await reconcile(test.shop)
    expect((await checkoutOf(test.shop.db, intentId)).status).toBe('done')
  })

  it('asks an unreachable provider once, not once per item', async () => {
    const { cart, clientSecret, intentId } = await begin([selfItem('monthly'), selfItem('12-months')])
    await test.pay(clientSecret)
    const real = provider.subscribe
    let asked = 0
    provider.subscribe = async () => {
      asked++
      throw new ShopError('payments_unavailable', 'away')
    }
    expect((await test.order(cart, intentId)).status).toBe(200)
    provider.subscribe = real
    expect(asked).toBe(1)
    await reconcile(test.shop)
    expect((await checkoutOf(test.shop.db, intentId)).status).toBe('done')
  })

  it('buys boxes for the month it was paid in, however late it is found', async () => {
    test.clock.set('2026-12-01T04:59:00Z')
    const { intentId } = await payUnheard([giftItem('6-months')])
    test.clock.set('2026-12-01T06:30:00Z')
    await reconcile(test.shop)
    const [order] = await ordersOf(test.shop.db, intentId)
    expect(order?.createdAt.toISOString()).toBe('2026-12-01T04:59:00.000Z')
    const drops = (await boxesOf(test.shop.db, intentId)).map((box) => box.drop)
    expect(drops).toEqual(['2026-12', '2027-01', '2027-02', '2027-03', '2027-04', '2027-05'])
  })

  it('is found among hundreds of unpaid carts', async () => {
    // Long ago and a minute apart: so many at once would look like someone testing cards.
    test.clock.set('2026-10-05T15:00:00Z')
    const beginOthers = async (count: number) => {
      for (let other = 0; other < count; other++) {
        test.clock.advance(minute)
        await begin()
      }
    }
    await beginOthers(101)
    const { intentId } = await payUnheard()
    await beginOthers(5)
    await reconcile(test.shop)
    expect(await ordersOf(test.shop.db, intentId)).toHaveLength(1)
    // Each would be given up, one by one, in the next test.
    await test.shop.db.update(checkouts).set({ status: 'abandoned' }).where(eq(checkouts.status, 'open'))
  })

  it('becomes one order when two processes check at once', async () => {
    const { intentId } = await payUnheard()
    await Promise.all([reconcile(test.shop), reconcile(test.shop)])
    await test.work()
    expect(await ordersOf(test.shop.db, intentId)).toHaveLength(1)
  })
})

describe('an unpaid cart', () => {
  it('is kept for 23 hours, then given up, and its payment canceled', async () => {
    const { clientSecret, intentId } = await begin()
    test.clock.advance(23 * hour)
    await reconcile(test.shop)
    expect((await checkoutOf(test.shop.db, intentId)).status).toBe('open')
    test.clock.advance(10 * minute)
    await reconcile(test.shop)
    expect((await checkoutOf(test.shop.db, intentId)).status).toBe('abandoned')
    expect(await atTheProvider(intentId)).toMatchObject({ status: 'canceled' })
    const late = await test.pay(clientSecret)
    expect(late).toMatchObject({ status: 402, body: { message: expect.stringContaining('closed') } })
  })

  it('is checked less and less often', async () => {
    test.clock.set('2027-01-05T15:00:00Z')
    await reconcile(test.shop)
    await begin()
    const looks = async () => {
      const before = provider.arrived('fetch')
      await reconcile(test.shop)
      return provider.arrived('fetch') - before
    }
    test.clock.advance(6 * minute)
    expect([await looks(), await looks()]).toEqual([1, 0])
    test.clock.advance(6 * minute)
    expect(await looks()).toBe(1)
    test.clock.advance(4 * hour)
    expect(await looks()).toBe(1)
    test.clock.advance(20 * minute)
    expect(await looks()).toBe(0)
    test.clock.advance(20 * minute)
    expect(await looks()).toBe(1)
  })

  it('is not given up while its bank is still deciding', async () => {
    const { cart, clientSecret, intentId } = await begin()
    test.clock.advance(24 * hour)
    const real = provider.fetch
    provider.fetch = async (id) => {
      const payment = await real(id)
      return payment && id === intentId ? { ...payment, status: 'processing' } : payment
    }
    const cancel = provider.cancel
    provider.cancel = async () => {}
    await reconcile(test.shop)
    expect((await checkoutOf(test.shop.db, intentId)).status).toBe('open')
    Object.assign(provider, { fetch: real, cancel })
    await test.pay(clientSecret)
    expect((await test.order(cart, intentId)).status).toBe(200)
  })

  it('starts over with the next click', async () => {
    const { cart, intentId } = await begin()
    test.clock.advance(24 * hour)
    await reconcile(test.shop)
    const again = await begin(cart)
    expect(again.intentId).not.toBe(intentId)
    await test.pay(again.clientSecret)
    expect((await test.order(cart, again.intentId)).status).toBe(200)
  })

  it('starts over when the provider closed its payment', async () => {
    const { cart, intentId } = await begin()
    await test.shop.payments.cancel({ intentId, subscriptionId: null })
    const about = { kind: 'payment' as const, id: intentId }
    const createdAt = test.clock.now()
    await storeEvents(test.shop, [{ id: 'evt_closed', type: 'payment_intent.canceled', about, createdAt }])
    await handleEvents(test.shop)
    expect((await checkoutOf(test.shop.db, intentId)).status).toBe('abandoned')
    const again = await begin(cart)
    expect(again.intentId).not.toBe(intentId)
    await test.pay(again.clientSecret)
    expect((await test.order(cart, again.intentId)).status).toBe(200)
  })

  it('starts over when the provider doesn’t know its payment', async () => {
    const { cart, intentId } = await begin()
    await test.shop.db.delete(demoIntents).where(eq(demoIntents.id, intentId))
    const again = await begin(cart)
    expect(again.intentId).not.toBe(intentId)
  })

  it('doesn’t block giving up others when the provider fails for it', async () => {
    const [first, second] = [await begin(), await begin()]
    test.clock.advance(24 * hour)
    const real = provider.cancel
    provider.cancel = (payment) =>
      payment.intentId === first.intentId ? Promise.reject(new Error('no answer')) : real(payment)
    await reconcile(test.shop)
    const statuses = async () =>
      [await checkoutOf(test.shop.db, first.intentId), await checkoutOf(test.shop.db, second.intentId)].map(
        (each) => each.status,
      )
    expect(await statuses()).toEqual(['open', 'abandoned'])
    provider.cancel = real
    test.clock.advance(6 * minute)
    await reconcile(test.shop)
    expect(await statuses()).toEqual(['abandoned', 'abandoned'])
  })
})

describe('a cart paid at the last moment', () => {
  it('is fulfilled while being given up', async () => {
    const { clientSecret, intentId } = await begin()
    test.clock.advance(24 * hour)
    provider.meanwhile('fetch', () => test.pay(clientSecret))
    await reconcile(test.shop)
    await reconcile(test.shop)
    expect(await ordersOf(test.shop.db, intentId)).toHaveLength(1)
    expect((await checkoutOf(test.shop.db, intentId)).status).toBe('done')
  })

  it('is fulfilled even after being given up, by whichever process hears first', async () => {
    const { cart, clientSecret, intentId } = await begin()
    await test.pay(clientSecret)
    await test.shop.db.update(checkouts).set({ status: 'abandoned' }).where(eq(checkouts.intentId, intentId))
    await test.work()
    const [order] = await ordersOf(test.shop.db, intentId)
    expect(order?.carts).toEqual(cart)
  })
})
