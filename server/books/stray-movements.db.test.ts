import { eq, inArray } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { membershipPayments, memberships, orderItems, orders, strayMovements } from '../../db/schema.ts'
import { signIn } from '../../test/admin.ts'
import { selfItem } from '../../test/carts.ts'
import { stripeShopOfFile } from '../../test/stripe-shop-of-file.ts'
import { compareMoneyNow } from '../billing/compare-money.ts'
import { creditOf } from '../credit/store-credit.ts'
import { checkHealth } from '../health/check-health.ts'
import { listPromises } from '../promises/list-promises.ts'
import { readBooks } from './books.ts'
import { readPayouts, syncBalance } from './payouts.ts'

// Money that moved at the provider and that no row of the shop explains: named, a task, and adopted by an act.

const minute = 60_000
const day = 24 * 60 * minute
const all = { from: '2026-01-01', to: '2035-12-31' }
const test = stripeShopOfFile()

async function join() {
  const { body } = await test.start([selfItem('monthly')])
  await test.confirm(body.clientSecret)
  await test.work()
  const [row] = await test.shop.db
    .select({ orderNumber: orders.orderNumber, customerId: memberships.customerId, id: memberships.id })
    .from(memberships)
    .innerJoin(membershipPayments, eq(membershipPayments.membershipId, memberships.id))
    .innerJoin(orderItems, eq(memberships.orderItemId, orderItems.id))
    .innerJoin(orders, eq(orderItems.orderId, orders.id))
    .where(eq(membershipPayments.intentId, body.clientSecret.split('_secret_')[0]))
  return row!
}

const moved = () => test.stripe.balance().reduce((sum, { net }) => sum + net, 0)

async function unexplained(to = all.to): Promise<number> {
  await syncBalance(test.shop, 0)
  const { booksCents, providerCents } = await readPayouts(test.shop, all)
  expect({ booksCents, providerCents }).toEqual({ booksCents: moved(), providerCents: moved() })
  const { accounts } = await readBooks(test.shop, { ...all, to })
  return 0 - (accounts.find(({ code }) => code === '9000')?.closingCents ?? 0)
}

const health = async () => (await checkHealth(test.shop, [])).lines.filter(({ state }) => state === 'bad')
const tasks = async () => (await listPromises(test.shop, { kind: 'stray' })).promises

it('a charge by hand is unexplained by name, a task and wrong on Health, until it becomes someone’s credit', async () => {
  const member = await join()
  const intentId = test.stripe.byHand.charge(member.customerId!, 1234)
  await test.pass(10 * minute)
  const chargedOn = test.clock.now().toISOString().slice(0, 10)
  expect(await unexplained()).toBe(1234)
  const charge = test.stripe.charges().find((each) => each.payment_intent === intentId)!
  expect((await health()).map(({ value }) => value).join()).toContain(`$12.34 on`)
  expect((await health()).map(({ value }) => value).join()).toContain(charge.id)
  expect((await tasks()).map(({ what }) => what)).toEqual([
    '$12.34 at the payment provider that nothing here explains',
  ])
  await test.pass(20 * minute)
  expect((await compareMoneyNow(test.shop)).found).toMatchObject([{ cents: 1234 }])
  await test.pass(40 * day)
  const owner = await signIn(test)
  const { strays } = (await owner.get('/api/admin/books/strays')).body
  expect(strays).toMatchObject([{ amountCents: 1234, email: 'maya@example.com', sourceId: charge.id }])
  const settle = () =>
    owner.post(`/api/admin/books/strays/${encodeURIComponent(strays[0].id)}`, {
      ...{ as: 'credit', email: 'maya@example.com', reason: 'Paid at the market.', key: crypto.randomUUID() },
    })
  expect((await settle()).status).toBe(200)
  // The form again: once is once.
  expect((await settle()).status).toBe(200)
  expect((await creditOf(test.shop.db, 'maya@example.com')).balanceCents).toBe(1234)
  expect(await unexplained()).toBe(0)
  // The month it was charged in stays as it was.
  expect(await unexplained(chargedOn)).toBe(1234)
  expect(await tasks()).toEqual([])
  await test.pass(day)
  expect((await compareMoneyNow(test.shop)).found).toEqual([])
  expect((await health()).filter(({ id }) => id !== 'drops-late')).toEqual([])
  expect(test.mails.map(({ kind }) => kind)).toContain('credit-given')
})

