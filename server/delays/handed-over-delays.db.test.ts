import { desc, eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { boxes, delays, memberships, refunds } from '../../db/schema.ts'
import { signIn } from '../../test/admin.ts'
import { selfItem } from '../../test/carts.ts'
import { handOver } from '../../test/hand-over.ts'
import { ledgerOf } from '../../test/members.ts'
import { stripeShopOfFile } from '../../test/stripe-shop-of-file.ts'
import { listDelays } from '../account/delays/own-delays.ts'
import { shopDay } from '../shop/shop.ts'
import { notifyDelays } from './notify-delays.ts'

// Late belts of a membership that was handed over: whoever paid for one decides on it (docs/decisions/089).

const test = stripeShopOfFile()
const hour = 60 * 60_000
const june = 'june@example.com'
beforeAll(() => test.pass(10 * hour))

/** A membership of a buyer with this address, handed over to June; its first belt is still owed. */
async function handedOver(email: string) {
  const item = selfItem('monthly')
  item.shippingDetails!.email = email
  const { body } = await test.start([item])
  await test.confirm(body.clientSecret)
  await test.order([item], body.clientSecret.split('_secret_')[0]!, email)
  await test.passAWhile()
  const isIts = eq(memberships.payerEmail, email)
  const [{ id } = { id: '' }] = await test.shop.db.select().from(memberships).where(isIts)
  await handOver(test, id, { name: 'June Park', city: 'Salem' })
  await test.work()
  const { boxes: all, payments } = await ledgerOf(test, id)
  return { id, box: all[0]!, payment: payments[0]! }
}
const delaysOf = async (email: string) =>
  (await listDelays(test.shop, {}, { email, sessionId: '' })).delays.map(({ id }) => id)
const sentTo = (to: string) => test.mails.filter((mail) => mail.to === to)
const linkIn = (text: string) => /\/mail\/delay\/[\w-]+/.exec(text)![0]
const answer = (link: string, body: Record<string, string>) =>
  test.app.request(link, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://localhost' },
    body: new URLSearchParams(body).toString(),
  })

it('a missing belt asks whoever paid for it, and tells its new wearer without a word about money', async () => {
  const { id, box, payment } = await handedOver('ada@example.com')
  await test.shop.db.update(boxes).set({ state: 'held', holdReason: 'stock' }).where(eq(boxes.id, box.id))
  await test.pass(+new Date(`${box.drop}-01T15:00:00Z`) - +test.clock.now())
  test.mails.length = 0
  await notifyDelays(test.shop)
  await test.work()
  const [delay] = await test.shop.db.select().from(delays).where(eq(delays.boxId, box.id))
  const [asked, ...more] = sentTo('ada@example.com')
  expect(more).toEqual([])
  expect(asked!.text).toContain('The December belt you paid for')
  const [told, ...others] = sentTo(june)
  expect(others).toEqual([])
  expect(told!.text).toContain('Your December belt ships by')
  expect(told!.text).not.toMatch(/refund|money|\$|mail\/delay/i)
  expect([await delaysOf('ada@example.com'), await delaysOf(june)]).toEqual([[delay!.id], []])

  test.mails.length = 0
  expect((await answer(linkIn(asked!.text), { delay: delay!.id, answer: 'refund' })).status).toBe(200)
  await test.work()
  const [made] = await test.shop.db.select().from(refunds).orderBy(desc(refunds.createdAt)).limit(1)
  expect(made).toMatchObject({ paymentId: payment.id, amountCents: 6950 })
  expect(sentTo('ada@example.com').map(({ kind }) => kind)).toEqual(['refund-made'])
  expect(sentTo(june).map(({ subject }) => subject)).toEqual(['Your December belt won’t come'])
  expect(sentTo(june)[0]!.text).not.toMatch(/refund|\$|Ada/i)
  expect((await ledgerOf(test, id)).membership).toMatchObject({ renews: true, payerEmail: june })
})

it('a held drop asks whoever paid, and what the new member pays themselves is theirs to decide', async () => {
  const { id } = await handedOver('bea@example.com')
  const { membership } = await ledgerOf(test, id)
  await test.shop.db.update(boxes).set({ state: 'shipped' }).where(eq(boxes.membershipId, id))
  await test.pass(+new Date(`${membership.paidUntil}T23:00:00Z`) + 24 * hour - +test.clock.now())
  const other = await handedOver('cleo@example.com')
  const { boxes: all } = await ledgerOf(test, id)
  const hers = all.at(-1)!
  expect(hers.drop, 'both in one drop').toBe(other.box.drop)
  test.mails.length = 0
  const owner = await signIn(test)
  const held = { kind: 'hold', words: 'The buckles are stuck at the port.' }
  expect((await owner.post(`/api/admin/drops/${hers.drop}/change`, held)).status).toBe(200)
  await test.work()
  const [own] = await test.shop.db.select().from(delays).where(eq(delays.boxId, hers.id))
  const [former] = await test.shop.db.select().from(delays).where(eq(delays.boxId, other.box.id))
  expect(await delaysOf(june)).toEqual([own!.id])
  expect(await delaysOf('cleo@example.com')).toEqual([former!.id])
  expect(sentTo('cleo@example.com').map(({ kind }) => kind)).toEqual(['delay-notice'])
  expect(sentTo('bea@example.com')).toEqual([])
  expect(shopDay(test.shop) > membership.paidUntil).toBe(true)
})
