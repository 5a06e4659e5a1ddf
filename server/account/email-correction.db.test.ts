import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { auditLog, memberships, orderItems, orders, people } from '../../db/schema.ts'
import { type SignedIn, signIn, testPassword } from '../../test/admin.ts'
import { giftItem, selfItem } from '../../test/carts.ts'
import { signInMember } from '../../test/member.ts'
import { ledgerOf } from '../../test/members.ts'
import { stripeShopOfFile } from '../../test/stripe-shop-of-file.ts'
import { creditOf, giveCredit } from '../credit/store-credit.ts'
import { personIdOf } from '../members/member.ts'

const test = stripeShopOfFile()
let owner: SignedIn
beforeEach(async () => {
  owner = await signIn(test)
})

/** An order bought with this address, and its membership. */
async function buy(email: string, item = selfItem('monthly')) {
  const cart = [
    item.shippingDetails ? { ...item, shippingDetails: { ...item.shippingDetails, email } } : item,
  ]
  const { clientSecret } = (await test.start(cart)).body
  await test.confirm(clientSecret)
  await test.order(cart, clientSecret.split('_secret_')[0]!, email)
  await test.passAWhile()
  const [row] = await test.shop.db
    .select({ membership: memberships, order: orders })
    .from(memberships)
    .innerJoin(orderItems, eq(memberships.orderItemId, orderItems.id))
    .innerJoin(orders, eq(orderItems.orderId, orders.id))
    .where(eq(orders.stripePaymentIntentId, clientSecret.split('_secret_')[0]!))
  return row!
}
async function ask(wrong: string, right: string, orderIds: string[]) {
  const asked = { email: right, orderIds, reason: 'A typo', password: testPassword }
  const reply = await owner.post(`/api/admin/people/${personIdOf(wrong)}/correct-email`, asked)
  await test.work()
  return reply
}
const origin = { origin: 'http://localhost' }
const linkTo = (email: string) => {
  const mail = test.mails.findLast(({ kind, to }) => kind === 'email-correction' && to === email)
  return /\/mail\/right-email\/[\w-]+/.exec(mail!.text)![0]
}
async function press(link: string) {
  const { status } = await test.app.request(link, { method: 'POST', headers: origin })
  await test.work()
  return status
}
const now = async (id: string) => (await ledgerOf(test, id)).membership
const to = (email: string) => test.mails.filter((mail) => mail.to === email).map(({ kind }) => kind)
const manage = async (link: string) =>
  (await test.app.request(link, { method: 'POST', headers: origin })).status
/** The page of an address: what its sign-in opens. */
const pageOf = async (email: string) => {
  const { status, body } = await (await signInMember(test, email)).get('/api/account')
  return status === 200 ? body.memberships.map(({ id }: { id: string }) => id) : status
}
const signInTo = async (email: string) => {
  test.mails.length = 0
  await test.post('/api/account/link', { email })
  await test.work()
  return to(email)
}

it('moves a giver’s gift without touching its recipient', async () => {
  const gift = await buy('giver@exmaple.com', giftItem('6-months', { size: '36', styles: ['dress'] }))
  const { memberEmail } = gift.membership
  await ask('giver@exmaple.com', 'giver.right@example.com', [gift.order.id])
  expect(await press(linkTo('giver.right@example.com'))).toBe(200)
  expect(await now(gift.membership.id)).toMatchObject({ payerEmail: 'giver.right@example.com', memberEmail })
})

