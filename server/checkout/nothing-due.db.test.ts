import { and, eq, isNull, like, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  boxes,
  checkouts,
  memberships,
  orderItems,
  orders,
  outbox,
  paymentEvents,
  people,
  promotionCodes,
  storeCredit,
} from '../../db/schema.ts'
import type { CartItem } from '../../domain/cart.ts'
import { ShopError } from '../../domain/errors.ts'
import { giftItem, selfItem, toCalifornia } from '../../test/carts.ts'
import { createStripeShop, type StripeShop } from '../../test/create-stripe-shop.ts'
import { expectOneOrder } from '../../test/expect-one-order.ts'
import { signInMember } from '../../test/member.ts'
import { ordersOf } from '../../test/orders-of.ts'
import { compareMoneyNow } from '../billing/compare-money.ts'
import { refundBoxes } from '../billing/refund-boxes.ts'
import { readBooks } from '../books/books.ts'
import { returnUnusedCredit } from '../credit/store-credit.ts'
import { shopDay } from '../shop/shop.ts'

let test: StripeShop
beforeAll(async () => {
  test = await createStripeShop()
  await test.shop.db.insert(promotionCodes).values({ code: 'FREE', percentOff: 100, duration: 'once' })
})
afterEach(() => test.stripe.webhooks.release())
afterAll(() => test.close())

describe('a renewing plan with nothing due today', () => {
  const setUp = async (cart: CartItem[], number?: string) => {
    const { body } = await test.start(cart, 'free')
    expect(body.clientSecret).toMatch(/^seti_/)
    expect(body).toMatchObject({ type: 'subscription', taxInfo: { total: 0, tax: 0, hasTax: false } })
    test.stripe.webhooks.hold()
    const { setupIntent } = (await test.confirm(body.clientSecret, number)) as never as {
      setupIntent: { id: string; payment_method: string }
    }
    return { setupIntent, customerId: body.customerId }
  }
  const order = (cart: CartItem[], { setupIntent, customerId }: Awaited<ReturnType<typeof setUp>>) =>
    test.post('/api/create-subscription-order', {
      setupIntentId: setupIntent.id,
      paymentMethodId: setupIntent.payment_method,
      cartItems: cart,
      purchaserEmail: 'maya@example.com',
      customerId,
    })

  it.each([
    ['a subscription', () => [selfItem('6-months')]],
    ['several items', () => [selfItem('monthly'), giftItem('6-months'), selfItem('12-months')]],
  ])('for %s makes the subscriptions, then the order, once', async (_, cartOf) => {
    const cart = cartOf()
    const done = await setUp(cart)
    const [first, second] = [await order(cart, done), await order(cart, done)]
    expect(first.status).toBe(200)
    expect(second.body).toEqual(first.body)
    await test.stripe.webhooks.release()
    await test.passAWhile()
    await expectOneOrder(test, cart, done.setupIntent.id)
  })

  it('becomes an order by webhook when the browser is gone', async () => {
    const cart = [selfItem('monthly')]
    const done = await setUp(cart)
    // Heard of two days later, it renews a month after the day on which its card was set up.
    test.clock.advance(2 * 24 * 60 * 60_000)
    await test.stripe.webhooks.release()
    await test.work()
    await expectOneOrder(test, cart, done.setupIntent.id)
    const own = eq(memberships.customerId, done.customerId as string)
    const [member] = await test.shop.db.select().from(memberships).where(own)
    const renewing = await test.shop.payments.fetchSubscription(member!.stripeSubscriptionId!)
    expect(shopDay(test.shop, renewing!.nextChargeAt!)).toBe(member!.paidUntil)
  })

  it('makes no order when the card is refused, and ends what was made', async () => {
    const cart = [selfItem('monthly'), selfItem('6-months')]
    const done = await setUp(cart)
    const real = test.shop.payments.subscribe
    test.shop.payments.subscribe = async (input) => {
      if (input.item.id === '1') throw new ShopError('card_declined', 'Your card was declined.')
      return real(input)
    }
    const answer = await order(cart, done)
    test.shop.payments.subscribe = real
    expect(answer).toMatchObject({
      status: 402,
      body: { code: 'setup_refused', message: 'Your card was declined.' },
    })
    const mine = test.stripe.subscriptions().filter((each) => each.customer === done.customerId)
    expect(mine.map((each) => each.status)).toEqual(['canceled'])
    await test.stripe.webhooks.release()
    await test.passAWhile()
    expect(await ordersOf(test.shop.db, done.setupIntent.id)).toEqual([])
    expect(await test.shop.db.$count(paymentEvents, isNull(paymentEvents.handledAt)), 'settled').toBe(0)
    // Once reported, it stays so: a later repeat makes no order the buyer doesn’t expect.
    expect((await order(cart, done)).status).toBe(402)
    const again = await test.start(cart, 'free')
    expect(again.body.clientSecret).toMatch(/^seti_/)
    expect(again.body.clientSecret).not.toContain(done.setupIntent.id)
  })

  it('rejects someone else’s payment method or customer', async () => {
    const cart = [selfItem('monthly')]
    const done = await setUp(cart)
    const method = { ...done, setupIntent: { ...done.setupIntent, payment_method: 'pm_other' } }
    expect((await order(cart, method)).status).toBe(409)
    expect((await order(cart, { ...done, customerId: 'cus_other' })).status).toBe(409)
    expect((await order([selfItem('monthly')], done)).status).toBe(409)
  })
})

