import { and, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { boxes, checkouts, memberships, orderItems, orders, outbox, promotionCodes } from '../../db/schema.ts'
import type { CartItem } from '../../domain/cart.ts'
import { isFreeReference } from '../../domain/checkout.ts'
import { anyCart } from '../../test/carts.ts'
import { createStripeShop, type StripeShop } from '../../test/create-stripe-shop.ts'
import { guestOrder } from '../../test/guest-order.ts'
import { runSeed, seededRandom, sized } from '../../test/random.ts'

// Each purchase is some ten requests over HTTP, and what fails is tried again after a while.
const purchases = sized(20, 1000)
const atOnce = 10
const minute = 60_000

const seed = runSeed()
const random = seededRandom(seed)
const chance = (share: number) => random() < share
const oneOf = <Choice>(choices: readonly Choice[]) => choices[Math.floor(random() * choices.length)]!

let test: StripeShop
beforeAll(async () => {
  test = await createStripeShop({ connections: 10, seed, env: { TRUST_PROXY: '1' } })
  await test.shop.db.insert(promotionCodes).values([
    { code: 'TEN', percentOff: 10, duration: 'forever' },
    { code: 'FIVER', amountOffCents: 500, duration: 'once' },
    { code: 'FREE', percentOff: 100, duration: 'once' },
  ])
})
afterAll(() => test.close())

const paths = [
  '/v1/customers',
  '/v1/subscriptions',
  '/v1/payment_intents',
  '/v1/setup_intents',
  /^\/v1\/payment_intents\/pi_/,
  /^\/v1\/subscriptions\/sub_/,
  /^\/v1\/tax\//,
]

function breakSomething() {
  test.stripe.fail({
    path: oneOf(paths),
    when: oneOf(['before', 'after'] as const),
    how: oneOf(['reset', '500', '500', '429'] as const),
    times: oneOf([1, 1, 2, 5]),
  })
}

async function mixUpEvents() {
  const { webhooks } = test.stripe
  const some = chance(0.5) ? () => chance(0.5) : undefined
  const act = oneOf(['deliver', 'deliver', 'lose', 'double', 'wait'] as const)
  if (act === 'deliver') await webhooks.deliver(some)
  if (act === 'lose') webhooks.lose(some)
  if (act === 'double') await webhooks.deliverTwiceShuffled(random)
}

let visitor = 0

/** One visitor, from the first click to the end of their patience. */
async function visit() {
  const number = ++visitor
  const cart = anyCart(random, `visitor-${number}@example.com`)
  const promotionCode = chance(0.3) ? oneOf(['TEN', 'FIVER', 'FREE']) : undefined
  const body = { cartItems: cart, ...(promotionCode ? { promotionCode } : {}) }
  const from = { 'x-forwarded-for': `10.${number % 200}.${number % 7}.1` }
  const click = () => test.post('/api/create-payment-intent', body, from)
  for (let tries = 0; tries < 6; tries++) {
    if (chance(0.1)) breakSomething()
    const [answer] = await Promise.all([click(), chance(0.15) ? click() : null])
    if (answer.status === 409) return
    if (answer.status !== 200) continue
    if (chance(0.1)) return
    if (!(await pay(answer.body.clientSecret))) continue
    if (chance(0.4)) return
    if (await report(cart, answer.body, from)) return
  }
}

async function pay(clientSecret: string): Promise<boolean> {
  if (isFreeReference(clientSecret)) return true
  const card = oneOf(['4242424242424242', '4242424242424242', '4000002500003155', '4000000000000002'])
  try {
    test.stripe.confirm(clientSecret, {
      number: card,
      authentication: oneOf(['completed', 'completed', 'failed']),
    })
    return true
  } catch {
    return false
  }
}

async function report(cart: CartItem[], started: Record<string, string>, from: Record<string, string>) {
  if (chance(0.15)) breakSomething()
  const intentId = started.clientSecret!.split('_secret_')[0]!
  const email = cart[0]!.shippingDetails!.email
  const send = () => {
    if (!intentId.startsWith('seti_'))
      return test.post('/api/orders/guest', guestOrder(cart, intentId, email), from)
    const paymentMethodId = test.stripe.setups().find((each) => each.id === intentId)!
      .payment_method as string
    const body = { setupIntentId: intentId, paymentMethodId, cartItems: cart, purchaserEmail: email }
    return test.post('/api/create-subscription-order', body, from)
  }
  const answers = await Promise.all([send(), ...(chance(0.2) ? [send()] : [])])
  const numbers = answers.filter((answer) => answer.status === 200).map((answer) => answer.body.orderNumber)
  expect(new Set(numbers).size, `seed ${seed}`).toBeLessThanOrEqual(1)
  return numbers.length > 0
}

describe('a thousand purchases', () => {
  it('with every accident make as many payments, orders and emails, to the cent', {
    timeout: 3_600_000,
  }, async () => {
    test.stripe.webhooks.hold()
    while (visitor < purchases) {
      await Promise.all(Array.from({ length: atOnce }, visit))
      await mixUpEvents()
      if (chance(0.3)) await test.work()
      // Rarely, so that the day doesn’t end meanwhile: an open payment lives 23 hours.
      if (chance(0.2)) await test.pass(minute)
    }
    test.stripe.mend()
    await mixUpEvents()
    for (let round = 0; round < 4; round++) await test.pass(30 * minute)
    await checkBooks()
  })
})

const isPlaced = (order: typeof orders.$inferSelect) => order.stripePaymentIntentId === null

async function checkBooks() {
  const about = `seed ${seed}`
  const { db } = test.shop
  const made = await db.select().from(orders)
  const paid = [...test.stripe.payments(), ...test.stripe.setups()].filter(
    (each) => each.status === 'succeeded',
  )
  // Gifts that cost nothing have no payment, and one checkout each.
  const free = await db
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.kind, 'free'), eq(checkouts.status, 'done')))
  const [placed, bought] = [made.filter(isPlaced), made.filter((order) => !isPlaced(order))]
  expect(placed.map(({ id }) => id).sort(), about).toEqual(free.map(({ orderId }) => orderId).sort())
  expect(bought.map((order) => order.stripePaymentIntentId).sort(), about).toEqual(
    paid.map((each) => each.id).sort(),
  )
  expect(made.length, about).toBeGreaterThan(purchases / 2)
  const mails = await db.select().from(outbox).where(eq(outbox.kind, 'order-confirmation'))
  expect(mails.map((mail) => mail.subjectId).sort(), about).toEqual(made.map((order) => order.id).sort())
  expect(
    mails.every((mail) => mail.sentAt !== null),
    about,
  ).toBe(true)
  const finished = await db
    .select()
    .from(checkouts)
    .where(inArray(checkouts.status, ['completing', 'mismatched']))
  expect(finished, about).toEqual([])
  const charged = test.stripe.totals()
  const total = made.reduce((sum, order) => sum + order.totalCents, 0)
  expect(total, about).toBe(charged.charged - charged.refunded)
  const owed = await db.select().from(boxes)
  const net = made.reduce((sum, order) => sum + order.subtotalCents - order.discountCents, 0)
  expect(
    owed.reduce((sum, box) => sum + box.valueCents, 0),
    about,
  ).toBe(net)
  await checkRenewals(about)
}

/** Every own plan renews by exactly one subscription of its buyer, and no gift by any. */
async function checkRenewals(about: string) {
  const rows = await test.shop.db
    .select({ membership: memberships, order: orders })
    .from(memberships)
    .innerJoin(orderItems, eq(memberships.orderItemId, orderItems.id))
    .innerJoin(orders, eq(orderItems.orderId, orders.id))
  const known = rows.filter((row) => row.membership.renews).map((row) => row.membership.stripeSubscriptionId)
  const live = test.stripe
    .subscriptions()
    .filter((each) => ['active', 'trialing'].includes(each.status))
    .map((each) => each.id)
  expect(known.sort(), about).toEqual(live.sort())
  expect(
    rows.filter((row) => row.membership.isGift && row.membership.stripeSubscriptionId),
    about,
  ).toEqual([])
}
