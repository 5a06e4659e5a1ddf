import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkouts, subscriptionPlans } from '../../../db/schema.ts'
import { firstPlans } from '../../../domain/first-plans.ts'
import { renewalTermsText } from '../../../domain/renewal-terms.ts'
import { type SignedIn, signIn } from '../../../test/admin.ts'
import { selfItem } from '../../../test/carts.ts'
import { createTestShop, type TestShop } from '../../../test/create-test-shop.ts'
import { billOn, join, ledgerOf } from '../../../test/members.ts'
import { cachePriceIds } from '../../catalog/catalog-changed.ts'
import { pageContextOf } from '../../http/page-context.ts'
import { changePlan } from '../../memberships/change-plan.ts'

let test: TestShop
let admin: SignedIn
beforeAll(async () => {
  test = await createTestShop()
  admin = await signIn(test)
})
afterAll(() => test.close())

const quarterly = { name: '3 Months', price: '194.85', months: 3, originalPrice: 69.5 }
const plans = async () => (await admin.get('/api/admin/plans')).body.plans
const planOf = async (planId: string) =>
  (await plans()).find((plan: { planId: string }) => plan.planId === planId)
const shown = async () => (await pageContextOf(test.shop).plans()).map(({ id, price }) => [id, price])
const begin = (cartItems: unknown[]) => test.post('/api/create-payment-intent', { cartItems })

describe('the plans', () => {
  it('of a new shop match the specification', async () => {
    expect(
      (await plans()).map((plan: Record<string, unknown>) => [plan.planId, plan.price, plan.popular]),
    ).toEqual([
      ['monthly', '69.50', false],
      ['6-months', '357.00', true],
      ['12-months', '594.00', false],
    ])
  })

  it('an owner adds are shown, priced by the server, sold and renewed', async () => {
    const made = await admin.post('/api/admin/plans', quarterly)
    expect(made).toMatchObject({
      status: 200,
      body: { plan: { planId: '3-months', price: '194.85', months: 3, isActive: true, isSold: false } },
    })
    expect(await shown()).toContainEqual(['3-months', '$64.95'])
    // Shorter terms first, as the cards of the home page stand.
    expect((await shown()).map(([id]) => id)).toEqual(['monthly', '3-months', '6-months', '12-months'])
    const item = { ...selfItem('monthly'), planId: '3-months', planName: 'x', price: '$64.95' }
    const [member] = await join(test, [item])
    const first = await ledgerOf(test, member!.id)
    expect([first.payments[0]!.amountCents, first.boxes.length]).toEqual([19_485, 3])
    expect(first.membership.paidUntil).toBe('2027-02-21')
    await billOn(test, '2027-02-21')
    const second = await ledgerOf(test, member!.id)
    expect(second.payments.map(({ amountCents }) => amountCents)).toEqual([19_485, 19_485])
    expect(second.boxes).toHaveLength(6)
    test.clock.set('2026-11-21T15:00:00Z')
    expect(await planOf('3-months')).toMatchObject({ isSold: true, members: 1 })
    expect(await planOf('6-months')).toMatchObject({ isSold: false, members: 0 })
    expect((await admin.patch('/api/admin/plans/3-months', { months: 4 })).body.code).toBe('not_possible')
    // Its price is changed while the provider is asked: what comes back is of the price before.
    const { priceId } = test.shop.payments
    test.shop.payments.priceId = async (plan) => {
      if (plan.planId === '3-months') await admin.patch('/api/admin/plans/3-months', { price: '197.85' })
      return priceId(plan)
    }
    await cachePriceIds(test.shop)
    expect((await planOf('3-months')).stripePriceId).toBeNull()
    test.shop.payments.priceId = priceId
    await cachePriceIds(test.shop)
    expect((await planOf('3-months')).stripePriceId).toMatch(/3-months/)
    // Nor is one of the name before.
    await admin.patch('/api/admin/plans/3-months', { price: '194.85' })
    test.shop.payments.priceId = async (plan) => {
      if (plan.planId === '3-months') await admin.patch('/api/admin/plans/3-months', { name: 'Quarterly' })
      return priceId(plan)
    }
    await cachePriceIds(test.shop)
    expect((await planOf('3-months')).stripePriceId).toBeNull()
    test.shop.payments.priceId = priceId
    // Nor is one made for a plan that isn't sold.
    await admin.patch('/api/admin/plans/3-months', { name: quarterly.name, isActive: false })
    await cachePriceIds(test.shop)
    expect((await planOf('3-months')).stripePriceId).toBeNull()
    await admin.patch('/api/admin/plans/3-months', { isActive: true })
  })

  it('keep their months once a member has chosen them for the next term', async () => {
    await admin.post('/api/admin/plans', { name: 'Two', planId: '2-months', price: '131.00', months: 2 })
    const [member] = await join(test, [selfItem('monthly')])
    await changePlan(test.shop, { membershipId: member!.id, planId: '2-months', username: null })
    expect(await planOf('2-months')).toMatchObject({ isSold: true, members: 0 })
    const shorter = await admin.patch('/api/admin/plans/2-months', { months: 1 })
    expect(shorter.body.code).toBe('not_possible')
    await admin.patch('/api/admin/plans/2-months', { isActive: false })
  })

  it('show one best value, the last one set', async () => {
    await admin.patch('/api/admin/plans/12-months', { popular: true })
    expect((await plans()).filter((plan: { popular: boolean }) => plan.popular)).toMatchObject([
      { planId: '12-months' },
    ])
    await admin.patch(`/api/admin/plans/${(await planOf('6-months')).id}`, { popular: true })
    expect((await planOf('12-months')).popular).toBe(false)
  })

  it.each<[string, string, object]>([
    ['an invalid price', 'price', { ...quarterly, price: '12.345' }],
    ['a price below what a card can charge', 'price', { ...quarterly, price: 0.49 }],
    ['no months', 'months', { ...quarterly, months: 0 }],
    ['25 months', 'months', { ...quarterly, months: 25 }],
    ['half a month', 'months', { ...quarterly, months: 1.5 }],
    ['a blank name', 'name', { ...quarterly, name: ' ' }],
    ['another plan’s ID', 'planId', { ...quarterly, planId: 'monthly' }],
    ['an ID that isn’t a slug', 'planId', { ...quarterly, planId: 'Three Months' }],
  ])('are refused with %s', async (_, field, body) => {
    const refused = await admin.post('/api/admin/plans', body)
    expect(refused.status).toBeGreaterThanOrEqual(400)
    expect(refused.body.fields[field]).toBeTruthy()
  })

  it('are changed by an owner only, and every change is logged', async () => {
    const packer = await signIn(test, 'packer')
    expect((await packer.patch('/api/admin/plans/monthly', { price: '1.00' })).status).toBe(403)
    expect((await packer.get('/api/admin/plans')).status).toBe(200)
    const noted = await admin.get('/api/admin/audit')
    expect(JSON.stringify(noted.body)).toContain('plan.create')
  })
})

