import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { membershipPayments, memberships, orderItems, orders, people } from '../../db/schema.ts'
import { type CartItem, cartSubtotalCents } from '../../domain/cart.ts'
import { firstPlans as plans } from '../../domain/first-plans.ts'
import type { PlanId } from '../../domain/plan.ts'
import { giftItem, selfItem, toCalifornia } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { boxesOf, ordersOf } from '../../test/orders-of.ts'
import { runSeed } from '../../test/random.ts'

let test: TestShop
beforeAll(async () => {
  test = await createTestShop()
})
beforeEach(() => test.clock.set('2026-11-21T15:00:00Z'))
afterAll(() => test.close())

async function pay(cart: CartItem[]): Promise<string> {
  const { clientSecret } = (await test.post('/api/create-payment-intent', { cartItems: cart })).body
  return (await test.pay(clientSecret)).body.paymentIntentId
}

async function buy(cart: CartItem[]): Promise<string> {
  const intentId = await pay(cart)
  expect((await test.order(cart, intentId)).status).toBe(200)
  return intentId
}

async function membershipsOf(intentId: string) {
  return test.shop.db
    .select({ membership: memberships, payment: membershipPayments, person: people.key })
    .from(memberships)
    .innerJoin(membershipPayments, eq(membershipPayments.membershipId, memberships.id))
    .innerJoin(people, eq(memberships.personId, people.id))
    .innerJoin(orderItems, eq(memberships.orderItemId, orderItems.id))
    .innerJoin(orders, eq(orderItems.orderId, orders.id))
    .where(eq(orders.stripePaymentIntentId, intentId))
    .orderBy(orderItems.position)
}

const toPerson = (email: string) =>
  giftItem('6-months', { giftDetails: { ...giftItem().giftDetails!, recipientEmail: email } })

describe('the boxes of a membership', () => {
  it.each<[PlanId, number[], string, string]>([
    ['monthly', [6950], '2026-12', '2026-12-21'],
    ['6-months', Array(6).fill(5950), '2027-05', '2027-05-21'],
    ['12-months', Array(12).fill(4950), '2027-11', '2027-11-21'],
  ])(
    'on plan %s come monthly from December, each with its share',
    async (planId, values, last, paidUntil) => {
      const intentId = await buy([selfItem(planId)])
      const made = await boxesOf(test.shop.db, intentId)
      expect(made.map((box) => box.valueCents)).toEqual(values)
      expect(made.map((box) => box.ordinal)).toEqual(values.map((_, index) => index + 1))
      expect(made.every((box) => box.state === 'owed' && box.size === '36' && box.productId === null)).toBe(
        true,
      )
      expect([made[0]?.drop, made.at(-1)?.drop]).toEqual(['2026-12', last])
      const [only] = await membershipsOf(intentId)
      expect(only?.membership).toMatchObject({
        planId,
        renews: true,
        isGift: false,
        status: 'active',
        paidUntil,
      })
      expect(only?.payment).toMatchObject({
        amountCents: values.reduce((sum, value) => sum + value, 0),
        boxCount: values.length,
      })
    },
  )

  it('continue past year’s end, even when paid in its last minute', async () => {
    test.clock.set('2027-01-01T04:59:59.999Z')
    const old = await boxesOf(test.shop.db, await buy([selfItem('6-months')]))
    expect(old.map((box) => box.drop)).toEqual([
      '2027-01',
      '2027-02',
      '2027-03',
      '2027-04',
      '2027-05',
      '2027-06',
    ])
    test.clock.set('2027-01-01T05:00:00Z')
    const young = await boxesOf(test.shop.db, await buy([selfItem('monthly')]))
    expect(young.map((box) => box.drop)).toEqual(['2027-02'])
  })

  it('add up to what was paid before tax, whatever the cart', async () => {
    const anyItem = fc
      .record({ plan: fc.constantFrom(...plans), gift: fc.boolean(), taxed: fc.boolean() })
      .map(({ plan, gift, taxed }) => {
        const item = gift ? giftItem(plan.id) : selfItem(plan.id)
        return taxed ? toCalifornia(item) : item
      })
    await fc.assert(
      fc.asyncProperty(fc.array(anyItem, { minLength: 1, maxLength: 4 }), async (items) => {
        const cart = items.map((item) => ({ ...item, id: selfItem().id }))
        const intentId = await buy(cart)
        const [order] = await ordersOf(test.shop.db, intentId)
        const made = await membershipsOf(intentId)
        const worth = (await boxesOf(test.shop.db, intentId)).reduce((sum, box) => sum + box.valueCents, 0)
        expect(worth).toBe(cartSubtotalCents(cart, plans))
        expect(order?.subtotalCents).toBe(worth)
        expect(made.reduce((sum, each) => sum + each.payment.amountCents, 0)).toBe(worth)
        expect(made.reduce((sum, each) => sum + each.payment.taxCents, 0)).toBe(order?.taxCents)
        expect(order?.totalCents).toBe(worth + order!.taxCents)
      }),
      { seed: runSeed(), numRuns: 15 },
    )
  })
})