it('a charge by hand becomes the payment of an order that was entered as paid, and is refunded to its card', async () => {
  const member = await join()
  const owner = await signIn(test)
  const key = crypto.randomUUID()
  const order = {
    ...{ kind: 'paid', paidBy: 'transfer', email: 'omar@example.com', cartItems: [selfItem('monthly')] },
    ...{ reason: 'At the market', totalCents: 6950, key },
  }
  const made = await owner.post('/api/admin/orders', order)
  expect(made.status).toBe(200)
  const intentId = test.stripe.byHand.charge(member.customerId!, 6950)
  await test.pass(10 * minute)
  expect(await unexplained()).toBe(6950)
  const { strays } = (await owner.get('/api/admin/books/strays')).body
  const settle = (orderNumber: string) =>
    owner.post(`/api/admin/books/strays/${strays[0].id}`, { as: 'order', orderNumber, reason: 'Market', key })
  expect((await settle(member.orderNumber)).status).toBe(409)
  expect((await settle(made.body.orderNumber)).status).toBe(200)
  expect(await unexplained()).toBe(0)
  expect(await tasks()).toEqual([])
  await test.provider.refunds.create({ payment_intent: intentId })
  await test.pass(10 * minute)
  expect(await unexplained()).toBe(0)
})

it('a charge by hand becomes a new order, whose refund and dispute are followed, and closed months stay', async () => {
  const member = await join()
  const intentId = test.stripe.byHand.charge(member.customerId!, 6950)
  await test.pass(10 * minute)
  const chargedOn = test.clock.now().toISOString().slice(0, 10)
  await test.pass(40 * day)
  const owner = await signIn(test)
  const { strays } = (await owner.get('/api/admin/books/strays')).body
  const strayId = strays[0].id
  const form = (plan: 'monthly' | '6-months', totalCents: number) => ({
    ...{ kind: 'paid', paidBy: 'transfer', email: 'omar@example.com', cartItems: [selfItem(plan)], strayId },
    ...{ reason: 'Paid on the phone', totalCents, key: crypto.randomUUID() },
  })
  const other = await owner.post('/api/admin/orders/preview', form('6-months', 35_700))
  expect(other).toMatchObject({ status: 409, body: { message: expect.stringContaining('$69.50') } })
  const order = form('monthly', 6950)
  expect((await owner.post('/api/admin/orders/preview', order)).body.lines[0]).toContain('pays for it')
  const made = await owner.post('/api/admin/orders', order)
  expect(made).toMatchObject({ status: 200, body: { orderNumber: expect.any(String) } })
  // Again, once is once.
  expect((await owner.post('/api/admin/orders', order)).body.orderNumber).toBe(made.body.orderNumber)
  expect(await unexplained()).toBe(0)
  expect(await unexplained(chargedOn)).toBe(6950)
  expect(await tasks()).toEqual([])
  const { id } = test.stripe.openDispute(intentId)
  await test.pass(10 * minute)
  expect(await unexplained()).toBe(0)
  test.stripe.closeDispute(id, 'won')
  await test.pass(10 * minute)
  await test.provider.refunds.create({ payment_intent: intentId })
  await test.pass(10 * minute)
  expect(await unexplained()).toBe(0)
  expect(await tasks()).toEqual([])
  await test.pass(day)
  expect((await compareMoneyNow(test.shop)).found).toEqual([])
})

