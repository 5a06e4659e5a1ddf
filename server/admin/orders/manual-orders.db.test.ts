import { and, eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import {
  auditLog,
  boxes,
  checkouts,
  exchanges,
  manualOrders,
  membershipPayments,
  memberships,
  orders,
} from '../../../db/schema.ts'
import type { CartItem } from '../../../domain/cart.ts'
import { type SignedIn, signIn } from '../../../test/admin.ts'
import { giftItem, selfItem, toCalifornia } from '../../../test/carts.ts'
import { createTestShop, type TestShop } from '../../../test/create-test-shop.ts'
import { signInMember } from '../../../test/member.ts'
import { exchangeFacts, sentBelt } from '../../../test/sent-belt.ts'
import { compareMoneyNow } from '../../billing/compare-money.ts'
import { readEntries } from '../../books/books.ts'

let test: TestShop
let owner: SignedIn
beforeAll(async () => {
  test = await createTestShop()
  owner = await signIn(test)
})
beforeEach(() => {
  test.mails.length = 0
})
afterAll(() => test.close())

let forms = 0
const form = () => `00000000-0000-4000-8000-${String(++forms).padStart(12, '0')}`
const email = 'maya@example.com'
// A typed price is not the shop’s.
const cart = (item: CartItem = selfItem('6-months')) => [
  { ...item, price: '', period: '', planName: 'Cheap' },
]
const create = (order: object) =>
  owner.post('/api/admin/orders', { email, reason: 'Market on Main Street', key: form(), ...order })

it('takes cash at a market: once per form, priced and confirmed like any order, and booked as cash', async () => {
  const order = { kind: 'paid', paidBy: 'cash', cartItems: cart(), key: form() }
  const { reason: _, ...asked } = { ...order, reason: '', email }
  const preview = (await owner.post('/api/admin/orders/preview', asked)).body
  expect(preview).toMatchObject({ subtotalCents: 35_700, totalCents: 35_700, mailTo: email })
  expect(preview.items).toMatchObject([{ firstDrop: '2026-12', lastDrop: '2027-05' }])
  for (const totalCents of [1, 35_699, 35_701])
    expect((await create({ ...order, totalCents })).body.code).toBe('price_changed')
  const unexplained = await create({ ...order, totalCents: 35_700, reason: ' ' })
  expect(unexplained.body.fields).toEqual({ reason: 'Say why, for the books and your colleagues.' })
  const { paidBy: _how, ...unsaid } = { ...order, totalCents: 35_700, key: form() }
  expect((await create(unsaid)).body.fields).toEqual({ paidBy: 'Say how it was paid.' })
  const [made, again] = await Promise.all([
    create({ ...order, totalCents: 35_700, email: 'Maya@Example.com' }),
    create({ ...order, totalCents: 35_700, email: 'Maya@Example.com' }),
  ])
  expect(made.body.orderNumber).toMatch(/^BC-/)
  expect(again.body).toEqual(made.body)
  // The reply was lost, and the form was changed: that isn't the order that was made.
  for (const other of [
    { email: 'ines@example.com' },
    { cartItems: cart(selfItem('monthly')) },
    { kind: 'free' },
    { paidBy: 'check' },
  ])
    expect(await create({ ...order, totalCents: 35_700, ...other })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('sent before') },
    })
  expect(await test.shop.db.$count(orders)).toBe(1)
  const [membership] = await test.shop.db.select().from(memberships)
  expect(membership).toMatchObject({
    ...{ renews: false, status: 'active', planId: '6-months', payerEmail: email },
  })
  const detail = (await owner.get(`/api/admin/orders/${made.body.orderId}`)).body
  expect(detail.memberships[0].boxes).toHaveLength(6)
  expect(detail.history.map(({ what }: { what: string }) => what)).toContain(
    'Manual order: Market on Main Street',
  )
  const [checkout] = await test.shop.db.select().from(checkouts)
  expect(checkout).toMatchObject({ status: 'done', intentId: null })
  await test.work()
  expect(test.mails).toHaveLength(1)
  expect(test.mails[0]!.text).toContain('Ends after 6 belts. It doesn’t renew')
  const sold = []
  for await (const entry of readEntries(test.shop, new Date('2026-12-31')))
    if (entry.kind === 'sale') sold.push(entry.postings.map(({ account, cents }) => [account.code, cents]))
  expect(sold).toEqual([
    [
      ['1020', 35_700],
      ['2100', -35_700],
    ],
  ])
  // Cash never was at the provider: the comparison with it has nothing to say.
  expect((await compareMoneyNow(test.shop)).found).toEqual([])
  const lines = await test.shop.db.select().from(auditLog).where(eq(auditLog.action, 'order.by-hand'))
  expect(lines, 'once').toMatchObject([{ after: { paidBy: 'cash', reason: 'Market on Main Street' } }])
})

