import { parse } from 'csv-parse/sync'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditLog, boxes, membershipPayments, orders, refundMoves, refunds } from '../../db/schema.ts'
import type { CartItem } from '../../domain/cart.ts'
import { firstPlans } from '../../domain/first-plans.ts'
import { renewalTermsText } from '../../domain/renewal-terms.ts'
import { type SignedIn, signIn } from '../../test/admin.ts'
import { selfItem } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { billOn, join, ledgerOf } from '../../test/members.ts'
import { watchThresholds } from './sales-tax.ts'

const newYork = { city: 'New York', state: 'New York', zipCode: '10001' }
const atlanta = { city: 'Atlanta', state: 'GA', zipCode: '30303' }
const seattle = { city: 'Seattle', state: 'WA', zipCode: '98101' }
const portland = { city: 'Portland', state: 'OR', zipCode: '97209' }

function to(place: typeof newYork, item: CartItem = selfItem()): CartItem {
  return { ...item, shippingDetails: { ...item.shippingDetails!, ...place } }
}

let test: TestShop
let owner: SignedIn
beforeAll(async () => {
  test = await createTestShop()
  owner = await signIn(test)
})
afterAll(() => test.close())

const start = (cart: CartItem[]) => test.post('/api/create-payment-intent', { cartItems: cart })
const rule = (body: object) => owner.post('/api/admin/sales-tax/rules', body)
/** One of a membership's boxes leaves on December 3, worth some cents. */
async function ship(membershipId: string, valueCents: number) {
  const { boxes: owed } = await ledgerOf(test, membershipId)
  const shippedAt = new Date('2026-12-03T15:00:00Z')
  await test.shop.db
    .update(boxes)
    .set({ state: 'shipped', shippedAt, valueCents })
    .where(eq(boxes.id, owed[0]!.id))
}
async function stateOf(state: string) {
  const { body } = await owner.get('/api/admin/sales-tax')
  return body.states.find((each: { state: string }) => each.state === state)
}

