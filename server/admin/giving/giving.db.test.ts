import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  approvals,
  exchanges,
  givenAway,
  membershipPayments,
  orderItems,
  storeCredit,
  users,
} from '../../../db/schema.ts'
import { signIn } from '../../../test/admin.ts'
import { createTestShop, type TestShop } from '../../../test/create-test-shop.ts'
import { sentBelt } from '../../../test/sent-belt.ts'
import { requestExchange } from '../../exchanges/request-exchange.ts'

// What staff give away has an end, above which a second person agrees; data that leaves in bulk is asked for again.

let test: TestShop
beforeAll(async () => {
  test = await createTestShop()
})
afterAll(() => test.close())

async function order() {
  const { membership, box } = await sentBelt(test)
  const [item] = await test.shop.db.select().from(orderItems).where(eq(orderItems.id, membership.orderItemId))
  return { orderId: item!.orderId, box, membership }
}
const credit = (amountCents: number) => ({ amountCents, reason: 'Sorry', key: crypto.randomUUID() })

it('support gives no more in a day than the ceiling, and an owner agrees to the rest', async () => {
  const { orderId } = await order()
  const support = await signIn(test, 'support')
  const path = `/api/admin/orders/${orderId}/credit`
  const answers = []
  for (let time = 0; time < 5; time++) answers.push(await support.post(path, credit(10_000)))
  expect(answers.map(({ status }) => status)).toEqual([200, 409, 409, 409, 409])
  expect(answers[1]!.body.message).toContain('over the $150.00')
  expect(await test.shop.db.$count(storeCredit, eq(storeCredit.orderId, orderId))).toBe(1)
  const owner = await signIn(test)
  await owner.confirm()
  const waiting = (await owner.get('/api/admin/approvals')).body.approvals
  expect(waiting).toHaveLength(4)
  expect(waiting[0]).toMatchObject({ username: 'test-support', kind: 'credit', amountCents: 10_000, orderId })
  expect((await support.post(`/api/admin/approvals/${waiting[0].id}`, { agrees: true })).status).toBe(403)
  expect((await owner.post(`/api/admin/approvals/${waiting[0].id}`, { agrees: true })).status).toBe(200)
  expect((await owner.post(`/api/admin/approvals/${waiting[0].id}`, { agrees: true })).status).toBe(409)
  expect((await owner.post(`/api/admin/approvals/${waiting[1].id}`, { agrees: false })).status).toBe(200)
  expect(await test.shop.db.$count(storeCredit, eq(storeCredit.orderId, orderId))).toBe(2)
  const given = await test.shop.db.select().from(givenAway).where(eq(givenAway.orderId, orderId))
  expect(given.map(({ username, approvedBy }) => [username, approvedBy])).toEqual([
    ['test-support', null],
    ['test-support', 'test-owner'],
  ])
  await test.work()
  const told = test.mails.filter(
    ({ kind, text }) => kind === 'security-notice' && text.includes('asked to give away $100.00'),
  )
  expect(told.length, 'owners hear of it').toBeGreaterThan(0)
})

it('a form that is sent again asks once', async () => {
  const { orderId } = await order()
  const support = await signIn(test, 'support', 'test-second')
  const form = credit(60_000)
  for (let time = 0; time < 2; time++)
    expect((await support.post(`/api/admin/orders/${orderId}/credit`, form)).status).toBe(409)
  expect(await test.shop.db.$count(approvals, eq(approvals.orderId, orderId))).toBe(1)
})

it('free belts count, and so does a code for free orders', async () => {
  const { membership } = await order()
  const support = await signIn(test, 'support', 'test-third')
  const comp = { act: { act: 'comp', boxes: 12 }, reason: 'Sorry', askedAs: crypto.randomUUID() }
  expect((await support.post(`/api/admin/memberships/${membership.id}/acts`, comp)).body.code).toBe(
    'needs_owner',
  )
  const owner = await signIn(test)
  const code = {
    code: 'ALLFREE',
    percentOff: 100,
    amountOffCents: null,
    duration: 'once',
    plans: null,
    expiresOn: null,
    mostUses: null,
  }
  const made = await owner.post('/api/admin/promotions', code)
  expect([made.status, made.body.code], JSON.stringify(made.body)).toEqual([403, 'confirm_first'])
  // As free by an amount, or nearly.
  const asked = async (changes: object) =>
    (await owner.post('/api/admin/promotions', { ...code, percentOff: null, ...changes })).status
  expect(await asked({ code: 'AMOUNT', amountOffCents: 59_400 })).toBe(403)
  expect(await asked({ code: 'NEARLY', percentOff: 99 })).toBe(403)
  expect(await asked({ code: 'HALFOFF', percentOff: 50 })).toBe(200)
})

it('a letter’s test goes to the staff only', async () => {
  const owner = await signIn(test)
  const made = await owner.post('/api/admin/letters', { month: '2027-03' })
  const path = `/api/admin/letters/${made.body.id}/test`
  expect((await owner.post(path, { email: 'stranger@example.com' })).body.fields.email).toContain(
    'your team only',
  )
  await test.shop.db.update(users).set({ email: 'ana@shop.example' }).where(eq(users.username, 'test-owner'))
  expect((await owner.post(path, { email: 'Ana@shop.example' })).status).toBe(200)
})

