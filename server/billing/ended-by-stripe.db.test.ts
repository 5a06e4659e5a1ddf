import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { boxes, memberships } from '../../db/schema.ts'
import { selfItem } from '../../test/carts.ts'
import { stripeShopOfFile } from '../../test/stripe-shop-of-file.ts'
import { endUnpaid, unpaidDays } from '../memberships/end-unpaid.ts'

// What Stripe ends by its own settings, without anyone asking.

const minute = 60_000
const maya = 'maya@example.com'
const test = stripeShopOfFile()

async function join(planId: '6-months' | 'monthly' = '6-months') {
  const { body } = await test.start([selfItem(planId)])
  await test.confirm(body.clientSecret)
  await test.work()
  test.mails.length = 0
  const isIt = eq(memberships.stripeSubscriptionId, body.subscriptionId)
  const rowOf = async () => (await test.shop.db.select().from(memberships).where(isIt))[0]!
  return {
    ...{ subscriptionId: body.subscriptionId as string, customerId: body.customerId as string, rowOf },
    intentId: body.clientSecret.split('_secret_')[0] as string,
  }
}
const textOf = (kind: string) => test.mails.findLast((mail) => mail.kind === kind)!.text

it.each(['now', 'at_period_end'] as const)(
  'a subscription that Stripe cancels %s over a dispute is no one’s wish, and its belts wait for the bank',
  async (when) => {
    const { subscriptionId, intentId, rowOf } = await join()
    const { id } = test.stripe.openDispute(intentId)
    test.stripe.byHand.cancelDisputed(subscriptionId, when)
    await test.pass(minute)
    const status = when === 'now' ? 'ended' : 'cancelled'
    expect(await rowOf()).toMatchObject({ status, renews: false, lostBy: 'bank' })
    expect(textOf('cancelled-at-provider')).toContain('because a payment is disputed')
    expect(textOf('cancelled-at-provider')).not.toContain('Someone canceled')
    const toPayer = test.mails.find(({ to }) => to === maya)!.text
    expect(toPayer).toContain('until your bank has decided')
    expect(toPayer).not.toMatch(/ships by|has shipped/)
    test.stripe.closeDispute(id, 'won')
    await test.pass(minute)
    expect(textOf('dispute')).toContain('ship again')
    expect(textOf('dispute')).not.toContain('renews as before')
  },
)

it('a dispute that ends an unpaid subscription at Stripe isn’t taken for three weeks without payment', async () => {
  const { subscriptionId, customerId, intentId, rowOf } = await join('monthly')
  test.stripe.turnCards(customerId, '4000000000000341')
  await test.passDays(34)
  expect(await rowOf()).toMatchObject({ status: 'past_due' })
  test.mails.length = 0
  test.stripe.openDispute(intentId)
  test.stripe.byHand.cancelDisputed(subscriptionId, 'now')
  await test.pass(minute)
  expect(await rowOf()).toMatchObject({ status: 'ended', lostBy: 'bank' })
  expect(test.mails.map(({ kind }) => kind)).not.toContain('membership-ended-unpaid')
})

/** A member whose card was declined at the renewal, and that bill. */
async function unpaid() {
  const member = await join('monthly')
  test.stripe.turnCards(member.customerId, '4000000000000341')
  await test.passDays(33)
  expect(await member.rowOf()).toMatchObject({ status: 'past_due' })
  const isTheirs = (bill: { customer: string; status: string }) =>
    bill.customer === member.customerId && bill.status === 'open'
  return { ...member, bill: test.stripe.invoices().find(isTheirs)! }
}

it.each(['giveUp', 'cancelUnpaid'] as const)(
  'nobody can pay the bill of a membership that has ended, also one that Stripe gave up (%s)',
  async (how) => {
    const { bill, subscriptionId, rowOf } = await unpaid()
    test.stripe.byHand[how](how === 'giveUp' ? bill.id : subscriptionId)
    await test.passDays(unpaidDays)
    await endUnpaid(test.shop)
    expect(await rowOf()).toMatchObject({ status: 'ended', lostBy: 'unpaid' })
    expect(bill.status).toBe('void')
  },
)

it.each(['just before its membership ends', 'after a person wrote it off and ended its membership'])(
  'a bill paid %s buys its belt',
  async (when) => {
    const { bill, subscriptionId, rowOf } = await unpaid()
    const isBefore = when.startsWith('just before')
    if (isBefore) {
      test.stripe.webhooks.hold()
      test.stripe.byHand.cancelUnpaid(subscriptionId)
    } else {
      await test.provider.invoices.markUncollectible(bill.id)
      await test.provider.subscriptions.cancel(subscriptionId)
      await test.pass(minute)
    }
    const expand = ['confirmation_secret']
    const { confirmation_secret } = await test.provider.invoices.retrieve(bill.id, { expand })
    test.stripe.confirm(confirmation_secret!.client_secret, { number: '4242424242424242' })
    await test.stripe.webhooks.release()
    await test.pass(minute)
    const { id, status } = await rowOf()
    expect(status).toBe('ended')
    expect(await test.shop.db.$count(boxes, eq(boxes.membershipId, id))).toBe(2)
  },
)
