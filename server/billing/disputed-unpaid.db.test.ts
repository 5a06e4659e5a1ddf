import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { memberships } from '../../db/schema.ts'
import { addDays, formatDate } from '../../domain/calendar-date.ts'
import { selfItem } from '../../test/carts.ts'
import { stripeShopOfFile } from '../../test/stripe-shop-of-file.ts'
import { endUnpaid, unpaidDays } from '../memberships/end-unpaid.ts'
import { shopDay } from '../shop/shop.ts'

// A renewal fails, and then the bank looks into an earlier payment: the card isn't tried, so nobody ends for not paying.

const test = stripeShopOfFile()
const refusing = '4000000000000341'

/** A member whose renewal failed two days ago, and whose first payment is disputed now. */
async function disputedMember() {
  const { body } = await test.start([selfItem('monthly')])
  await test.confirm(body.clientSecret)
  await test.work()
  test.stripe.turnCards(body.customerId, refusing)
  await test.passDays(34)
  const isIt = eq(memberships.stripeSubscriptionId, body.subscriptionId)
  const rowOf = async () => (await test.shop.db.select().from(memberships).where(isIt))[0]!
  expect(await rowOf()).toMatchObject({ status: 'past_due' })
  const dispute = test.stripe.openDispute(body.clientSecret.split('_secret_')[0]!)
  await test.pass(60_000)
  test.mails.length = 0
  return { rowOf, dispute, customerId: body.customerId as string }
}
const toThem = () =>
  test.mails.filter(({ to }) => to === 'maya@example.com').map(({ kind, subject }) => [kind, subject])

async function passAndEnd(days: number) {
  await test.passDays(days)
  await endUnpaid(test.shop)
  await test.work()
}

it('nobody’s membership ends, and nobody is asked to pay, while the bank is looking into it', async () => {
  const { rowOf } = await disputedMember()
  await passAndEnd(40)
  expect(await rowOf()).toMatchObject({ status: 'past_due', renews: true })
  expect(toThem()).toEqual([])
})

it('once that’s decided for the shop, the member is told the new day and has until then to pay', async () => {
  const { rowOf, dispute } = await disputedMember()
  await passAndEnd(30)
  test.stripe.closeDispute(dispute.id, 'won')
  await test.pass(60_000)
  const end = addDays(shopDay(test.shop), unpaidDays)
  const on = formatDate(end).replaceAll('\u00a0', ' ')
  const first = ['renewal-failed-7', `Your Monthly membership ends on ${on} unless it is paid`]
  expect(toThem()).toEqual([first])
  await passAndEnd(unpaidDays - 1)
  expect(toThem()).toEqual([
    first,
    ['renewal-failed-18', `Last reminder: your Monthly membership ends on ${on}`],
  ])
  expect(await rowOf()).toMatchObject({ status: 'past_due' })
  await passAndEnd(1)
  expect(shopDay(test.shop)).toBe(end)
  expect(await rowOf()).toMatchObject({ status: 'ended', lostBy: 'unpaid' })
})

it('a card that pays again after the decision keeps the membership', async () => {
  const { rowOf, dispute, customerId } = await disputedMember()
  await passAndEnd(30)
  test.stripe.turnCards(customerId, '4242424242424242')
  test.stripe.closeDispute(dispute.id, 'won')
  await test.pass(60_000)
  await passAndEnd(unpaidDays + 1)
  expect(await rowOf()).toMatchObject({ status: 'active', renews: true })
})

it('the provider’s own retries wait for the decision, too', async () => {
  const { rowOf, dispute, customerId } = await disputedMember()
  test.stripe.turnCards(customerId, '4242424242424242')
  await passAndEnd(20)
  expect(await rowOf()).toMatchObject({ status: 'past_due' })
  test.stripe.closeDispute(dispute.id, 'won')
  await test.passDays(2)
  expect(await rowOf()).toMatchObject({ status: 'active', renews: true })
})

it('a renewal written in the hour before a dispute isn’t charged', async () => {
  const { body } = await test.start([selfItem('monthly')])
  await test.confirm(body.clientSecret)
  await test.work()
  const bills = () => test.shop.payments.invoicesOf(body.subscriptionId)
  await test.passDays(27)
  for (let half = 0; (await bills()).length < 2 && half < 200; half++) await test.pass(30 * 60_000)
  expect((await bills()).map((bill) => bill.status)).toContain('draft')
  test.stripe.openDispute(body.clientSecret.split('_secret_')[0]!)
  await test.pass(60_000)
  await test.passDays(2)
  expect((await bills()).map((bill) => bill.status).sort()).toEqual(['paid', 'void'])
})
