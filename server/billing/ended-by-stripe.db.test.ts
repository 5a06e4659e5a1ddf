import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { memberships } from '../../db/schema.ts'
import { selfItem } from '../../test/carts.ts'
import { stripeShopOfFile } from '../../test/stripe-shop-of-file.ts'

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
