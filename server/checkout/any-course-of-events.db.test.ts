import { and, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  boxes,
  checkouts,
  demoIntents,
  demoSubscriptions,
  memberships,
  orderItems,
  orders,
  outbox,
  paymentEvents,
} from '../../db/schema.ts'
import type { CartItem } from '../../domain/cart.ts'
import { giftItem, selfItem } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { type FaultyPayments, faultyPayments } from '../../test/faulty-payments.ts'
import { runSeed, sized } from '../../test/random.ts'
import { reconcile } from './reconcile.ts'

const minute = 60_000
const calls = ['quoteTax', 'start', 'fetch', 'cancel', 'subscribe'] as const

let test: TestShop
let provider: FaultyPayments
beforeAll(async () => {
  test = await createTestShop()
  provider = faultyPayments(test.shop.payments)
  test.shop.payments = provider
})
afterAll(() => test.close())

const fault = fc.constantFrom('before' as const, 'after' as const)

/** What browsers, provider, network and clock may do, in any order and two at a time. */
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constantFrom('click', 'pay', 'report') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('pay an old one', 'close') }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('fault'), call: fc.constantFrom(...calls), fault }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('work', 'reconcile', 'lose the events', 'five minutes', 'a day'),
    }),
  },
)

describe('in any order of events', () => {
  it('every payment becomes one order with its boxes, renewals and email, and no cart is paid twice', async () => {
    let payments = 0
    const anyCart = fc.constantFrom(...carts)
    await fc.assert(
      fc.asyncProperty(anyCart, fc.array(step, { minLength: 8, maxLength: 20 }), async (cartOf, steps) => {
        const [cart, browser]: [CartItem[], Browser] = [cartOf(), { secrets: [], hasNumber: false }]
        for (let index = 0; index < steps.length; index += 2) {
          await Promise.all(steps.slice(index, index + 2).map((each) => take(each, cart, browser)))
        }
        await settle()
        payments += await checkBooks(cart)
      }),
      { seed: runSeed(), numRuns: sized(15, 600) },
    )
    expect(payments).toBeGreaterThan(5)
  })
})

// The clock runs far ahead in the course of the test; this gift's day never passes.
const lateGift = () =>
  giftItem('12-months', { giftDetails: { ...giftItem().giftDetails!, emailDate: '2999-12-31' } })
const carts = [
  () => [selfItem('monthly')],
  () => [lateGift()],
  () => [selfItem('6-months'), lateGift(), selfItem('monthly')],
]

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** A browser with its cart; once it has the order's number it throws the cart away and pays no more. */
type Browser = { secrets: string[]; hasNumber: boolean }

async function take(each: Step, cart: CartItem[], browser: Browser): Promise<unknown> {
  const { secrets } = browser
  const latest = secrets.at(-1) ?? 'none'
  const latestIntent = latest.split('_secret_')[0]!
  switch (each.do) {
    case 'click': {
      if (browser.hasNumber) return
      const { body } = await test.post('/api/create-payment-intent', { cartItems: cart })
      if (body.clientSecret) secrets.push(body.clientSecret)
      return
    }
    case 'pay':
      return browser.hasNumber || test.pay(latest)
    case 'pay an old one':
      return browser.hasNumber || test.pay(secrets[0] ?? 'none')
    case 'report': {
      const { status } = await test.order(cart, latestIntent)
      browser.hasNumber ||= status === 200
      return
    }
    case 'fault':
      return 'call' in each && provider.fail(each.call, each.fault)
    case 'close':
      return provider.cancel({ intentId: latestIntent, subscriptionId: null }).catch(() => {})
    case 'work':
      return test.work()
    case 'reconcile':
      return reconcile(test.shop)
    case 'lose the events':
      return test.shop.db.delete(paymentEvents)
    case 'five minutes':
      return test.clock.advance(6 * minute)
    case 'a day':
      return test.clock.advance(24 * 60 * minute)
  }
}

/** The network fixes, and the shop has time. */
async function settle() {
  provider.mend()
  for (let round = 0; round < 2; round++) {
    test.clock.advance(6 * minute)
    await reconcile(test.shop)
    await test.work()
  }
}

/** Holds the shop's books of this cart against the provider's; returns how many orders there are. */
async function checkBooks(cart: CartItem[]): Promise<number> {
  const { db } = test.shop
  const ids = cart.map((item) => item.id)
  const mine = (await db.select().from(checkouts)).filter((checkout) =>
    (checkout.snapshot as { items: { cart: CartItem }[] }).items.some((item) => ids.includes(item.cart.id)),
  )
  let ordered = 0
  for (const checkout of mine) {
    const intents = await db.select().from(demoIntents).where(eq(demoIntents.checkoutId, checkout.id))
    const paid = intents.filter((intent) => intent.status === 'succeeded')
    expect(paid.map((intent) => intent.id)).toEqual(checkout.orderId ? [checkout.intentId] : [])
    expect(checkout.orderId ? ['done'] : ['open', 'abandoned']).toContain(checkout.status)
    if (!checkout.orderId) continue
    ordered++
    await checkOrder(checkout.orderId, checkout.id, paid[0]!.amountCents)
  }
  expect(ordered).toBeLessThanOrEqual(1)
  return ordered
}

async function checkOrder(orderId: string, checkoutId: string, paidCents: number) {
  const { db } = test.shop
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId))
  expect(order?.totalCents).toBe(paidCents)
  const members = await db
    .select({
      id: memberships.id,
      renews: memberships.renews,
      subscription: memberships.stripeSubscriptionId,
    })
    .from(memberships)
    .innerJoin(orderItems, eq(memberships.orderItemId, orderItems.id))
    .where(eq(orderItems.orderId, orderId))
  expect(members.every((member) => member.renews === (member.subscription !== null))).toBe(true)
  const renewals = await db
    .select()
    .from(demoSubscriptions)
    .where(and(eq(demoSubscriptions.checkoutId, checkoutId), eq(demoSubscriptions.status, 'active')))
  expect(renewals).toHaveLength(members.filter((member) => member.renews).length)
  let worth = 0
  for (const member of members) {
    const owed = await db.select().from(boxes).where(eq(boxes.membershipId, member.id))
    worth += owed.reduce((sum, box) => sum + box.valueCents, 0)
  }
  expect(worth).toBe(order?.subtotalCents)
  const mails = await db.select().from(outbox).where(eq(outbox.subjectId, orderId))
  expect(mails.map((mail) => mail.sentAt !== null)).toEqual([true])
}