describe('turning on sales tax', () => {
  it('explains errors: California, no sales tax, a past day, no rate, no calculator', async () => {
    const good = { state: 'NY', from: '2026-11-25', way: 'rate', ratePercent: '8.875' }
    for (const [wrong, field] of [
      [{ state: 'CA' }, 'state'],
      [{ state: 'Oregon' }, 'state'],
      [{ from: '2026-11-20' }, 'from'],
      [{ ratePercent: '' }, 'ratePercent'],
      [{ ratePercent: '88.75' }, 'ratePercent'],
      [{ way: 'provider' }, 'way'],
    ] as const) {
      const reply = await rule({ ...good, ...wrong })
      expect([reply.status >= 400, Object.keys(reply.body.fields)]).toEqual([true, [field]])
    }
  })

  it('applies from its day in checkout, order, renewal, invoice and books, and renews open payments', async () => {
    const cart = [to(newYork)]
    const before = await start(cart)
    expect(before.body.taxInfo).toEqual({ hasTax: false, tax: 0, total: 6950 })
    const [early] = await join(test, [to(newYork)])
    expect(
      await rule({ state: 'NY', from: '2026-11-25', way: 'rate', ratePercent: '8.875 %' }),
    ).toMatchObject({
      status: 200,
      body: { rule: null, planned: [{ from: '2026-11-25', ratePercent: '8.875' }] },
    })
    const again = await start(cart)
    expect(again.body.clientSecret).toBe(before.body.clientSecret)

    test.clock.set('2026-11-25T15:00:00Z')
    const taxed = await start(cart)
    expect(taxed.body.taxInfo).toEqual({ hasTax: true, tax: 617, total: 7567 })
    expect(taxed.body.clientSecret).not.toBe(before.body.clientSecret)
    expect((await start(cart)).body.clientSecret).toBe(taxed.body.clientSecret)
    const terms = {
      ...{ cart, renewalDiscounts: [], today: '2026-11-25', supportEmail: test.shop.config.supportEmail },
      ...{ calendar: {}, plans: firstPlans, taxedStates: ['CA', 'NY'] },
    }
    const text = renewalTermsText(terms)
    expect(text).toContain('renews at $69.50 plus tax every month')
    const agreed = await test.post('/api/consent', { clientSecret: taxed.body.clientSecret, text })
    expect(agreed.status).toBe(200)

    const [late] = await join(test, cart)
    const found = await test.shop.db.select().from(orders).orderBy(asc(orders.createdAt))
    expect(found.map(({ taxCents, totalCents }) => [taxCents, totalCents])).toEqual([
      [0, 6950],
      [617, 7567],
    ])
    // Both renew with the tax of the day on which they are charged.
    await billOn(test, '2026-12-26')
    for (const member of [early!, late!]) {
      const { payments } = await ledgerOf(test, member.id)
      expect(payments.at(-1)).toMatchObject({ amountCents: 6950, taxCents: 617, shipState: 'NY' })
    }
    // The order’s email and both receipts name the state of the tax.
    await test.work()
    const named = test.mails.flatMap(({ text }) => text.match(/Sales tax, [A-Za-z ]+/g) ?? [])
    expect(named).toEqual(Array(3).fill('Sales tax, New York'))
    owner = await signIn(test)
    const { body } = await owner.get('/api/admin/books/balance?from=2026-11-01&to=2026-12-31')
    const payable = body.accounts.find(({ code }: { code: string }) => code === '2200-NY')
    expect(payable).toMatchObject({ name: 'Sales tax payable:NY', closingCents: -3 * 617 })
  })

  it('reports to a state what was charged, taxed and shipped', async () => {
    const [first] = await test.shop.db.select().from(boxes).orderBy(asc(boxes.createdAt)).limit(1)
    await ship(first!.membershipId, 6950)
    const { db } = test.shop
    const isIt = eq(boxes.membershipId, first!.membershipId)
    const report = async () => {
      const reply = await owner.request('GET', '/api/admin/sales-tax/report?from=2026-11-01&to=2026-12-31')
      return parse(await reply.text(), { columns: true, bom: true }) as Record<string, string>[]
    }
    // What store credit paid still counts as charged, but wasn’t taxed; a canceled refund doesn’t count.
    const [paid] = await db.select().from(membershipPayments).where(eq(membershipPayments.taxCents, 617))
    const ofPaid = eq(membershipPayments.id, paid!.id)
    await db.update(membershipPayments).set({ amountCents: 5950, creditCents: 1000 }).where(ofPaid)
    const back = {
      paymentId: paid!.id,
      amountCents: 2000,
      madeBy: 'provider' as const,
      createdAt: test.clock.now(),
    }
    const made = await db
      .insert(refunds)
      .values([
        { ...back, providerId: 're_1', status: 'settled' },
        { ...back, providerId: 're_2', status: 'failed' },
        // One the shop promised and couldn’t make yet is still owed.
        { ...back, madeBy: 'shop', amountCents: 500, status: 'failed' },
      ])
      .returning()
    await db.insert(refundMoves).values([
      // It failed, and someone paid it another way.
      { refundId: made[0]!.id, kind: 'failed', at: test.clock.now() },
      { refundId: made[0]!.id, kind: 'settled', at: test.clock.now() },
      { refundId: made[1]!.id, kind: 'failed', at: test.clock.now() },
      { refundId: made[2]!.id, kind: 'failed', at: test.clock.now() },
    ])
    expect((await report())[0]).toMatchObject({
      ...{ 'Sales charged': '278.00', 'Taxed sales': '198.50', 'Sales refunded': '25.00' },
    })
    await db.delete(refundMoves)
    await db.delete(refunds)
    await db.update(membershipPayments).set({ amountCents: 6950, creditCents: 0 }).where(ofPaid)
    // The destination state as the buyer typed it, in the evening of the shop’s day.
    const shipTo = { ...selfItem().shippingDetails, state: 'georgia' }
    await db
      .update(boxes)
      .set({ shipTo, shippedAt: new Date('2027-01-01T03:00:00Z') })
      .where(isIt)
    expect((await report()).map((row) => [row.State, row['Belts shipped']])).toEqual([
      ['GA', '1'],
      ['NY', '0'],
    ])
    await db
      .update(boxes)
      .set({ shipTo: null, shippedAt: new Date('2026-12-03T15:00:00Z') })
      .where(isIt)
    expect(await report()).toEqual([
      {
        ...{ State: 'NY', Name: 'New York', 'Sales charged': '278.00', 'Taxed sales': '208.50' },
        ...{ 'Tax charged': '18.51', 'Sales refunded': '0.00', 'Tax refunded': '0.00' },
        ...{ 'Belts shipped': '1', 'Value shipped': '69.50' },
      },
    ])
    const orderFile = await owner.request('GET', '/api/admin/orders.csv')
    expect(await orderFile.text()).toContain('6.17')
  })

  it('stops from a day on, and planned changes can be dropped', async () => {
    await rule({ state: 'NY', from: '2027-02-01', way: 'none' })
    expect(await stateOf('NY')).toMatchObject({ planned: [{ from: '2027-02-01', way: 'none' }] })
    expect((await owner.del('/api/admin/sales-tax/rules/NY/2027-02-01')).status).toBe(200)
    expect((await owner.del('/api/admin/sales-tax/rules/NY/2026-11-25')).status).toBe(409)
    await rule({ state: 'NY', from: '2026-12-26', way: 'none' })
    expect((await owner.del('/api/admin/sales-tax/rules/NY/2026-12-26')).status, 'begun today').toBe(409)
    expect((await start([to(newYork)])).body.taxInfo.tax).toBe(0)
    const audited = await test.shop.db.select({ action: auditLog.action }).from(auditLog)
    const actions = audited.map(({ action }) => action).filter((action) => action.startsWith('sales-tax'))
    expect(actions.toSorted()).toEqual([
      ...['sales-tax.drop', ...Array(3).fill('sales-tax.export')],
      ...['sales-tax.off', 'sales-tax.off', 'sales-tax.on'],
    ])
  })
})