it('what arrived elsewhere is the shop’s own, or someone’s credit, and a refund of it is a task that takes that back', async () => {
  const member = await join()
  const owner = await signIn(test)
  const settle = async (said: object) => {
    const [stray] = (await owner.get('/api/admin/books/strays')).body.strays
    const body = { reason: 'Said so', key: crypto.randomUUID(), ...said }
    return { stray, ...(await owner.post(`/api/admin/books/strays/${stray.id}`, body)) }
  }
  const account = async (code: string) => {
    const { accounts } = await readBooks(test.shop, all)
    return accounts.find((each) => each.code === code)?.closingCents ?? 0
  }
  const own = test.stripe.byHand.charge(member.customerId!, 1234)
  await test.pass(10 * minute)
  expect((await settle({ as: 'income' })).status).toBe(200)
  expect([await unexplained(), await account('4990')]).toEqual([0, -1234])
  await test.provider.refunds.create({ payment_intent: own })
  await test.pass(10 * minute)
  expect((await settle({ as: 'income' })).stray).toMatchObject({ amountCents: -1234, gaveCreditTo: null })
  expect([await unexplained(), await account('6900')]).toEqual([0, 1234])

  const theirs = test.stripe.byHand.charge(member.customerId!, 500)
  await test.pass(10 * minute)
  const email = 'lena@example.com'
  await settle({ as: 'credit', email })
  expect((await creditOf(test.shop.db, email)).balanceCents).toBe(500)
  test.stripe.openDispute(theirs)
  await test.pass(10 * minute)
  const back = await settle({ as: 'credit', email })
  expect(back).toMatchObject({ status: 200, stray: { amountCents: -500, gaveCreditTo: email } })
  expect((await creditOf(test.shop.db, email)).balanceCents).toBe(0)
  expect(await unexplained()).toBe(0)
  expect(await tasks()).toEqual([])
  // The bank gives it back to the shop after all: that's new, and again a task.
  test.stripe.closeDispute(test.stripe.disputes().at(-1)!.id, 'won')
  await test.pass(10 * minute)
  expect(await settle({ as: 'credit', email })).toMatchObject({ status: 200, stray: { amountCents: 500 } })
  expect(await unexplained()).toBe(0)
})

it('a charge by hand that a bank took, and gave back two months later, is one task with all its movements', async () => {
  const member = await join()
  const intentId = test.stripe.byHand.charge(member.customerId!, 4321)
  const { id } = test.stripe.openDispute(intentId)
  test.stripe.closeDispute(id, 'lost')
  await test.pass(10 * minute)
  expect(await unexplained()).toBe(0)
  expect(await tasks()).toEqual([])
  await test.pass(60 * day)
  test.stripe.moveDispute(id, 'won')
  await test.pass(10 * minute)
  expect(await unexplained()).toBe(4321)
  const owner = await signIn(test)
  const { strays } = (await owner.get('/api/admin/books/strays')).body
  expect(strays).toMatchObject([{ amountCents: 4321 }])
  const said = { as: 'income', reason: 'A workshop', key: crypto.randomUUID() }
  expect((await owner.post(`/api/admin/books/strays/${strays[0].id}`, said)).status).toBe(200)
  expect(await unexplained()).toBe(0)
  await test.pass(day)
  expect((await compareMoneyNow(test.shop)).found).toEqual([])
})

it('a charge by hand that was refunded by hand is nothing to explain, and anything else is, until it’s noted', async () => {
  const member = await join()
  const intentId = test.stripe.byHand.charge(member.customerId!, 500)
  await test.pass(10 * minute)
  expect(await unexplained()).toBe(500)
  await test.provider.refunds.create({ payment_intent: intentId })
  await test.pass(10 * minute)
  expect(await unexplained()).toBe(0)
  expect(await tasks()).toEqual([])
  const id = test.stripe.byHand.moveBalance({ type: 'contribution', category: 'contribution', amount: -300 })
  test.stripe.byHand.moveBalance({
    type: 'reserve_transaction',
    category: 'risk_reserved_funds',
    amount: -900,
  })
  await test.pass(10 * minute)
  expect(await unexplained()).toBe(-300)
  expect(await tasks()).toHaveLength(1)
  const owner = await signIn(test)
  const noted = { as: 'noted', reason: 'Carbon removal', key: crypto.randomUUID() }
  expect((await owner.post(`/api/admin/books/strays/${id}`, noted)).status).toBe(200)
  expect(await tasks()).toEqual([])
  // It stays in the books by name, for the bookkeeper.
  expect(await unexplained()).toBe(-300)
  const [row] = await test.shop.db
    .select()
    .from(strayMovements)
    .where(inArray(strayMovements.id, [id]))
  expect(row).toMatchObject({ became: 'noted', note: 'Carbon removal' })
})

it('a cent in the books that never moved is named', async () => {
  const member = await join()
  await test.pass(30 * minute)
  await syncBalance(test.shop, 0)
  const isIts = eq(membershipPayments.membershipId, member.id)
  await test.shop.db.update(membershipPayments).set({ amountCents: 6951 }).where(isIts)
  const { found } = await compareMoneyNow(test.shop)
  expect(found.map(({ cents }) => Math.abs(cents))).toEqual([1])
  expect((await health()).length).toBeGreaterThan(0)
  await test.shop.db.update(membershipPayments).set({ amountCents: 6950 }).where(isIts)
})