describe('a free gift', () => {
  const gift = (email = 'maya@example.com') => {
    const item = giftItem('6-months')
    return toCalifornia({
      ...item,
      shippingDetails: { ...item.shippingDetails!, email },
      giftDetails: { ...item.giftDetails!, senderEmail: email },
    })
  }
  const place = (cart: CartItem[], clientSecret: string) =>
    test.order(cart, clientSecret.split('_secret_')[0]!)
  const orderOf = async (orderNumber: string) => {
    const [order] = await test.shop.db.select().from(orders).where(eq(orders.orderNumber, orderNumber))
    return order!
  }
  const atProvider = () => ({
    customers: test.stripe.customers().length,
    payments: test.stripe.payments().length,
    subscriptions: test.stripe.subscriptions().length,
  })
  /** The code made from all of someone’s store credit. */
  async function codeOfCredit(email: string, amountCents: number): Promise<string> {
    const [person] = await test.shop.db
      .insert(people)
      .values({ key: `email:${email}` })
      .returning()
    await test.shop.db
      .insert(storeCredit)
      .values({ personId: person!.id, amountCents, reason: 'staff', reference: crypto.randomUUID() })
    const page = await signInMember(test, email)
    const { body } = await page.post('/api/account/credit/codes', { isForCheckout: true })
    return body.codes.at(-1)
  }

  it('is ordered in one click with boxes and email, without the provider', async () => {
    await test.passAWhile()
    const before = atProvider()
    const cart = [gift(), gift()]
    const { body } = await test.start(cart, 'free')
    expect(body).toMatchObject({
      type: 'payment-intent',
      taxInfo: { total: 0, tax: 0, hasTax: false, discount: 2 * 35_700 },
    })
    expect(Object.keys(body).sort()).toEqual(['clientSecret', 'taxInfo', 'type'])
    // No one has pressed the button: neither time nor the reconciler makes it an order.
    await test.passAWhile()
    const placed = await place(cart, body.clientSecret)
    expect(placed.status).toBe(200)
    expect(placed.body.order.orderNumber).toBe(placed.body.orderNumber)
    await test.passAWhile()
    const order = await orderOf(placed.body.orderNumber)
    expect(order).toMatchObject({
      totalCents: 0,
      isPaid: true,
      stripePaymentIntentId: null,
      stripeCustomerId: null,
      purchaserEmail: 'maya@example.com',
    })
    const items = await test.shop.db
      .select({ id: boxes.id })
      .from(boxes)
      .innerJoin(memberships, eq(boxes.membershipId, memberships.id))
      .innerJoin(orderItems, eq(memberships.orderItemId, orderItems.id))
      .where(eq(orderItems.orderId, order.id))
    expect(items).toHaveLength(12)
    expect(await test.shop.db.select().from(outbox).where(eq(outbox.subjectId, order.id))).toHaveLength(1)
    const mail = test.mails.find((each) => each.subject.includes(order.orderNumber))
    expect(mail?.text).toContain('$0.00')
    expect(atProvider()).toEqual(before)
  })

  it('is one order across two tabs, a lost answer and repeated clicks', async () => {
    const cart = [gift()]
    const [one, other] = await Promise.all([test.start(cart, 'free'), test.start(cart, 'free')])
    expect(other.body).toEqual(one.body)
    const answers = await Promise.all([
      place(cart, one.body.clientSecret),
      place(cart, other.body.clientSecret),
    ])
    expect(answers[0]!.body).toEqual(answers[1]!.body)
    const { orderNumber } = answers[0]!.body
    expect((await place(cart, one.body.clientSecret)).body.orderNumber).toBe(orderNumber)
    expect((await test.start(cart, 'free')).body).toMatchObject({
      code: 'already_ordered',
      details: { orderNumber },
    })
  })

  it('is all or nothing when the database dies midway, and can be placed again', async () => {
    const cart = [gift()]
    const { body } = await test.start(cart, 'free')
    const { db } = test.shop
    // The last rows that an order writes.
    await db.execute(sql`alter table boxes add constraint killed check (false) not valid`)
    expect((await place(cart, body.clientSecret)).status).toBe(500)
    await db.execute(sql`alter table boxes drop constraint killed`)
    await test.passAWhile()
    const [checkout] = await db
      .select()
      .from(checkouts)
      .where(eq(checkouts.intentId, body.clientSecret.split('_secret_')[0]))
    expect(checkout).toMatchObject({ status: 'open', orderId: null })
    expect((await place(cart, body.clientSecret)).status).toBe(200)
  })

  it('can only be placed with its own cart, and not once given up', async () => {
    const cart = [gift()]
    const { body } = await test.start(cart, 'free')
    expect((await place([gift()], body.clientSecret)).body.code).toBe('payment_not_completed')
    // Another code, or none, on the same cart: the checkout is given up, and its own tab is told.
    const paid = await test.start(cart)
    expect(paid.body.clientSecret).toMatch(/^pi_/)
    const late = await place(cart, body.clientSecret)
    expect(late).toMatchObject({ status: 402, body: { code: 'payment_not_completed' } })
    expect(late.body.message).toContain('you haven’t been charged')
  })

  it('uses up a limited code when placed, never beyond the limit', async () => {
    const code = 'THREEFREE'
    await test.shop.db.insert(promotionCodes).values({ code, percentOff: 100, duration: 'once', mostUses: 1 })
    const [mine, theirs] = [[gift()], [gift('theo@example.com')]]
    const held = await test.start(mine, code)
    expect(held.status).toBe(200)
    // Abandoned: after a day someone else has it.
    await test.pass(24 * 60 * 60_000)
    const next = await test.start(theirs, code)
    expect(next.status).toBe(200)
    expect((await place(mine, held.body.clientSecret)).status).toBe(402)
    expect((await place(theirs, next.body.clientSecret)).status).toBe(200)
    expect((await test.start(mine, code)).body.code).toBe('promotion_refused')
  })

  it('is refused when the owner has ended its code', async () => {
    const code = 'LEAKED'
    await test.shop.db.insert(promotionCodes).values({ code, percentOff: 100, duration: 'once' })
    const cart = [gift()]
    const { body } = await test.start(cart, code)
    await test.shop.db.update(promotionCodes).set({ isActive: false }).where(eq(promotionCodes.code, code))
    const refused = await place(cart, body.clientSecret)
    expect(refused.body).toMatchObject({ code: 'promotion_refused' })
  })

  it('paid by store credit spends it once, returns it with its boxes, and balances the books', async () => {
    const email = 'rich@example.com'
    const code = await codeOfCredit(email, 40_000)
    const cart = [gift(email)]
    const started = await test.start(cart, code)
    expect(started.body.clientSecret).toMatch(/^free_/)
    const [one, other] = await Promise.all([
      place(cart, started.body.clientSecret),
      place(cart, started.body.clientSecret),
    ])
    expect(one!.body).toEqual(other!.body)
    const order = await orderOf(one!.body.orderNumber)
    await returnUnusedCredit(test.shop)
    const lines = () =>
      test.shop.db
        .select()
        .from(storeCredit)
        .where(like(storeCredit.reference, `%${code}%`))
    expect((await lines()).map(({ amountCents }) => amountCents).sort()).toEqual([-40_000, 4300])
    const [membership] = await test.shop.db
      .select({ id: memberships.id })
      .from(memberships)
      .innerJoin(orderItems, eq(memberships.orderItemId, orderItems.id))
      .where(and(eq(orderItems.orderId, order.id)))
    await refundBoxes(test.shop, { membershipId: membership!.id })
    await test.passAWhile()
    const back = await test.shop.db.select().from(storeCredit).where(eq(storeCredit.reason, 'unshipped'))
    expect(back.reduce((sum, line) => sum + line.amountCents, 0)).toBe(35_700)
    expect((await compareMoneyNow(test.shop)).found).toEqual([])
    const { accounts } = await readBooks(test.shop, { from: '2026-01-01', to: '2099-12-31' })
    expect(accounts.reduce((sum, { closingCents }) => sum + closingCents, 0)).toBe(0)
    const owed = accounts.find(({ name }) => name === 'Store credit')
    // All of it is owed again: what the gift left of the code, and the boxes that won't ship.
    expect(owed?.closingCents).toBe(-40_000)
  })
})