it('sales tax of an order that staff enter is that of the shop', async () => {
  await rule({ state: 'WA', from: '2026-12-26', way: 'rate', ratePercent: '10' })
  const [cartItems, key] = [[to(seattle)], crypto.randomUUID()]
  expect((await start(cartItems)).body.taxInfo).toMatchObject({ tax: 695, total: 7645 })
  const asked = { kind: 'paid', paidBy: 'cash', email: 'maya@example.com', cartItems, key }
  const preview = await owner.post('/api/admin/orders/preview', asked)
  expect(preview.body).toMatchObject({ taxCents: 695, totalCents: 7645 })
  const reply = await owner.post('/api/admin/orders', { ...asked, reason: 'Market', totalCents: 7645 })
  const [order] = await test.shop.db.select().from(orders).where(eq(orders.id, reply.body.orderId))
  expect(order).toMatchObject({ taxCents: 695, totalCents: 7645 })
})

describe('the sales tax threshold', () => {
  it('counts shipments to a state, and warns at 80 and 100 percent until answered', async () => {
    // Georgia: $100,000 or 200 sales in a calendar year. One belt for all but a cent of 80 %, then the cent.
    const [one, two] = [await join(test, [to(atlanta)]), await join(test, [to(atlanta)])]
    await join(test, [to(portland)])
    await ship(one[0]!.id, 7_999_999)
    // One on the house is no sale.
    const [free] = await join(test, [to(atlanta)])
    const isFree = eq(membershipPayments.membershipId, free!.id)
    await test.shop.db.update(membershipPayments).set({ amountCents: 0 }).where(isFree)
    await ship(free!.id, 0)
    expect(await stateOf('GA')).toMatchObject({
      ...{ salesCents: 7_999_999, sales: 1, from: '2026-01-01', to: '2026-12-26' },
      threshold: '$100,000 or 200 sales, this calendar year or the one before',
    })
    await watchThresholds(test.shop)
    const promises = async () => (await owner.get('/api/admin/promises?kind=tax')).body.promises
    expect(await promises()).toEqual([])

    await ship(two[0]!.id, 1)
    await watchThresholds(test.shop)
    expect(await promises()).toEqual([
      expect.objectContaining({
        what: 'Georgia: 80% of the sales tax threshold reached',
        dueOn: '2026-12-26',
        act: { label: 'Sales tax', to: '/admin/sales-tax' },
      }),
    ])
    expect((await owner.post('/api/admin/sales-tax/warnings/GA/answer')).status).toBe(200)
    expect(await promises()).toEqual([])
    expect((await owner.post('/api/admin/sales-tax/warnings/GA/answer')).status, 'once').toBe(404)

    const [three] = await join(test, [to(atlanta)])
    await ship(three!.id, 2_000_000)
    await watchThresholds(test.shop)
    await watchThresholds(test.shop)
    expect((await promises()).map(({ what }: { what: string }) => what)).toEqual([
      'Georgia: you’ve reached the sales tax threshold and don’t collect tax',
    ])
    const { body } = await owner.get('/api/admin/health')
    expect(body.lines.find(({ id }: { id: string }) => id === 'sales-tax')).toMatchObject({
      ...{ state: 'bad', value: 'GA 100%' },
    })
    // Two years on, nothing of it counts anymore.
    const then = test.clock.now().toISOString()
    test.clock.set('2028-02-01T15:00:00Z')
    owner = await signIn(test)
    await watchThresholds(test.shop)
    expect(await promises()).toEqual([])
    test.clock.set(then)
    owner = await signIn(test)
    expect(await promises()).toHaveLength(1)
    // Collecting from a day ahead settles it.
    await rule({ state: 'Georgia', from: '2027-01-01', way: 'rate', ratePercent: '4' })
    expect(await promises()).toEqual([])
  })
})