it('refunds cash by hand: a task until someone says how it was paid', async () => {
  const [{ id: orderId } = { id: '' }] = await test.shop.db.select({ id: orders.id }).from(orders)
  const given = { totalCents: 5_950, isWhole: false, reason: 'One belt less', key: form() }
  expect((await owner.post(`/api/admin/orders/${orderId}/give-back`, given)).status).toBe(200)
  const log = await test.shop.db.select().from(auditLog).where(eq(auditLog.action, 'order.give-back'))
  expect(log).toMatchObject([
    { entityId: orderId, after: { totalCents: 5_950, isWhole: false, reason: 'One belt less' } },
  ])
  const [refund] = (await owner.get(`/api/admin/orders/${orderId}`)).body.refunds
  expect(refund).toMatchObject({ status: 'failed', problem: expect.stringContaining('cash') })
  const shown = async () => {
    const { memberships: theirs } = (await (await signInMember(test, email)).get('/api/account')).body
    return theirs[0].money.receipts[0].refunds.map(({ isDone }: { isDone: boolean }) => isDone)
  }
  expect(await shown()).toEqual([])
  const settled = await owner.post(`/api/admin/refunds/${refund.id}/settle`, { note: 'Cash, at the market' })
  expect(settled.status).toBe(200)
  expect(await shown(), 'nothing is on its way').toEqual([true])
  const { history } = (await owner.get(`/api/admin/orders/${orderId}`)).body
  expect(history).toContainEqual(expect.objectContaining({ what: 'Paid back another way: $59.50' }))
  const sums = new Map<string, number>()
  for await (const { postings } of readEntries(test.shop, new Date('2026-12-31')))
    for (const { account, cents } of postings) sums.set(account.code, (sums.get(account.code) ?? 0) + cents)
  expect(sums.get('1020')).toBe(29_750)
  expect(sums.get('1010') ?? 0).toBe(0)
  expect(sums.get('2300')).toBe(0)
})

it('gives a free order: a full discount, no payment, normal boxes', async () => {
  const taxed = toCalifornia(giftItem('monthly'))
  // Whatever the form calls it, nobody paid.
  const made = await create({ kind: 'free', cartItems: cart(taxed), totalCents: 0, paidBy: 'cash' })
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  const { order } = (await owner.get(`/api/admin/orders/${made.body.orderId}`)).body
  expect(order).toMatchObject({ subtotalAmount: '69.50', discountAmount: '69.50', totalAmount: '0.00' })
  const payments = await test.shop.db
    .select()
    .from(membershipPayments)
    .where(eq(membershipPayments.amountCents, 0))
  expect(payments).toMatchObject([{ boxCount: 1, intentId: null, paidBy: null }])
})

