import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { auditLog, boxes, orderItems, orders, outbox } from '../../../db/schema.ts'
import { addMonths, formatDay } from '../../../domain/calendar-date.ts'
import { boxReference } from '../../../domain/drop.ts'
import { type SignedIn, signIn } from '../../../test/admin.ts'
import { giftItem, selfItem } from '../../../test/carts.ts'
import { createTestShop, type TestShop } from '../../../test/create-test-shop.ts'
import { bill, join, ledgerOf } from '../../../test/members.ts'
import { readAccount } from '../../account/memberships/read-account.ts'
import { giveCredit } from '../../credit/store-credit.ts'

let test: TestShop
let owner: SignedIn
let own: string
let gift: string
let orderNumber: string
beforeAll(async () => {
  test = await createTestShop()
  owner = await signIn(test)
  const [membership, given] = await join(test, [
    selfItem(),
    giftItem('6-months', { size: '36', styles: ['dress'] }),
  ])
  own = membership!.id
  gift = given!.id
  const numbers = test.shop.db.select({ number: orders.orderNumber }).from(orders)
  const [row] = await numbers
    .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
    .where(eq(orderItems.id, membership!.orderItemId))
  orderNumber = row!.number
  await test.post('/api/newsletter/subscribe', {
    email: 'zelda@example.com',
    name: 'Zelda Moor',
    source: 'footer',
  })
  await test.post('/api/contact', {
    ...{ name: 'Iris Quill', email: 'Iris@Example.com', subject: 'Sizes', message: 'Do you have size 52?' },
  })
  await test.work()
})
beforeEach(() => test.clock.set('2026-11-21T15:00:00Z'))
afterAll(() => test.close())

type Membership = { view: { isGift: boolean }; other: { email: string } | null }
const found = async (search: string): Promise<string[]> =>
  (await owner.get(`/api/admin/people?search=${encodeURIComponent(search)}`)).body.people.map(
    ({ email }: { email: string }) => email,
  )
const personOf = async (email: string) => {
  const { people } = (await owner.get(`/api/admin/people?search=${email}`)).body
  const { id } = people.find((each: { email: string }) => each.email === email)
  return { id, ...(await owner.get(`/api/admin/people/${id}`)).body }
}
let forms = 0
const form = () => `00000000-0000-4000-8000-${String(++forms).padStart(12, '0')}`
const act = (membershipId: string, what: object, askedAs = form()) =>
  owner.post(`/api/admin/memberships/${membershipId}/acts`, {
    act: what,
    reason: 'Asked by telephone',
    askedAs,
  })

it('finds a person by anything they might say on the phone', async () => {
  const maya = 'maya@example.com'
  const { boxes: all } = await ledgerOf(test, own)
  await test.shop.db
    .update(boxes)
    .set({ trackingNumber: '9400 1118 9922 3197 4284 90' })
    .where(eq(boxes.id, all[0]!.id))
  const reference = boxReference(all[0]!.id)
  const byNumber = orderNumber.replaceAll('-', '')
  for (const search of [
    'Maya',
    'ellison',
    'portl',
    '97209',
    maya,
    orderNumber,
    byNumber,
    '9400-1118-9922-3197-4284-90',
    reference,
    reference.slice(-4),
  ])
    expect(await found(search), search).toContain(maya)
  expect(await found('Thomas')).toContain('thomas@example.com')
  expect(await found('zel'), 'who only signed up').toEqual(['zelda@example.com'])
  expect(await found('Iris Q'), 'who only wrote').toEqual(['iris@example.com'])
  expect(await found('nobody-here')).toEqual([])
})

