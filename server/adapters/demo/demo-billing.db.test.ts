import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { paymentEvents } from '../../../db/schema.ts'
import { giftItem, selfItem, toCalifornia } from '../../../test/carts.ts'
import { createTestShop, type TestShop } from '../../../test/create-test-shop.ts'
import { join, ledgerOf, refusesRenewals } from '../../../test/members.ts'
import type { ChargeItem, StartPayment } from '../../shop/payments.ts'

let test: TestShop
beforeAll(async () => {
  test = await createTestShop()
})
beforeEach(() => test.clock.set('2026-11-21T15:00:00Z'))
afterAll(() => test.close())

/** The demo bills whatever is due on a day, and no one listens. */
async function billOn(day: string) {
  test.clock.set(`${day}T17:00:00Z`)
  while (await test.shop.payments.renewDemo!()) await test.shop.db.delete(paymentEvents)
}
async function member(cardNumber?: string) {
  const [made] = await join(test, [selfItem('monthly')], cardNumber)
  return made!
}
const billsOf = (id: string | null) => test.shop.payments.invoicesOf(id!)

const item: ChargeItem = {
  id: '0',
  planId: '6-months',
  planName: '6 Months',
  months: 6,
  renews: true,
  amountCents: 35_700,
  discountCents: 5_700,
  renewalDiscountCents: 0,
  destination: { name: 'Maya', line1: '1 Main', line2: null, city: 'LA', state: ' ca ', zipCode: '90026' },
}

describe('the demo’s renewals', () => {
  it('are charged once per term, however many processes check', async () => {
    const { stripeSubscriptionId } = await member()
    test.clock.set('2026-12-21T17:00:00Z')
    for (let round = 0; round < 3; round++)
      await Promise.all([1, 2, 3].map(() => test.shop.payments.renewDemo!()))
    expect(await billsOf(stripeSubscriptionId)).toMatchObject([{ status: 'paid', reason: 'renewal' }])
  })

  it('leave other members alone when a refused one is retried', async () => {
    const [refused, other] = [await member(refusesRenewals), await member()]
    await billOn('2026-12-21')
    test.clock.set('2027-01-21T17:00:00Z')
    const [open] = await billsOf(refused.stripeSubscriptionId)
    await test.shop.payments.retryCharge(open!.invoiceId)
    expect(await billsOf(other.stripeSubscriptionId)).toHaveLength(1)
    await test.shop.payments.endSubscription(refused.stripeSubscriptionId!)
    await test.shop.db.delete(paymentEvents)
  })

  it('refused by the bank are retried after 3, 5 and 7 days, then no more', async () => {
    const { stripeSubscriptionId } = await member(refusesRenewals)
    const tries: string[] = []
    for (let day = 21; day < 21 + 25; day++) {
      test.clock.set(new Date(Date.UTC(2026, 11, day, 17)).toISOString())
      while (await test.shop.payments.renewDemo!()) {
        const events = await test.shop.db.delete(paymentEvents).returning()
        if (events.some((event) => event.type === 'invoice.payment_failed'))
          tries.push(test.clock.now().toISOString().slice(0, 10))
      }
    }
    expect(tries).toEqual(['2026-12-21', '2026-12-24', '2026-12-29', '2027-01-05'])
    expect(await billsOf(stripeSubscriptionId)).toMatchObject([{ status: 'open' }])
    await test.shop.payments.endSubscription(stripeSubscriptionId!)
    expect(await billsOf(stripeSubscriptionId)).toMatchObject([{ status: 'void' }])
  })

  it('end with the paid term when canceled', async () => {
    const { stripeSubscriptionId } = await member()
    await test.shop.payments.setRenewing(stripeSubscriptionId!, false)
    await billOn('2026-12-21')
    expect(await billsOf(stripeSubscriptionId)).toEqual([])
    expect(await test.shop.payments.fetchSubscription(stripeSubscriptionId!)).toMatchObject({
      status: 'ended',
    })
    expect(await test.shop.payments.cardOf(stripeSubscriptionId!), 'the card it charges').toBeNull()
  })

  it('begin on the day a free first term ends', async () => {
    const input: StartPayment = {
      checkoutId: crypto.randomUUID(),
      kind: 'setup',
      items: [{ ...item, discountCents: 35_700 }],
      taxes: {},
      email: 'maya@example.com',
    }
    const started = await test.shop.payments.start(input)
    expect(started.clientSecret).toMatch(/^seti_/)
    expect(started.totalCents).toBe(0)
    expect(await test.shop.payments.start(input)).toEqual(started)
    await test.pay(started.clientSecret)
    const subscriptionId = await test.shop.payments.subscribe({
      checkoutId: input.checkoutId,
      customerId: started.customerId,
      intentId: started.intentId,
      item: input.items[0]!,
      tax: { taxCents: 0, ratePercent: '7.25', calculationId: null },
      nextChargeOn: '2027-05-21',
    })
    await billOn('2027-05-21')
    expect(await billsOf(subscriptionId)).toMatchObject([{ amountCents: 35_700, taxCents: 2_588 }])
  })
})

describe('the demo’s money', () => {
  it('paid by a renewal keeps its tax when the rate changes', async () => {
    const { stripeSubscriptionId } = await member()
    await billOn('2026-12-21')
    const { invoiceId } = (await billsOf(stripeSubscriptionId))[0]!
    const isIts = { subscriptionId: stripeSubscriptionId!, invoiceId }
    await test.shop.payments.setTaxRate({ ...isIts, ratePercent: '8', state: 'CA' })
    await billOn('2027-01-21')
    expect(await billsOf(stripeSubscriptionId)).toMatchObject([
      { amountCents: 6_950, taxCents: 556 },
      { amountCents: 6_950, taxCents: 0 },
    ])
  })

  it('is the price minus the code, with tax on the rest', async () => {
    const taxes = await test.shop.payments.quoteTax([item])
    expect(taxes).toEqual({ '0': { taxCents: 2_175, ratePercent: '7.25', calculationId: null } })
    const started = await test.shop.payments.start({
      checkoutId: crypto.randomUUID(),
      kind: 'subscription',
      items: [item],
      taxes,
      email: '',
    })
    expect(started.totalCents).toBe(30_000 + 2_175)
    expect(await test.shop.payments.fetchSubscription(started.subscriptionId!)).toMatchObject({
      status: 'incomplete',
    })
    await test.shop.payments.cancel(started)
    expect(await test.shop.payments.fetchSubscription(started.subscriptionId!)).toMatchObject({
      status: 'ended',
    })
  })

  it('is never refunded twice, nor beyond what was paid', async () => {
    const [gift] = await join(test, [toCalifornia(giftItem('monthly'))])
    const intentId = (await ledgerOf(test, gift!.id)).payments[0]!.intentId!
    const refund = (id: string, totalCents: number) =>
      test.shop.payments.refund({ id, intentId, totalCents, attempt: 0 })
    const first = await refund('one', 7_000)
    expect(await refund('one', 7_000)).toEqual(first)
    await expect(refund('two', 455)).rejects.toThrow('More than was paid')
    expect(await refund('two', 454)).toMatchObject({ status: 'succeeded' })
  })
})