it('emails a link that loads the cart, can be paid once, and then says so', async () => {
  const link = { kind: 'link', cartItems: cart(selfItem('monthly')), key: form() }
  const [{ body }, again] = await Promise.all([create(link), create(link)])
  expect(body).toMatchObject({ orderId: null, link: null })
  expect(again.body).toEqual(body)
  expect(await test.shop.db.$count(auditLog, eq(auditLog.entityId, link.key)), 'once').toBe(1)
  await test.work()
  const mail = test.mails.find(({ subject }) => subject === 'Your order is ready to pay')
  const token = /#pay=([\w-]+)/.exec(mail!.text)![1]!
  const opened = await test.post('/api/order-link', { token })
  expect(opened.body.cartItems).toMatchObject([{ planId: 'monthly', planName: 'Monthly', price: '$69.50' }])
  const cartItems = opened.body.cartItems as CartItem[]
  const { clientSecret } = (await test.post('/api/create-payment-intent', { cartItems })).body
  const { paymentIntentId } = (await test.pay(clientSecret)).body
  const { orderNumber } = (await test.order(cartItems, paymentIntentId)).body
  // It's still open on another device.
  expect((await test.post('/api/create-payment-intent', { cartItems })).body).toMatchObject({
    code: 'already_ordered',
    message: expect.stringContaining(orderNumber),
  })
  const listed = (await owner.get('/api/admin/manual-orders')).body.orders
  expect(listed[0]).toMatchObject({ kind: 'link', orderNumber })
  // Page by page, each once, newest first.
  const [newest, ...rest] = listed.map(({ id }: { id: string }) => id)
  const isNewest = eq(manualOrders.id, newest)
  await test.shop.db
    .update(manualOrders)
    .set({ createdAt: new Date('2026-11-20') })
    .where(isNewest)
  const ids = [...rest, newest]
  const second = (await owner.get(`/api/admin/manual-orders?limit=1&cursor=${ids[0]}`)).body
  expect([second.orders.map(({ id }: { id: string }) => id), second.nextCursor]).toEqual([[ids[1]], ids[1]])
  const third = (await owner.get(`/api/admin/manual-orders?limit=1&cursor=${ids[1]}`)).body
  expect([third.orders.map(({ id }: { id: string }) => id), third.nextCursor]).toEqual([[ids[2]], null])
  expect(await owner.post(`/api/admin/manual-orders/${newest}/end`), 'paid').toMatchObject({ status: 409 })
  expect(await test.post('/api/order-link', { token })).toMatchObject({
    status: 409,
    body: { code: 'already_ordered' },
  })
  expect((await test.post('/api/order-link', { token: 'x'.repeat(32) })).status).toBe(404)
})

it('makes a payment page for a phone order, whose link can be ended', async () => {
  const { body } = await create({ kind: 'card', cartItems: cart() })
  const token = body.link.split('#pay=')[1]
  expect((await test.post('/api/order-link', { token })).status).toBe(200)
  // Valid for 14 days and the rest of today, and no longer.
  const now = test.clock.now()
  test.clock.set('2026-12-06T04:59:00Z')
  expect((await test.post('/api/order-link', { token })).status).toBe(200)
  test.clock.set('2026-12-06T05:01:00Z')
  expect((await test.post('/api/order-link', { token })).status).toBe(404)
  test.clock.set(now.toISOString())
  expect((await owner.post(`/api/admin/manual-orders/${body.manualOrderId}/end`)).status).toBe(200)
  const ended = await test.shop.db.select().from(auditLog).where(eq(auditLog.action, 'order.link-end'))
  expect(ended).toMatchObject([{ entityId: body.manualOrderId, username: owner.username }])
  expect((await test.post('/api/order-link', { token })).status).toBe(404)
  await test.shop.db.update(manualOrders).set({ expiresAt: new Date('2026-11-01') })
})

it('takes no payment for an order whose link was ended, though its page is still open', async () => {
  const { body } = await create({ kind: 'card', cartItems: cart() })
  const token = body.link.split('#pay=')[1]
  const { cartItems } = (await test.post('/api/order-link', { token })).body
  const begun = (await test.post('/api/create-payment-intent', { cartItems })).body
  expect((await owner.post(`/api/admin/manual-orders/${body.manualOrderId}/end`)).status).toBe(200)
  expect((await test.pay(begun.clientSecret)).status).not.toBe(200)
  expect(await test.post('/api/create-payment-intent', { cartItems })).toMatchObject({
    status: 404,
    body: { message: expect.stringContaining('This link has expired') },
  })
})