it('shows everything about a person, with both sides of a gift and a timeline', async () => {
  const maya = await personOf('maya@example.com')
  expect(maya).toMatchObject({ name: 'Maya Ellison', place: 'Portland, OR', orders: [{ orderNumber }] })
  expect(maya.mails.map(({ kind }: { kind: string }) => kind)).toContain('order-confirmation')
  const sides = maya.memberships.map(({ view, other }: Membership) => [view.isGift, other?.email ?? null])
  expect(sides.sort()).toEqual([
    [false, null],
    [true, 'thomas@example.com'],
  ])
  const told = maya.timeline.map(({ what }: { what: string }) => what)
  expect(told).toContain(`Ordered ${orderNumber}`)
  const thomas = await personOf('thomas@example.com')
  expect(thomas.memberships[0].other).toMatchObject({ personId: maya.id, email: 'maya@example.com' })
  // Emails that were dropped told nobody anything; what the staff did for others isn’t about her.
  const dropped = { kind: 'size-reminder-7', subjectId: `${own}:2026-12`, recipient: 'iris@example.com' }
  const at = { runAt: test.clock.now(), sentAt: test.clock.now() }
  await test.shop.db.insert(outbox).values({ ...dropped, ...at, droppedBecause: 'a size is chosen' })
  const line = { at: test.clock.now(), username: 'ana', role: 'owner' as const, action: 'order.status' }
  await test.shop.db.insert(auditLog).values({ ...line, entity: 'orders', entityId: crypto.randomUUID() })
  const iris = await personOf('iris@example.com')
  expect(iris.messages).toMatchObject([{ subject: 'Sizes', isOpen: true }])
  expect(iris.mails.find(({ kind }: { kind: string }) => kind === dropped.kind)).toMatchObject({
    ...{ sentAt: null, problem: 'a size is chosen' },
  })
  expect(iris.timeline.map(({ who }: { who: string | null }) => who)).not.toContain('ana')
})

it('an unknown ID is not found, and packers may not look', async () => {
  expect((await owner.get(`/api/admin/people/${'0'.repeat(32)}`)).status).toBe(404)
  const packer = await signIn(test, 'packer')
  expect((await packer.get('/api/admin/people')).status).toBe(403)
})

it('skips for a member once per form, logged with its reason and emailed', async () => {
  const before = await ledgerOf(test, own)
  const askedAs = form()
  const skip = { act: 'skip', drop: '2026-12' }
  const preview = await owner.post(`/api/admin/memberships/${own}/acts/preview`, { act: skip })
  expect(preview.body).toMatchObject({ what: 'December 2026 is skipped', mailTo: 'maya@example.com' })
  expect(preview.body.lines).toContain('The next belt comes in January 2027.')
  expect((await ledgerOf(test, own)).drops, 'a preview changes nothing').toEqual(before.drops)
  expect((await act(own, skip, askedAs)).status).toBe(200)
  expect((await act(own, skip, askedAs)).status).toBe(200)
  expect((await ledgerOf(test, own)).drops).toEqual(['2027-01'])
  const lines = await test.shop.db.select().from(auditLog).where(eq(auditLog.action, 'membership.skip'))
  expect(lines).toMatchObject([{ entityId: own, after: { reason: 'Asked by telephone' } }])
  test.mails.length = 0
  await test.work()
  expect(test.mails).toMatchObject([{ to: 'maya@example.com', subject: 'December 2026 is skipped' }])
  expect(test.mails[0]!.text).toContain('The next belt comes in January 2027.')
  const { timeline } = await personOf('maya@example.com')
  expect(timeline).toContainEqual(
    expect.objectContaining({ what: 'December 2026 is skipped', who: 'test-owner' }),
  )
  expect((await act(own, skip)).status, 'another form, and it is skipped already').toBe(409)
})

it('ends a pause, cancels and undoes it, as the member could', async () => {
  expect((await act(own, { act: 'resume' })).status).toBe(200)
  expect((await ledgerOf(test, own)).drops).toEqual(['2026-12'])
  expect((await act(own, { act: 'cancel', why: 'fit' })).status).toBe(200)
  expect((await ledgerOf(test, own)).membership).toMatchObject({
    lostBy: 'staff',
    cancelReason: 'fit',
    lostAt: test.shop.now(),
  })
  expect((await ledgerOf(test, own)).membership.renews).toBe(false)
  test.mails.length = 0
  await test.work()
  const told = test.mails.filter(({ kind }) => kind === 'membership-cancelled')
  expect(told, 'the member’s own mail, and no second one').toHaveLength(1)
  expect(test.mails.filter(({ subject }) => subject === 'The membership is canceled')).toEqual([])
  expect((await act(own, { act: 'undo-cancel' })).status).toBe(200)
  expect((await ledgerOf(test, own)).membership).toMatchObject({ renews: true, status: 'active' })
  expect((await act(gift, { act: 'cancel' })).status, 'a gift never renews').toBe(409)
})

