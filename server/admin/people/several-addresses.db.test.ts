import { afterAll, beforeAll, expect, it } from 'vitest'
import { otherMailboxes } from '../../../db/schema.ts'
import { signIn } from '../../../test/admin.ts'
import { selfItem } from '../../../test/carts.ts'
import { createTestShop, type TestShop } from '../../../test/create-test-shop.ts'
import { signInMember } from '../../../test/member.ts'
import { join } from '../../../test/members.ts'
import { createCreditCode, creditOf, giveCredit } from '../../credit/store-credit.ts'
import { mailboxesOf, personIdOf } from '../../members/member.ts'

let test: TestShop
beforeAll(async () => {
  test = await createTestShop()
})
afterAll(() => test.close())

it('someone with two addresses is deleted whole, though one has made a code of the other’s credit too', async () => {
  const [first, second] = ['iris@example.com', 'iris.quill@example.com'] as const
  await test.post('/api/contact', {
    ...{ name: 'Iris Quill', email: first, subject: 'Sizes', message: 'Do you have size 52?' },
  })
  await test.shop.db
    .insert(otherMailboxes)
    .values({ email: second, firstEmail: first, username: 'ana', createdAt: test.shop.now() })
  for (const [email, amountCents] of [[first, 300] as const, [second, 500] as const])
    await giveCredit(
      test.shop,
      { email, amountCents, words: 'Sorry', key: crypto.randomUUID() },
      async () => {},
    )
  await createCreditCode(test.shop, [second, first])
  const owner = await signIn(test)
  await owner.confirm()
  const asked = { reason: 'By mail', givesUpCreditCents: 800 }
  const answer = await owner.post(`/api/admin/people/${personIdOf(first)}/delete`, asked)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  for (const email of [first, second])
    expect(await creditOf(test.shop.db, email)).toMatchObject({ balanceCents: 0, codes: [] })
})

it('someone who can’t be deleted at one address yet is kept whole', async () => {
  await join(test, [selfItem('monthly')])
  const [first, second] = ['maya@example.com', 'maya.ellison@example.com'] as const
  await test.post('/api/contact', {
    ...{ name: 'Maya Ellison', email: second, subject: 'Sizes', message: 'Do you have size 52?' },
  })
  await test.shop.db
    .insert(otherMailboxes)
    .values({ email: second, firstEmail: first, username: 'ana', createdAt: test.shop.now() })
  const owner = await signIn(test)
  await owner.confirm()
  const answer = await owner.post(`/api/admin/people/${personIdOf(first)}/delete`, { reason: 'By mail' })
  expect(answer.body.code).toBe('not_possible')
  expect(await mailboxesOf(test.shop.db, first)).toEqual([first, second])
  const { body } = await owner.get(`/api/admin/people/${personIdOf(first)}`)
  expect(body.messages).toMatchObject([{ subject: 'Sizes' }])
})

it('of three addresses, the two others stay together when the first is separated', async () => {
  const [first, second, third] = ['ana@example.com', 'ana@example.net', 'ana@example.org'] as const
  const joined = { firstEmail: first, username: 'ana' }
  await test.shop.db.insert(otherMailboxes).values([
    { ...joined, email: second, createdAt: new Date('2026-11-01T15:00:00Z') },
    { ...joined, email: third, createdAt: new Date('2026-11-02T15:00:00Z') },
  ])
  const owner = await signIn(test)
  await owner.confirm()
  const path = `/api/admin/people/${personIdOf(second)}/separate`
  expect((await owner.post(path, { email: first, reason: 'By mail' })).status).toBe(200)
  const own = await Promise.all([first, second, third].map((email) => mailboxesOf(test.shop.db, email)))
  expect(own).toEqual([[first], [second, third], [second, third]])
})

it('of three addresses, the two others stay together when the first deletes its data', async () => {
  const [first, second, third] = ['eve@example.com', 'eve@example.net', 'eve@example.org'] as const
  const joined = { firstEmail: first, username: 'ana' }
  await test.shop.db.insert(otherMailboxes).values([
    { ...joined, email: second, createdAt: new Date('2026-11-01T15:00:00Z') },
    { ...joined, email: third, createdAt: new Date('2026-11-02T15:00:00Z') },
  ])
  expect((await (await signInMember(test, first)).post('/api/account/my-data/delete')).status).toBe(200)
  const own = await Promise.all([first, second, third].map((email) => mailboxesOf(test.shop.db, email)))
  expect(own).toEqual([[first], [second, third], [second, third]])
})

it('each of two joined addresses signs in, though one has only written to us', async () => {
  const [first, second] = ['noor@example.com', 'noor@example.net'] as const
  const shippingDetails = { ...selfItem().shippingDetails!, email: first }
  const [membership] = await join(test, [selfItem('monthly', { shippingDetails })])
  await test.post('/api/contact', {
    ...{ name: 'Noor', email: second, subject: 'Sizes', message: 'Do you have size 52?' },
  })
  const owner = await signIn(test)
  await owner.confirm()
  const path = `/api/admin/people/${personIdOf(first)}/join`
  expect((await owner.post(path, { email: second, reason: 'By phone' })).status).toBe(200)
  const logged = (await owner.get(`/api/admin/audit?about=${second}`)).body.lines
  expect(logged, 'under either').toMatchObject([{ entityId: personIdOf(first) }])
  test.mails.length = 0
  await test.post('/api/account/link', { email: second })
  await test.work()
  const { text } = test.mails.find(({ kind, to }) => kind === 'magic-link' && to === second)!
  const opened = await test.app.request('/api/account/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'http://localhost' },
    body: JSON.stringify({ token: text.match(/#([\w-]{43})/)![1] }),
  })
  const cookie = opened.headers.getSetCookie()[0]!.split(';')[0]!
  const page = await test.app.request('/api/account', { headers: { cookie } })
  expect(await page.json()).toMatchObject({ email: second, memberships: [{ id: membership!.id }] })
  test.mails.length = 0
  for (const email of [second, first])
    expect((await owner.post(`/api/admin/people/${personIdOf(email)}/sign-in-link`)).status).toBe(200)
  await test.work()
  expect(test.mails.map(({ kind, to }) => [kind, to]).sort()).toEqual([
    ['magic-link', first],
    ['magic-link', second],
  ])
})