it.each([
  ['a city outside its ZIP code', { shippingDetails: { ...selfItem().shippingDetails!, zipCode: '10001' } }],
  ['no street', { shippingDetails: { ...selfItem().shippingDetails!, address: '' } }],
  [
    'a gift whose day has passed',
    { ...giftItem(), giftDetails: { ...giftItem().giftDetails!, emailDate: '2026-11-20' } },
  ],
])('refuses what the shop would refuse: %s', async (_, wrong) => {
  const refused = await create({
    kind: 'paid',
    paidBy: 'check',
    cartItems: cart({ ...selfItem(), ...wrong }),
    totalCents: 6_950,
  })
  expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_cart' } })
})

it('replaces a belt that went wrong: previewed, once per form, from inventory to email', async () => {
  const { box, email: wearer } = await sentBelt(test)
  owner = await signIn(test)
  const { exchangeOf, boxOf, stockOf } = exchangeFacts(test)
  const [productId, size] = [box.productId!, box.size === '38' ? '40' : '38']
  const before = await stockOf(productId, size)
  // Someone else pays: the wearer is told.
  const isTheirs = eq(memberships.id, box.membershipId)
  await test.shop.db.update(memberships).set({ payerEmail: 'payer@example.com' }).where(isTheirs)
  const replace = { kind: 'replacement', boxId: box.id, size, key: form() }
  const { reason: _, key: __, ...asked } = { ...replace, reason: '' }
  const preview = (await owner.post('/api/admin/orders/preview', asked)).body
  expect(preview).toMatchObject({ totalCents: 0, mailTo: wearer, items: [{ amountCents: 0 }] })
  expect(preview.lines[0]).toContain(
    'In place of the December 2026 belt. Nothing is charged and nothing comes back.',
  )
  expect(
    (await owner.post('/api/admin/orders', { kind: 'replacement', reason: 'x', key: form() })).status,
  ).toBe(400)
  const [made, again] = await Promise.all([create(replace), create(replace)])
  expect([made.status, again.status], JSON.stringify(again.body)).toEqual([200, 200])
  expect(again.body).toEqual(made.body)
  const { orderId, orderNumber } = made.body
  expect(orderNumber).toMatch(/^BC-/)
  const lines = await test.shop.db.select().from(auditLog).where(eq(auditLog.action, 'order.replace'))
  expect(lines).toMatchObject([{ after: { orderNumber, reason: 'Market on Main Street' } }])
  const exchangeId = (lines[0]!.after as { exchange: string }).exchange
  const exchange = await exchangeOf(exchangeId)
  expect(exchange).toMatchObject({
    boxId: box.id,
    kind: 'damaged',
    remedy: 'replacement',
    state: 'requested',
  })
  const listed = (await owner.get('/api/admin/manual-orders')).body.orders
  expect(listed.filter(({ kind }: { kind: string }) => kind === 'replacement')).toMatchObject([
    { orderId, orderNumber },
  ])
  const other = await create({ ...replace, key: form() })
  expect(other.status, 'another form, and one is on its way').toBe(409)
  // The reply was lost, and another belt was chosen: that isn't the replacement that was made.
  const [next] = await test.shop.db
    .select({ id: boxes.id })
    .from(boxes)
    .where(and(eq(boxes.membershipId, box.membershipId), eq(boxes.state, 'owed')))
  for (const wish of [{ boxId: next!.id }, { size: '42' }])
    expect(await create({ ...replace, ...wish })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('sent before') },
    })

  const tracked = { trackingNumber: '9400111899223197428490' }
  const shipped = await owner.post(`/api/admin/exchanges/${exchangeId}/ship`, tracked)
  expect(shipped.status, JSON.stringify(shipped.body)).toBe(200)
  expect(await stockOf(productId, size)).toBe(before - 1)
  const sent = await boxOf((await exchangeOf(exchangeId)).replacementBoxId!)
  expect(sent).toMatchObject({ kind: 'replacement', state: 'shipped', valueCents: 0, ...tracked })
  test.mails.length = 0
  await test.work()
  expect(test.mails.filter(({ to }) => to === wearer).map(({ kind }) => kind)).toContain(
    'replacement-shipped',
  )
  const payments = (await owner.get(`/api/admin/orders/${orderId}`)).body.refunds
  expect(payments, 'no money moves').toEqual([])
})

