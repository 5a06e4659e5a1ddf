import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { membershipPayments, memberships, orderItems, salesTaxRules } from '../../db/schema.ts'
import type { CartItem } from '../../domain/cart.ts'
import type { PlanId } from '../../domain/plan.ts'
import { giftItem, selfItem } from '../../test/carts.ts'
import { ordersOf } from '../../test/orders-of.ts'
import { stripeShopOfFile } from '../../test/stripe-shop-of-file.ts'

const test = stripeShopOfFile()

const sanFrancisco = { city: 'San Francisco', state: ' california ', zipCode: '94110' }
const losAngeles = { city: 'Los Angeles', state: 'Ca', zipCode: '90012' }
const newYork = { city: 'New York', state: 'NY', zipCode: '10001' }

function to(item: CartItem, place: typeof newYork): CartItem {
  return { ...item, shippingDetails: { ...item.shippingDetails!, ...place } }
}

// The clock runs far ahead here; this gift's day never passes.
function lateGift(planId: PlanId) {
  const gift = giftItem(planId)
  return { ...gift, giftDetails: { ...gift.giftDetails!, emailDate: '2999-12-31' } }
}

async function buy(cart: CartItem[]) {
  const started = (await test.start(cart)).body
  await test.confirm(started.clientSecret)
  await test.work()
  const intentId = started.clientSecret.split('_secret_')[0]
  const [order] = await ordersOf(test.shop.db, intentId)
  const items = await test.shop.db
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderId, order!.id))
    .orderBy(orderItems.position)
  return { started, order: order!, taxes: items.map((item) => item.taxCents) }
}

// The simulator's rates: 94110 8.625 %, 90012 9.75 %.
describe('sales tax', () => {
  it('on a subscription matches its invoice, and keeps its rate at renewal', async () => {
    const { started, order, taxes } = await buy([to(selfItem('monthly'), losAngeles)])
    expect(started.taxInfo).toEqual({ hasTax: true, tax: 678, total: 7628 })
    expect([order.taxCents, order.totalCents, taxes]).toEqual([678, 7628, [678]])
    const [invoice] = test.stripe.invoices().slice(-1)
    expect(invoice?.total).toBe(7628)
    await test.pass(32 * 24 * 60 * 60_000)
    const renewal = test.stripe.invoices().findLast((each) => each.billing_reason === 'subscription_cycle')
    expect(renewal).toMatchObject({ total: 7628, status: 'paid' })
  })

  it('depends on each recipient: California pays, New York does not', async () => {
    const cart = [
      to(selfItem('6-months'), newYork),
      to(lateGift('monthly'), sanFrancisco),
      to(lateGift('12-months'), losAngeles),
    ]
    const { started, taxes, order } = await buy(cart)
    expect(taxes).toEqual([0, 599, 5792])
    expect(started.taxInfo).toEqual({ hasTax: true, tax: 6391, total: 35700 + 6950 + 59400 + 6391 })
    expect(order.totalCents).toBe(started.taxInfo.total)
  })

  it('at renewal follows each membership’s own address', async () => {
    const cart = [to(selfItem('monthly'), losAngeles), to(selfItem('monthly'), newYork)]
    const { order } = await buy(cart)
    await test.pass(35 * 24 * 60 * 60_000)
    const totals = test.stripe
      .invoices()
      .filter(
        (each) => each.customer === order.stripeCustomerId && each.billing_reason === 'subscription_cycle',
      )
      .map((each) => each.total)
    expect(totals.sort()).toEqual([6950, 7628])
  })

  it('is committed once per item, under the shop’s reference', async () => {
    const before = test.stripe.taxTransactions().length
    const cart = [to(selfItem('monthly'), losAngeles), to(lateGift('monthly'), sanFrancisco)]
    const { order } = await buy(cart)
    await test.order(cart, order.stripePaymentIntentId!)
    await test.passAWhile()
    const references = test.stripe
      .taxTransactions()
      .slice(before)
      .map((each) => each.reference)
    expect(references).toHaveLength(2)
    const booked = await test.shop.db
      .select({ id: membershipPayments.taxTransactionId })
      .from(membershipPayments)
      .where(eq(membershipPayments.intentId, order.stripePaymentIntentId!))
    const counted = test.stripe.taxTransactions().slice(before)
    expect(booked.map(({ id }) => id).sort()).toEqual(counted.map(({ id }) => id).sort())
    expect(new Set(references.map((reference) => reference.split(':')[1]))).toEqual(new Set(['0', '1']))
  })

  it('of a renewal is reported once, and known for a refund, though the answer got lost', async () => {
    const { order } = await buy([to(selfItem('monthly'), losAngeles)])
    const before = test.stripe.taxTransactions().length
    test.stripe.fail({
      path: '/v1/tax/transactions/create_from_calculation',
      when: 'after',
      how: 'reset',
      times: 4,
    })
    await test.pass(32 * 24 * 60 * 60_000)
    const [counted, ...more] = test.stripe.taxTransactions().slice(before)
    expect(more).toEqual([])
    const payments = await test.shop.db
      .select({ id: membershipPayments.taxTransactionId, at: membershipPayments.paidAt })
      .from(membershipPayments)
      .innerJoin(memberships, eq(membershipPayments.membershipId, memberships.id))
      .where(eq(memberships.customerId, order.stripeCustomerId!))
      .orderBy(membershipPayments.paidAt)
    expect(payments.at(-1)!.id).toBe(counted!.id)
  })

  it('is calculated only for California', async () => {
    const asked = () => test.stripe.log.filter((each) => each.path === '/v1/tax/calculations').length
    const before = asked()
    const { started } = await buy([to(selfItem('monthly'), newYork)])
    expect(started.taxInfo).toEqual({ hasTax: false, tax: 0, total: 6950 })
    expect(asked()).toBe(before)
  })

  it('of a state the owner turned on applies at checkout and renewal, at that state’s rate', async () => {
    const austin = { city: 'Austin', state: 'TX', zipCode: '78701' }
    await test.shop.db
      .insert(salesTaxRules)
      .values({ state: 'TX', from: '2026-11-01', way: 'rate', ratePercent: '8.25' })
    const { started, order } = await buy([to(selfItem('monthly'), austin)])
    expect(started.taxInfo).toEqual({ hasTax: true, tax: 573, total: 7523 })
    expect(order.taxCents).toBe(573)
    await test.pass(32 * 24 * 60 * 60_000)
    const renewal = test.stripe
      .invoices()
      .findLast(
        (each) => each.customer === order.stripeCustomerId && each.billing_reason === 'subscription_cycle',
      )
    expect(renewal).toMatchObject({ total: 7523, status: 'paid' })
    // Stripe Tax isn’t registered there: it would calculate nothing, and no one may assume otherwise.
    expect(await test.shop.payments.knowsTaxOf('TX')).toBe(false)
    expect(await test.shop.payments.knowsTaxOf('CA')).toBe(true)
  })

  it('for an address that Stripe can’t place is refused with a message before payment', async () => {
    const cart = [to(selfItem('monthly'), { ...losAngeles, zipCode: 'nowhere' })]
    const answer = await test.start(cart)
    expect(answer.status).toBe(400)
    expect(answer.body.message).toContain('ZIP')
  })
})