describe('a new price', () => {
  it('applies to the next buyer, and current members keep theirs', async () => {
    const [old] = await join(test, [selfItem('monthly')])
    await admin.patch('/api/admin/plans/monthly', { price: 74.5 })
    expect(await shown()).toContainEqual(['monthly', '$74.50'])
    const [late] = await join(test, [selfItem('monthly', { price: '$74.50' })])
    await billOn(test, '2026-12-21')
    const paid = async (id: string) =>
      (await ledgerOf(test, id)).payments.map(({ amountCents }) => amountCents)
    expect([await paid(old!.id), await paid(late!.id)]).toEqual([
      [6950, 6950],
      [7450, 7450],
    ])
    test.clock.set('2026-11-21T15:00:00Z')
  })

  it('is shown before an older cart is paid, and no payment stays open at the old price', async () => {
    await admin.patch('/api/admin/plans/6-months', { price: '357.00' })
    const cart = [selfItem('6-months')]
    const before = await begin(cart)
    expect(before.body.taxInfo.total).toBe(35_700)
    await admin.patch('/api/admin/plans/6-months', { price: '387.00' })
    const refused = await begin(cart)
    expect(refused).toMatchObject({ status: 400, body: { code: 'price_changed' } })
    expect(refused.body.message).toContain('The price of 6 Months is $64.50 per month now, $387.00 in all.')
    const again = await begin([{ ...cart[0]!, price: '$64.50' }])
    expect(again.body.taxInfo.total).toBe(38_700)
    const rows = await test.shop.db.select().from(checkouts).where(eq(checkouts.status, 'open'))
    expect(rows.filter((row) => row.subtotalCents === 35_700)).toEqual([])
    const late = await test.pay(before.body.clientSecret)
    expect(late.status).toBeGreaterThanOrEqual(400)
  })

  it('doesn’t change what a buyer with an open payment agreed to', async () => {
    const cart = [selfItem('12-months')]
    const started = await begin(cart)
    const words = { cart, renewalDiscounts: [], today: '2026-11-21', calendar: {}, plans: firstPlans }
    const text = renewalTermsText({ ...words, supportEmail: test.shop.config.supportEmail })
    await admin.patch('/api/admin/plans/12-months', { price: '600.00' })
    const { clientSecret } = started.body
    expect((await test.post('/api/consent', { clientSecret, text })).status).toBe(200)
    const paid = await test.pay(started.body.clientSecret)
    expect((await test.order(cart, paid.body.paymentIntentId)).status).toBe(200)
    await test.work()
    expect(test.mails.at(-1)!.text).toMatch(/Renews .* at \$594\.00/)
    const [row] = await test.shop.db
      .select()
      .from(checkouts)
      .where(eq(checkouts.intentId, paid.body.paymentIntentId))
    expect(row!.totalCents).toBe(59_400)
  })
})

describe('a retired plan', () => {
  it('isn’t sold to anyone, even in a cart, and continues for its members', async () => {
    const item = { ...selfItem('monthly'), planId: '3-months', price: '$64.95' }
    const [member] = await join(test, [item])
    expect((await admin.patch('/api/admin/plans/3-months', { isActive: false })).status).toBe(200)
    expect((await shown()).map(([id]) => id)).not.toContain('3-months')
    const refused = await begin([{ ...item, id: 'cart-1' }])
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_cart' } })
    expect(refused.body.message).toContain('3 Months isn’t sold anymore.')
    await billOn(test, '2027-02-21')
    expect((await ledgerOf(test, member!.id)).payments).toHaveLength(2)
    test.clock.set('2026-11-21T15:00:00Z')
  })

  it('is never the last plan', async () => {
    const active = (await plans()).filter((plan: { isActive: boolean }) => plan.isActive)
    for (const { planId } of active.slice(1))
      expect((await admin.patch(`/api/admin/plans/${planId}`, { isActive: false })).status).toBe(200)
    const last = await admin.patch(`/api/admin/plans/${active[0].planId}`, { isActive: false })
    expect(last.body).toMatchObject({ code: 'not_possible' })
    await test.shop.db.update(subscriptionPlans).set({ isActive: true })
  })
})