it('changes size, styles and address of unpacked boxes', async () => {
  expect((await act(own, { act: 'size', size: '38' })).status).toBe(200)
  expect((await act(own, { act: 'size', size: '99' })).status).toBe(400)
  expect((await act(own, { act: 'styles', styles: ['stretch'] })).status).toBe(200)
  const address = {
    fullName: 'Maya Ellison',
    address: '9 Elm Street',
    address2: '',
    city: 'Salem',
    state: 'OR',
    zipCode: '97301',
  }
  expect((await act(own, { act: 'address', ...address })).status).toBe(200)
  expect((await ledgerOf(test, own)).membership).toMatchObject({
    ...{ size: '38', styles: ['stretch'], address: { city: 'Salem' } },
  })
})

it('the giver is emailed instead of a recipient who doesn’t know of the gift', async () => {
  const preview = await owner.post(`/api/admin/memberships/${gift}/acts/preview`, {
    act: { act: 'size', size: '38' },
  })
  expect(preview.body.mailTo).toBe('maya@example.com')
})

it('gives a free belt: owed like any other, worth nothing, once per form, with no charge moved', async () => {
  const before = await ledgerOf(test, own)
  const askedAs = form()
  expect((await act(own, { act: 'comp', boxes: 1 }, askedAs)).status).toBe(200)
  expect((await act(own, { act: 'comp', boxes: 1 }, askedAs)).status).toBe(200)
  const after = await ledgerOf(test, own)
  expect(after.drops).toEqual([...before.drops, '2027-01'])
  expect(after.boxes.at(-1)).toMatchObject({ kind: 'owed', state: 'owed', valueCents: 0 })
  expect(after.membership.paidUntil).toBe(before.membership.paidUntil)
  test.clock.set('2026-12-21T17:00:00Z')
  await bill(test)
  expect((await ledgerOf(test, own)).drops, 'the renewal’s belt comes after it').toEqual([
    ...after.drops,
    '2027-02',
  ])
})

it('sends a sign-in link, and exports or deletes data on request', async () => {
  const { id } = await personOf('maya@example.com')
  test.mails.length = 0
  expect((await owner.post(`/api/admin/people/${id}/sign-in-link`)).status).toBe(200)
  await test.work()
  expect(test.mails.map(({ kind, to }) => [kind, to])).toContainEqual(['magic-link', 'maya@example.com'])
  const file = await owner.request('GET', `/api/admin/people/${id}/export`)
  expect(await file.text()).toContain(orderNumber)
  const lines = await test.shop.db.select().from(auditLog).where(eq(auditLog.entityId, id))
  const deeds = lines.map(({ action, username }) => [action, username])
  expect(deeds.sort()).toEqual([
    ['person.export', owner.username],
    ['person.sign-in-link', owner.username],
  ])
  await owner.confirm()
  const refused = await owner.post(`/api/admin/people/${id}/delete`, { reason: 'By mail' })
  expect(refused.status, 'it renews').toBe(409)
  const zelda = await personOf('zelda@example.com')
  expect(
    (await owner.post(`/api/admin/people/${zelda.id}/sign-in-link`)).status,
    'no page to sign in to',
  ).toBe(409)
  expect((await owner.post(`/api/admin/people/${zelda.id}/delete`, { reason: 'By mail' })).status).toBe(200)
  expect(await found('zelda')).toEqual([])
})

it('adds free months: belts after the last paid one, a later charge, once for two at once', async () => {
  // Signed in again: the clock has gone on.
  owner = await signIn(test)
  const before = await ledgerOf(test, own)
  const from = before.membership.paidUntil
  const extend = { act: 'extend', boxes: 2, from }
  const preview = (await owner.post(`/api/admin/memberships/${own}/acts/preview`, { act: extend })).body
  const to = addMonths(from, 2)
  expect(preview).toMatchObject({ what: '2 months are added, on us', mailTo: 'maya@example.com' })
  expect(preview.lines[1]).toMatch(`moves from ${formatDay(from, from)} to ${formatDay(to, from)}`)
  const askedAs = form()
  const answers = await Promise.all([act(own, extend, askedAs), act(own, extend, askedAs), act(own, extend)])
  const fine = answers.filter(({ status }) => status === 200)
  expect(fine.length, 'the other form saw another day').toBeLessThanOrEqual(2)
  const after = await ledgerOf(test, own)
  expect(after.membership.paidUntil).toBe(to)
  expect(after.boxes).toHaveLength(before.boxes.length + 2)
  const state = await test.shop.payments.fetchSubscription(after.membership.stripeSubscriptionId!)
  expect(state?.nextChargeAt?.toISOString().slice(0, 10)).toBe(to)
  const lines = await test.shop.db.select().from(auditLog).where(eq(auditLog.action, 'membership.extend'))
  expect(lines).toMatchObject([{ before: { nextCharge: from }, after: { nextCharge: to } }])
  expect((await act(own, extend)).status, 'a preview of before').toBe(409)
  expect((await act(own, { act: 'resume' })).status, 'it is no pause').toBe(409)
})

