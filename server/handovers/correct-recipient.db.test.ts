import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { boxes, memberships, orders, people, products } from '../../db/schema.ts'
import { signIn } from '../../test/admin.ts'
import { giftItem, selfItem } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { signInMember } from '../../test/member.ts'
import { join } from '../../test/members.ts'
import { sendNotices } from '../notifications/send-notices.ts'
import { MailRefused } from '../shop/mailer.ts'

let test: TestShop
beforeAll(async () => {
  test = await createTestShop()
})
afterAll(() => test.close())

async function correct(membershipId: string, email: string, askedAs: string = randomUUID()) {
  const owner = await signIn(test)
  const asked = { act: { act: 'recipient', email }, reason: 'A typo', askedAs }
  return owner.post(`/api/admin/memberships/${membershipId}/acts`, asked)
}
async function gift(recipientEmail: string, emailDate = '2026-11-21T00:00:00.000Z') {
  test.clock.set('2026-11-21T15:00:00Z')
  const giftDetails = { ...giftItem().giftDetails!, recipientEmail, emailDate }
  const [membership] = await join(test, [giftItem('6-months', { giftDetails })])
  return membership!.id
}
const look = async () => {
  await sendNotices(test.shop)
  await test.work()
}
const open = async (text: string) => {
  const token = /\/gift\/([\w-]{43})/.exec(text)![1]
  return (await test.post('/api/account/gift', { token })).status
}
const noticesTo = (email: string) =>
  test.mails.filter(({ kind, to }) => kind === 'gift-notice' && to === email)

it('a gift announced at a mistyped address is announced at the right one, once', async () => {
  const id = await gift('Thomas@Exmaple.com')
  await look()
  const [wrong] = noticesTo('thomas@exmaple.com')
  expect(await open(wrong!.text)).toBe(200)
  const stranger = await signInMember(test, 'thomas@exmaple.com')
  const seen = async () => (await stranger.get('/api/account')).body.memberships.length
  expect(await seen()).toBe(1)
  // Its belt was chosen for whoever has the mistyped address.
  const [belt] = await test.shop.db.select().from(products).limit(1)
  const isFirst = and(eq(boxes.membershipId, id), eq(boxes.ordinal, 1))
  await test.shop.db.update(boxes).set({ productId: belt!.id, size: '36', state: 'assigned' }).where(isFirst)
  const form = randomUUID()
  for (let time = 0; time < 2; time++)
    expect((await correct(id, ' Thomas.Ellison@example.com', form)).status).toBe(200)
  await test.work()
  const right = noticesTo('thomas.ellison@example.com')
  expect(right).toHaveLength(1)
  expect([await open(wrong!.text), await open(right[0]!.text)]).toEqual([404, 200])
  expect(await seen(), 'a device that signed in with the mistyped address').toBe(0)
  const theirs = await test.shop.db
    .selectDistinct({ key: people.key, state: boxes.state, belt: boxes.productId })
    .from(boxes)
    .innerJoin(people, eq(boxes.personId, people.id))
    .where(eq(boxes.membershipId, id))
  const [order] = await test.shop.db.select({ email: orders.giftRecipientEmail }).from(orders)
  expect(order).toEqual({ email: 'thomas.ellison@example.com' })
  expect(theirs).toEqual([{ key: 'email:thomas.ellison@example.com', state: 'owed', belt: null }])
  const told = test.mails.filter(({ kind }) => kind === 'done-for-you')
  expect(told.map(({ to, subject }) => [to, subject])).toEqual([
    ['maya@example.com', 'The email address of the gift’s recipient is corrected'],
  ])
  test.clock.set('2026-11-24T17:00:00Z')
  await look()
  expect(test.mails.findLast(({ kind }) => kind === 'gift-reminder-3')!.to).toBe('thomas.ellison@example.com')
})

it('one whose mistyped mailbox doesn’t exist is announced at the right one, and one that is still secret on its day', async () => {
  const refused = await gift('gone@exmaple.com')
  test.mailbox.refuse(new MailRefused('5.1.1', '550 5.1.1 No such user here'))
  await look()
  test.mailbox.refuse(null)
  await correct(refused, 'here@example.com')
  await test.work()
  expect(noticesTo('here@example.com')).toHaveLength(1)
  const secret = await gift('early@exmaple.com', '2026-12-24T00:00:00.000Z')
  expect((await correct(secret, 'early@example.com')).status).toBe(200)
  await look()
  expect(noticesTo('early@example.com')).toEqual([])
  test.clock.set('2026-12-24T17:00:00Z')
  await look()
  expect(noticesTo('early@example.com')).toHaveLength(1)
  expect(noticesTo('early@exmaple.com')).toEqual([])
})

it('is refused once a belt is packed, for the same address, and without a gift', async () => {
  const id = await gift('ada@example.com')
  expect((await correct(id, 'Ada@example.com')).body.message).toContain('already')
  await test.shop.db.update(boxes).set({ packedAt: test.clock.now() }).where(eq(boxes.membershipId, id))
  expect((await correct(id, 'ada@example.net')).body.message).toContain('Hand the gift over')
  const [own] = await join(test, [selfItem('monthly')])
  expect((await correct(own!.id, 'ada@example.net')).body.message).toContain('isn’t a gift')
  const [kept] = await test.shop.db.select().from(memberships).where(eq(memberships.id, id))
  expect(kept!.memberEmail).toBe('ada@example.com')
})
