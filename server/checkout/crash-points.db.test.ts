import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import {
  boxes,
  checkouts,
  membershipPayments,
  memberships,
  orderItems,
  orders,
  outbox,
  paymentEvents,
  settings,
  shippingInfo,
} from '../../db/schema.ts'
import { everyKindOfCart, selfItem } from '../../test/carts.ts'
import { expectOneOrder } from '../../test/expect-one-order.ts'
import { checkoutOf, ordersOf } from '../../test/orders-of.ts'
import { sized } from '../../test/random.ts'
import { stripeShopOfFile } from '../../test/stripe-shop-of-file.ts'

// Every row of stripe.md §9 "Crash point": made to happen, and seen repaired, through the official library over HTTP.

const hour = 60 * 60_000
const intentOf = (clientSecret: string) => clientSecret.split('_secret_')[0]!

const test = stripeShopOfFile()

const creates = {
  customer: '/v1/customers',
  subscription: '/v1/subscriptions',
  payment: '/v1/payment_intents',
} as const

describe.each(everyKindOfCart)('%s', (kind, cartOf) => {
  // Each way for a subscription, and in the soak for all; the others lose the request by one and the answer by the other.
  const waysOf = (when: 'before' | 'after') =>
    sized(0, 1) || kind === 'a subscription'
      ? (['reset', '500'] as const)
      : ([when === 'before' ? '500' : 'reset'] as const)

  it('refused before anything is written leaves nothing, and the next click works', async () => {
    const cart = cartOf()
    const { db } = test.shop
    const gone = () => {
      throw new Error('the database is away')
    }
    const customers = test.stripe.customers().length
    test.shop.db = { ...db, select: gone } as never
    expect((await test.start(cart)).status).toBe(500)
    test.shop.db = db
    expect(test.stripe.customers()).toHaveLength(customers)
    const { clientSecret } = (await test.start(cart)).body
    await test.confirm(clientSecret)
    await test.order(cart, intentOf(clientSecret))
    await expectOneOrder(test, cart, intentOf(clientSecret))
  })

  it.each(
    Object.values(creates).flatMap((path) =>
      (['before', 'after'] as const).flatMap((when) => waysOf(when).map((how) => ({ path, when, how }))),
    ),
  )('is begun once though $path fails $when its effect by $how', async ({ path, when, how }) => {
    const cart = cartOf()
    test.stripe.fail({ method: 'POST', path, when, how, times: 4 })
    const first = await test.start(cart)
    expect([200, 503]).toContain(first.status)
    if (first.status === 503) expect(first.body.code).toBe('payments_unavailable')
    test.stripe.mend()
    const second = await test.start(cart)
    expect(second.status).toBe(200)
    const intentId = intentOf(second.body.clientSecret)
    const { id } = await checkoutOf(test.shop.db, intentId)
    const begun = [...test.stripe.payments(), ...test.stripe.subscriptions()].filter(
      (each) => each.metadata.checkout_id === id,
    )
    expect(begun).toHaveLength(1)
    await test.confirm(second.body.clientSecret)
    await test.order(cart, intentId)
    await expectOneOrder(test, cart, intentId)
  })

  it('whose answer was lost gets the same payment on the second click', async () => {
    const cart = cartOf()
    const [first, second] = [await test.start(cart), await test.start(cart)]
    expect(second.body).toEqual(first.body)
    const both = await Promise.all([test.start(cart), test.start(cart)])
    expect(both.map((each) => each.body.clientSecret)).toEqual(Array(2).fill(first.body.clientSecret))
  })

  it('paid in a browser that is gone becomes an order by webhook', async () => {
    const cart = cartOf()
    const { clientSecret } = (await test.start(cart)).body
    await test.confirm(clientSecret)
    await test.work()
    const order = await expectOneOrder(test, cart, intentOf(clientSecret))
    expect(order.purchaserEmail).toBe('maya@example.com')
    expect((await test.order(cart, intentOf(clientSecret))).body.orderNumber).toBe(order.orderNumber)
  })

  it('paid in a browser that is gone, with its events lost, becomes an order by asking', async () => {
    const cart = cartOf()
    const { clientSecret } = (await test.start(cart)).body
    test.stripe.webhooks.hold()
    await test.confirm(clientSecret)
    test.stripe.webhooks.lose()
    await test.passAWhile()
    await expectOneOrder(test, cart, intentOf(clientSecret))
  })

  it('reported by everyone at once, twice, becomes one order', async () => {
    const cart = cartOf()
    const { clientSecret } = (await test.start(cart)).body
    test.stripe.webhooks.hold()
    await test.confirm(clientSecret)
    const intentId = intentOf(clientSecret)
    await Promise.all([
      test.order(cart, intentId),
      test.stripe.webhooks.deliverTwiceShuffled(() => 0.5).then(() => test.work()),
      test.order(cart, intentId),
      test.passAWhile(),
    ])
    await expectOneOrder(test, cart, intentId)
  })

  it('changed in another tab meanwhile is fulfilled as paid', async () => {
    const cart = cartOf()
    const { clientSecret } = (await test.start(cart)).body
    await test.confirm(clientSecret)
    const changed = [...cart, selfItem('monthly')]
    const answer = await test.order(changed, intentOf(clientSecret))
    expect(answer.status).toBe(200)
    const order = await expectOneOrder(test, cart, intentOf(clientSecret))
    expect(order.carts.map((item) => item.id)).toEqual(cart.map((item) => item.id))
  })

  it('paid with the wrong amount becomes no order, and the owner is told', async () => {
    const cart = cartOf()
    const { clientSecret } = (await test.start(cart)).body
    await test.confirm(clientSecret)
    const payment = test.stripe.payments().find((each) => each.id === intentOf(clientSecret))!
    payment.amount -= 100
    payment.amount_received -= 100
    expect((await test.order(cart, payment.id)).body.code).toBe('payment_of_another_cart')
    await test.passAWhile()
    expect(await ordersOf(test.shop.db, payment.id)).toEqual([])
    expect((await checkoutOf(test.shop.db, payment.id)).status).toBe('mismatched')
    const mails = test.mails.filter((mail) => mail.subject.includes(payment.id))
    expect(mails.map((mail) => [mail.to, mail.kind])).toEqual([
      ['support@example.com', 'payment-without-order'],
    ])
  })

  it('paid while the webhook was down becomes an order when events are reread', async () => {
    const cart = cartOf()
    const { clientSecret } = (await test.start(cart)).body
    test.stripe.webhooks.hold()
    await test.confirm(clientSecret)
    test.stripe.webhooks.lose()
    await test.stripe.advanceTo(new Date(test.clock.now().getTime() + 5 * hour))
    const { catchUpEvents } = await import('../events/store-events.ts')
    await catchUpEvents(test.shop)
    await test.work()
    await expectOneOrder(test, cart, intentOf(clientSecret))
  })

  it('whose order is missing from a restored backup becomes that order again', async () => {
    const cart = cartOf()
    const { clientSecret } = (await test.start(cart)).body
    const backedUpAt = test.clock.now().toISOString()
    await test.confirm(clientSecret)
    await test.order(cart, intentOf(clientSecret))
    await forgetOrder(intentOf(clientSecret), backedUpAt)
    await test.pass(2 * hour)
    await expectOneOrder(test, cart, intentOf(clientSecret))
  })

  it('left open overnight expires at Stripe too, and the next click starts over', async () => {
    const cart = cartOf()
    const { clientSecret } = (await test.start(cart)).body
    await test.pass(24 * hour)
    expect((await checkoutOf(test.shop.db, intentOf(clientSecret))).status).toBe('abandoned')
    await expect(test.confirm(clientSecret)).rejects.toThrow()
    const again = (await test.start(cart)).body
    await test.confirm(again.clientSecret)
    await test.order(cart, intentOf(again.clientSecret))
    await expectOneOrder(test, cart, intentOf(again.clientSecret))
  })
})