it('joins two addresses of one person, who signs in with either, and separates them again', async () => {
  const [maya, iris] = [await personOf('maya@example.com'), await personOf('iris@example.com')]
  const email = 'Iris@example.com'
  const at = `/api/admin/people/${maya.id}/join`
  expect((await owner.post(`${at}/preview`, { email: 'nobody@example.com' })).status).toBe(409)
  const preview = (await owner.post(`${at}/preview`, { email })).body
  expect(preview.mailTo).toEqual(['maya@example.com', 'iris@example.com'])
  await owner.confirm()
  const joined = { email, reason: 'Wrote from both' }
  const before = await ledgerOf(test, own)
  const both = await Promise.all([owner.post(at, joined), owner.post(at, joined)])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  const lines = await test.shop.db.select().from(auditLog).where(eq(auditLog.action, 'person.join'))
  expect(lines).toHaveLength(1)
  test.mails.length = 0
  await test.work()
  const told = test.mails.filter(({ subject }) => subject === 'Your two addresses are one account')
  expect(told.map(({ to }) => to).sort()).toEqual(['iris@example.com', 'maya@example.com'])
  for (const id of [maya.id, iris.id]) {
    const { body } = await owner.get(`/api/admin/people/${id}`)
    expect(body).toMatchObject({ id: maya.id, otherMailboxes: [{ id: iris.id }] })
    expect(body.messages).toMatchObject([{ subject: 'Sizes' }])
    expect(body.memberships).toHaveLength(2)
  }
  expect(await found('iris'), 'one person, whatever is typed').toEqual(['maya@example.com'])
  const page = (from: string) => readAccount(test.shop, {}, { email: from, sessionId: '' })
  const [one, other] = [await page('maya@example.com'), await page('iris@example.com')]
  expect(other.memberships.map(({ id }) => id)).toEqual(one.memberships.map(({ id }) => id))
  expect((await ledgerOf(test, own)).membership, 'no row changes').toEqual(before.membership)
  const apart = await owner.post(`/api/admin/people/${maya.id}/separate`, {
    ...joined,
    email: 'iris@example.com',
  })
  expect(apart.status).toBe(200)
  expect((await page('iris@example.com')).memberships).toEqual([])
  expect(await found('iris')).toEqual(['iris@example.com'])
})

it('says what a deletion takes and waits for, even for non-buyers', async () => {
  const [maya, iris] = [await personOf('maya@example.com'), await personOf('iris@example.com')]
  const preview = async (id: string) => (await owner.get(`/api/admin/people/${id}/deletion`)).body
  expect((await preview(maya.id)).blockedBy).toContain('renews')
  const hers = await preview(iris.id)
  expect(hers).toMatchObject({ blockedBy: null, creditCents: 0, emails: ['iris@example.com'] })
  expect(hers.lines.join(' ')).toContain('1 conversation')
  const file = await owner.request('GET', `/api/admin/people/${iris.id}/export`)
  expect(await file.text()).toContain('Do you have size 52?')
  await owner.confirm()
  const remove = (more: object = {}) =>
    owner.post(`/api/admin/people/${iris.id}/delete`, { reason: 'By mail', ...more })
  // Credit that came since they were asked is asked about again.
  const credit = { email: 'iris@example.com', amountCents: 700, words: 'Sorry', key: form() }
  await giveCredit(test.shop, credit, async () => {})
  expect((await remove({ givesUpCreditCents: 500 })).body.details).toEqual({ creditCents: '700' })
  expect((await remove({ givesUpCreditCents: 700 })).status).toBe(200)
  expect(await found('iris')).toEqual([])
})