it('a stolen session can’t take people’s data, or change where mail goes', async () => {
  const { membership } = await order()
  const owner = await signIn(test)
  const settings = { shopName: '', supportEmail: 'thief@example.com', postalAddress: '', holidays: [] }
  for (const path of [
    '/api/admin/orders.csv',
    '/api/admin/consents.csv',
    '/api/admin/audit/export',
    '/api/admin/subscribers.csv',
  ])
    expect([path, (await owner.send('GET', path)).status]).toEqual([path, 403])
  expect((await owner.patch('/api/admin/settings', settings)).body.code).toBe('confirm_first')
  await owner.confirm()
  expect((await owner.send('GET', '/api/admin/orders.csv')).status).toBe(200)
  expect((await owner.patch('/api/admin/settings', settings)).status).toBe(200)
  await test.work()
  const told = test.mails.filter(({ kind }) => kind === 'security-notice').map(({ text }) => text)
  expect(told.some((text) => text.includes('downloaded personal data'))).toBe(true)
  expect(told.some((text) => text.includes('changed where mail to the shop goes'))).toBe(true)
  expect(membership.id).toBeTruthy()
})

it('whatever staff give on their own word counts, and what a member may always have doesn’t', async () => {
  const { box } = await order()
  const support = await signIn(test, 'support', 'test-fourth')
  const given = async () =>
    (await test.shop.db.select().from(givenAway).where(eq(givenAway.username, 'test-fourth'))).map(
      ({ kind, amountCents }) => [kind, amountCents],
    )
  const start = async (of: string, kind: string, remedy: string) => {
    const { status, body } = await support.post('/api/admin/exchanges', { boxId: of, kind, remedy })
    const [made] = await test.shop.db.select().from(exchanges).where(eq(exchanges.boxId, of))
    return { status, code: body.code, id: made?.id }
  }
  // A first broken belt within the 30 days is theirs.
  expect((await start(box.id, 'damaged', 'replacement')).status).toBe(200)
  expect(await given()).toEqual([])
  // Money for one that never came, by the word of support alone, isn’t.
  const lost = await order()
  expect((await start(lost.box.id, 'lost', 'refund')).status).toBe(200)
  expect(await given()).toEqual([['refund', 5950]])
  // A return that the same person starts and receives has nobody else’s word.
  const back = await order()
  const { id } = await start(back.box.id, 'return', 'refund')
  expect(await given()).toHaveLength(1)
  expect((await support.post(`/api/admin/exchanges/${id}/receive`, { isAsNew: true })).status).toBe(200)
  expect((await support.post(`/api/admin/exchanges/${id}/refund`)).status).toBe(200)
  expect(await given()).toHaveLength(2)
  // What is above their day waits for an owner.
  const late = await order()
  test.clock.advance(40 * 24 * 3_600_000)
  await test.shop.db.update(givenAway).set({ createdAt: test.clock.now() })
  const again = await signIn(test, 'support', 'test-fourth')
  const refused = await again.post('/api/admin/exchanges', {
    ...{ boxId: late.box.id, kind: 'style', remedy: 'replacement' },
    productId: (await again.get(`/api/admin/exchanges/replacements/${late.box.id}`)).body.belts.at(-1).id,
  })
  expect([refused.status, refused.body.code], JSON.stringify(refused.body)).toEqual([409, 'needs_owner'])
})

it('a second claim that support decides counts, a first one doesn’t', async () => {
  const { box } = await order()
  const support = await signIn(test, 'support', 'test-fifth')
  const claim = (boxId: string) =>
    requestExchange(test.shop, { boxId, kind: 'damaged', remedy: 'repair', askedBy: 'member' })
  const decide = (id: string) => support.post(`/api/admin/exchanges/${id}/decide`, { remedy: 'replacement' })
  const first = await claim(box.id)
  expect((await decide(first.id)).status).toBe(200)
  const ofFifth = eq(givenAway.username, 'test-fifth')
  expect(await test.shop.db.$count(givenAway, ofFifth)).toBe(0)
  await support.post(`/api/admin/exchanges/${first.id}/ship`, { trackingNumber: '1Z999AA10123456784' })
  const [sent] = await test.shop.db.select().from(exchanges).where(eq(exchanges.id, first.id))
  const second = await claim(sent!.replacementBoxId!)
  expect(second.state).toBe('claimed')
  expect((await decide(second.id)).status).toBe(200)
  const counted = await test.shop.db.select().from(givenAway).where(ofFifth)
  expect(counted.map(({ kind, amountCents }) => [kind, amountCents])).toEqual([['replacement', 5950]])
})

it('free belts for a membership that never paid count at its plan’s price', async () => {
  const { membership } = await order()
  const paid = eq(membershipPayments.membershipId, membership.id)
  await test.shop.db.update(membershipPayments).set({ amountCents: 0, taxCents: 0 }).where(paid)
  const support = await signIn(test, 'support', 'test-sixth')
  const comp = { act: { act: 'comp', boxes: 1 }, reason: 'Sorry', askedAs: crypto.randomUUID() }
  expect((await support.post(`/api/admin/memberships/${membership.id}/acts`, comp)).status).toBe(200)
  const counted = await test.shop.db.select().from(givenAway).where(eq(givenAway.username, 'test-sixth'))
  expect(counted.map(({ kind, amountCents }) => [kind, amountCents])).toEqual([['free-belts', 5950]])
})