describe('a gift', () => {
  it('is paid once: no renewal, no subscription, and an end after the last box', async () => {
    const [gift] = await membershipsOf(await buy([giftItem('12-months')]))
    expect(gift?.membership).toMatchObject({
      isGift: true,
      renews: false,
      stripeSubscriptionId: null,
      paidUntil: '2027-11-21',
      styles: ['Let Recipient Pick'],
      size: 'Let Recipient Choose',
    })
  })

  it('belongs to its recipient and ships to them', async () => {
    const cart = [giftItem('6-months')]
    const intentId = await pay(cart)
    await test.order(cart, intentId, 'Maya@Example.com')
    const [gift] = await membershipsOf(intentId)
    expect(gift?.person).toBe('email:thomas@example.com')
    expect(gift?.membership).toMatchObject({
      memberEmail: 'thomas@example.com',
      payerEmail: 'maya@example.com',
    })
    expect(gift?.membership.address).toMatchObject({
      fullName: 'Thomas Ellison',
      address: '418 Alder Street',
    })
  })
})

describe('a person', () => {
  it('with several memberships, own or gifted, is one person', async () => {
    const mayas = selfItem('monthly', {
      shippingDetails: { ...selfItem().shippingDetails!, email: ' Ines@Example.com' },
    })
    const bought = [
      await buy([mayas, toPerson('ines@example.com')]),
      await buy([toPerson('INES@EXAMPLE.COM ')]),
    ]
    const made = (await Promise.all(bought.map(membershipsOf))).flat()
    expect(made).toHaveLength(3)
    expect(new Set(made.map((each) => each.membership.personId)).size).toBe(1)
    expect(
      await test.shop.db.select().from(people).where(eq(people.key, 'email:ines@example.com')),
    ).toHaveLength(1)
  })

  it('who gives and one who receives are two people', async () => {
    const made = await membershipsOf(await buy([selfItem('monthly'), giftItem('monthly')]))
    expect(made.map((each) => each.person)).toEqual(['email:maya@example.com', 'email:thomas@example.com'])
  })

  it('who receives many gifts at once is one person, and every payment has its order', async () => {
    // The same two people in the other order, repeatedly and all at once: waiting for each other must not fail.
    const rounds = Array.from({ length: 6 }, (_, round) => [`a${round}@example.com`, `b${round}@example.com`])
    const carts = rounds.flatMap(([one, other]) => [
      [toPerson(one!), toPerson(other!)],
      [toPerson(other!), toPerson(one!)],
    ])
    const intents = await Promise.all(carts.map(pay))
    const answers = await Promise.all(carts.map((cart, index) => test.order(cart, intents[index]!)))
    expect(answers.map((answer) => answer.status)).toEqual(carts.map(() => 200))
  })
})