it('filters the audit log by person and action, and logs its export', async () => {
  const about = (query: string) => owner.get(`/api/admin/audit?${query}`)
  const { lines } = (await about(`about=${orderNumber}&action=membership.skip`)).body
  expect(lines).toMatchObject([{ entityId: own, action: 'membership.skip' }])
  expect((await about('about=MAYA@example.com&action=membership.skip')).body.lines).toHaveLength(1)
  expect((await about('about=zoe@example.com')).body.lines).toEqual([])
  expect((await about('')).body.actions).toContain('membership.extend')
  const file = await (await owner.request('GET', `/api/admin/audit/export?about=${orderNumber}`)).text()
  expect(file).toContain('test-owner skipped a member’s month')
  expect(file.split('\n')[0]).toContain('at,who,role,what,action,record,record_id,before,after')
  expect((await about('action=audit.export')).body.lines).toMatchObject([{ after: { about: orderNumber } }])
  const support = await signIn(test, 'support')
  expect((await support.get('/api/admin/audit/export')).status).toBe(403)
})

it('finds names as spoken, with or without accents, apostrophes and the first half', async () => {
  const wearers = ['José Núñez', 'Siobhán O’Hara-Müller', '100%_Sure Ford', "Dara O'Shea"]
  for (const [place, fullName] of wearers.entries()) {
    const email = `w${place}@example.com`
    const cart = [
      selfItem('monthly', { shippingDetails: { ...selfItem().shippingDetails!, fullName, email } }),
    ]
    const begun = await test.post('/api/create-payment-intent', { cartItems: cart })
    const paid = await test.pay(begun.body.clientSecret, { email })
    await test.order(cart, paid.body.paymentIntentId, email)
  }
  await test.work()
  await test.post('/api/contact', {
    ...{
      name: 'Renée D’Arcy-Løv',
      email: 'renee@example.com',
      subject: 'Hello',
      message: 'Do you ship belts to Canada?',
    },
  })
  for (const [typed, place] of [
    ['José', 0],
    ['jose nunez', 0],
    ['NÚÑEZ', 0],
    ['ohara', 1],
    ["O'Hara", 1],
    ['O’Hara-Muller', 1],
    ['müller', 1],
    ['100%_s', 2],
    ['Oshea', 3],
    ['Dara O’Shea', 3],
  ] as const)
    expect(await found(typed), typed).toEqual([`w${place}@example.com`])
  for (const typed of ['renee', 'darcy', 'Løv', "d'arcy lo"])
    expect(await found(typed), typed).toContain('renee@example.com')
  for (const typed of ['%', '_', '%%', '100_', "'", '’', '\\', '&!:*', '( | )'])
    expect(await found(typed), `${typed} stands for itself`).not.toContain('w0@example.com')
})

it('accepts any search text, and reports a bad ID', async () => {
  for (const typed of [
    '\u0000',
    '\ud800',
    '🥋',
    "'; drop table orders; --",
    'a'.repeat(200),
    ' ',
    '1Z',
    '((',
    '!!',
    ':*',
  ]) {
    const { status } = await owner.get(`/api/admin/people?search=${encodeURIComponent(typed.toWellFormed())}`)
    expect([200, 400], JSON.stringify(typed)).toContain(status)
  }
  expect((await owner.get(`/api/admin/people?search=${'a'.repeat(201)}`)).status).toBe(400)
  expect((await owner.get('/api/admin/people?limit=0')).status).toBe(400)
  expect((await owner.get('/api/admin/people?cursor=nonsense')).status).toBe(400)
  for (const id of ['x', 'f'.repeat(31), `${'f'.repeat(31)}%`, '%27'])
    expect((await owner.get(`/api/admin/people/${id}`)).status, id).toBe(400)
  expect((await owner.get(`/api/admin/people/${'0'.repeat(32)}`)).status).toBe(404)
  for (const query of ['kind=nonsense', 'cursor=%00&kind=box', 'limit=-1', 'limit=1e9'])
    expect((await owner.get(`/api/admin/promises?${query}`)).status, query).toBe(400)
})