it('replaces one belt when two tabs of a form ask for two at once', async () => {
  const two = [await sentBelt(test), await sentBelt(test)]
  owner = await signIn(test)
  const key = form()
  const made = await Promise.all(
    two.map(({ box }) => create({ kind: 'replacement', boxId: box.id, size: '40', key })),
  )
  expect(made.map(({ status }) => status).sort()).toEqual([200, 409])
  const ids = two.map(({ box }) => box.id)
  expect(await test.shop.db.$count(exchanges, inArray(exchanges.boxId, ids))).toBe(1)
})

it.each([
  ['other carts', { cartItems: cart(selfItem('monthly')), totalCents: 6_950 }],
  ['another buyer', { email: 'ines@example.com' }],
  ['a gift of the house', { kind: 'free', totalCents: 0 }],
])('makes one order when two tabs of a form ask for %s at once, and says so', async (_, other) => {
  const order = { kind: 'paid', paidBy: 'cash', cartItems: cart(), totalCents: 35_700, key: form() }
  const before = await test.shop.db.$count(orders)
  const asked = [order, { ...order, ...other }]
  const made = await Promise.all(asked.map(create))
  expect(made.map(({ status }) => status).sort(), JSON.stringify(made)).toEqual([200, 409])
  const refused = made.findIndex(({ status }) => status === 409)
  expect(made[refused]!.body).toMatchObject({
    code: 'already_ordered',
    message:
      'This form was sent before, with other details: that order is in the list below. To order this, too, preview it again.',
  })
  expect(await test.shop.db.$count(orders)).toBe(before + 1)
  // What was ordered is what the first tab asked for, whole.
  const { email: buyer = email, kind, totalCents } = asked[1 - refused] as typeof order & { email?: string }
  const { orderId } = made[1 - refused]!.body
  const [written] = await test.shop.db.select().from(orders).where(eq(orders.id, orderId))
  expect(written).toMatchObject({ purchaserEmail: buyer, totalCents })
  const isIts = eq(manualOrders.orderId, orderId)
  expect(await test.shop.db.select().from(manualOrders).where(isIts)).toMatchObject([{ kind, email: buyer }])
  // The other one is still wanted: another form orders it.
  const second = await create({ ...asked[refused], key: form() })
  expect(second.status, JSON.stringify(second.body)).toBe(200)
  expect(await test.shop.db.$count(orders)).toBe(before + 2)
})

it('is finished from what the list kept of it, if writing it was interrupted', async () => {
  const { db } = test.shop
  const order = { kind: 'paid', paidBy: 'cash', cartItems: cart(), totalCents: 35_700, key: form() }
  const listed = async () =>
    (await owner.get('/api/admin/manual-orders')).body.orders.find(
      ({ id }: { id: string }) => id === order.key,
    )
  const before = await db.$count(orders)
  await db.execute(sql`alter table orders add constraint interrupted check (false) not valid`)
  expect((await create(order)).status).toBe(500)
  await db.execute(sql`alter table orders drop constraint interrupted`)
  const { unfinished } = await listed()
  expect((await create({ ...order, cartItems: [unfinished] })).body.orderNumber).toMatch(/^BC-/)
  expect(await db.$count(orders)).toBe(before + 1)
  expect(await listed()).toMatchObject({ orderNumber: expect.stringMatching(/^BC-/), unfinished: null })
})

it('is not for packers', async () => {
  const packer = await signIn(test, 'packer')
  expect((await packer.post('/api/admin/orders', {})).status).toBe(403)
})

it('is shared with processes of the release before, which know the table by its old name', async () => {
  const { db } = test.shop
  const id = form()
  await db.execute(sql`insert into hand_orders (id, kind, cart, cart_hash, email, reason, username)
    values (${id}, 'link', '[]', 'x', ${email}, 'Called', 'ana') on conflict do nothing`)
  const listed = (await owner.get('/api/admin/manual-orders')).body.orders
  expect(listed).toContainEqual(expect.objectContaining({ id, reason: 'Called' }))
  await db.execute(sql`update hand_orders set reason = 'Called again' where id = ${id}`)
  const [row] = await db.select().from(manualOrders).where(eq(manualOrders.id, id))
  expect(row).toMatchObject({ reason: 'Called again' })
})