/** The database as it was before this payment became an order. */
async function forgetOrder(intentId: string, backedUpAt: string) {
  const { db } = test.shop
  const { id, orderId } = await checkoutOf(db, intentId)
  await db.update(checkouts).set({ status: 'open', orderId: null, toldAt: null }).where(eq(checkouts.id, id))
  const items = await db.select().from(orderItems).where(eq(orderItems.orderId, orderId!))
  for (const item of items) {
    const [membership] = await db.select().from(memberships).where(eq(memberships.orderItemId, item.id))
    await db.delete(boxes).where(eq(boxes.membershipId, membership!.id))
    await db.delete(membershipPayments).where(eq(membershipPayments.membershipId, membership!.id))
    await db.delete(memberships).where(eq(memberships.id, membership!.id))
  }
  await db.delete(shippingInfo).where(eq(shippingInfo.orderId, orderId!))
  await db.delete(orderItems).where(eq(orderItems.orderId, orderId!))
  await db.delete(orders).where(eq(orders.id, orderId!))
  await db.delete(outbox).where(eq(outbox.subjectId, orderId!))
  await db.delete(paymentEvents)
  await db.update(settings).set({ value: backedUpAt }).where(eq(settings.key, 'provider-events-read-until'))
}

describe('several items, paid', () => {
  it.each(['before', 'after'] as const)(
    'keeps its order when a subscription fails %s its effect, and renews once',
    async (when) => {
      const cart = [selfItem('monthly'), selfItem('12-months')]
      const { clientSecret } = (await test.start(cart)).body
      test.stripe.webhooks.hold()
      await test.confirm(clientSecret)
      test.stripe.fail({ method: 'POST', path: '/v1/subscriptions', when, how: '500', times: 20 })
      const answer = await test.order(cart, intentOf(clientSecret))
      expect(answer.status).toBe(200)
      if (when === 'before') {
        expect(await checkoutOf(test.shop.db, intentOf(clientSecret))).toMatchObject({
          status: 'completing',
          lastError: expect.any(String),
        })
      }
      test.stripe.mend()
      await test.passAWhile()
      const order = await expectOneOrder(test, cart, intentOf(clientSecret))
      expect(order.orderNumber).toBe(answer.body.orderNumber)
    },
  )
})