it('moves a buyer’s orders, links, emails and the provider’s customer, once the right address has confirmed', async () => {
  const [wrong, right] = ['maya@exmaple.com', 'maya.right@example.com']
  const { membership, order } = await buy(wrong)
  const credit = { email: wrong, amountCents: 500, words: 'Sorry', key: randomUUID() }
  await giveCredit(test.shop, credit, async () => {})
  await test.work()
  const stranger = await signInMember(test, wrong)
  const oldLink = /\/mail\/manage\/[\w-]+/.exec(test.mails.findLast((mail) => mail.to === wrong)!.text)![0]
  test.mails.length = 0
  expect((await ask(wrong, ' Maya.Right@example.com', [order.id])).body).toEqual({ success: true })
  expect([to(wrong), to(right)]).toEqual([['email-moving'], ['email-correction']])
  const notice = test.mails.find((mail) => mail.to === wrong)!
  expect(notice.text + notice.subject).not.toMatch(
    new RegExp(`Maya|${right}|${order.orderNumber}|/mail/manage|\\$`),
  )

  // Opening the link, as a mail scanner does, moves nothing.
  const link = linkTo(right)
  expect((await test.app.request(link)).status).toBe(200)
  expect(await now(membership.id)).toMatchObject({ payerEmail: wrong, memberEmail: wrong })
  expect((await stranger.get('/api/account')).status).toBe(200)
  const customer = await test.provider.customers.retrieve(membership.customerId!)
  expect(customer).toMatchObject({ email: wrong })

  test.mails.length = 0
  expect(await press(link)).toBe(200)
  expect([to(wrong), to(right)]).toEqual([[], ['order-confirmation']])
  expect(await now(membership.id)).toMatchObject({
    ...{ payerEmail: right, memberEmail: right, personId: membership.personId },
    address: { email: right },
  })
  expect(await test.provider.customers.retrieve(membership.customerId!)).toMatchObject({ email: right })
  expect((await stranger.get('/api/account')).status, 'a device of the old address').toBe(401)
  expect(await manage(oldLink), 'a link in an old email').toBe(404)
  expect(await press(link), 'it works once').toBe(404)
  const kept = [await creditOf(test.shop.db, right), await creditOf(test.shop.db, wrong)]
  expect(kept.map(({ balanceCents }) => balanceCents)).toEqual([500, 0])
  const newLink = /\/mail\/manage\/[\w-]+/.exec(test.mails.at(-1)!.text)![0]
  expect(await manage(newLink)).toBe(303)
  expect([await pageOf(right), await pageOf(wrong)]).toEqual([[membership.id], []])

  test.mails.length = 0
  await test.passDays(32)
  expect(to(right)).toContain('renewal-receipt')
  expect(to(wrong)).toEqual([])
  expect(await signInTo(right)).toContain('magic-link')
  const lines = await test.shop.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.entityId, personIdOf(right)))
  expect(lines).toMatchObject([{ username: 'test-owner', action: 'person.email-corrected' }])
})

it('leaves a stranger with orders of their own under the old address alone', async () => {
  const [wrong, right] = ['kim@example.com', 'kim2@example.com']
  const [theirs, mistyped] = [await buy(wrong), await buy(wrong)]
  const stranger = await signInMember(test, wrong)
  await ask(wrong, right, [mistyped.order.id])
  expect(await press(linkTo(right))).toBe(200)
  expect([await pageOf(right), await pageOf(wrong)]).toEqual([
    [mistyped.membership.id],
    [theirs.membership.id],
  ])
  expect((await stranger.get('/api/account')).body.memberships).toHaveLength(1)
  expect((await now(theirs.membership.id)).personId).toBe(theirs.membership.personId)
  const persons = await test.shop.db
    .select({ key: people.key })
    .from(memberships)
    .innerJoin(people, eq(memberships.personId, people.id))
    .where(eq(memberships.id, mistyped.membership.id))
  expect(persons).toEqual([{ key: `email:${right}` }])
  const customer = (of: typeof theirs) => test.provider.customers.retrieve(of.membership.customerId!)
  expect([await customer(theirs), await customer(mistyped)]).toMatchObject([
    { email: wrong },
    { email: right },
  ])
})

it('replaces an earlier request, expires, and is refused for an address in use or an order of someone else', async () => {
  const [mine, other] = [await buy('ned@exmaple.com'), await buy('otto@example.com')]
  const refused = async (right: string, orderId: string) =>
    (await ask('ned@exmaple.com', right, [orderId])).body.message
  expect(await refused('otto@example.com', mine.order.id)).toContain('has orders or belts of its own')
  expect(await refused('ned@exmaple.com', mine.order.id)).toContain('already')
  expect(await refused('ned@example.com', other.order.id)).toContain('aren’t theirs')
  await ask('ned@exmaple.com', 'ned.mistake@example.com', [mine.order.id])
  const first = linkTo('ned.mistake@example.com')
  await ask('ned@exmaple.com', 'ned@example.com', [mine.order.id])
  expect(await press(first)).toBe(404)
  await test.pass(25 * 60 * 60_000)
  expect(await press(linkTo('ned@example.com')), 'a day later').toBe(404)
  expect((await now(mine.membership.id)).payerEmail).toBe('ned@exmaple.com')
  const support = await signIn(test, 'support')
  const body = { email: 'x@example.com', orderIds: [mine.order.id], reason: 'A typo' }
  const path = `/api/admin/people/${personIdOf('ned@exmaple.com')}/correct-email`
  expect((await support.post(path, body)).status).toBe(403)
})
