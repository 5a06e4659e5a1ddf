import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { membershipPayments, memberships } from '../../db/schema.ts'
import { selfItem, toCalifornia } from '../../test/carts.ts'
import { createStripeShop, type StripeShop } from '../../test/create-stripe-shop.ts'
import { endUnpaid } from '../memberships/end-unpaid.ts'

let test: StripeShop
beforeAll(async () => {
  test = await createStripeShop()
})
afterEach(() => test.endAll())
afterAll(() => test.close())

const day = 24 * 60 * 60_000

/** A monthly member whose renewal has been refused as often as the provider tries. */
async function refusedMember() {
  const { body } = await test.start([selfItem('monthly')])
  await test.confirm(body.clientSecret)
  await test.work()
  test.stripe.turnCards(body.customerId, '4000000000000341')
  await test.passDays(49)
  return body.subscriptionId as string
}

async function endOf(subscriptionId: string) {
  for (let days = 0; days < 5; days++) {
    await test.pass(day)
    await endUnpaid(test.shop)
    await test.work()
  }
  const [row] = await test.shop.db
    .select()
    .from(memberships)
    .where(eq(memberships.stripeSubscriptionId, subscriptionId))
  const paid = test.stripe.charges().filter((charge) => charge.paid && charge.customer === row!.customerId)
  return { status: row!.status, paid: paid.length }
}

it('a card changed after the last try is charged before the membership would end', async () => {
  const subscriptionId = await refusedMember()
  const { customer } = test.stripe.subscriptions().find((each) => each.id === subscriptionId)!
  test.stripe.changeCard(customer, '4242424242424242')
  expect(await endOf(subscriptionId)).toEqual({ status: 'active', paid: 2 })
})

it('an unchanged card whose bank pays again is charged before the membership would end', async () => {
  const subscriptionId = await refusedMember()
  const { customer } = test.stripe.subscriptions().find((each) => each.id === subscriptionId)!
  test.stripe.turnCards(customer, '4242424242424242')
  expect(await endOf(subscriptionId)).toEqual({ status: 'active', paid: 2 })
})

it('an unchanged, refused card is tried once more, then the membership ends', async () => {
  expect(await endOf(await refusedMember())).toEqual({ status: 'ended', paid: 1 })
})

it('a renewal refused before its member moved owes the tax to the state it was charged for', async () => {
  const { body } = await test.start([toCalifornia(selfItem('monthly'))])
  await test.confirm(body.clientSecret)
  await test.work()
  test.stripe.turnCards(body.customerId, '4000000000000341')
  await test.passDays(32)
  const isIt = eq(memberships.stripeSubscriptionId, body.subscriptionId)
  const address = { ...selfItem().shippingDetails!, city: 'Portland', state: 'OR', zipCode: '97209' }
  const [moved] = await test.shop.db.update(memberships).set({ address }).where(isIt).returning()
  test.stripe.changeCard(body.customerId, '4242424242424242')
  await test.passDays(2)
  const paid = await test.shop.db
    .select({ taxCents: membershipPayments.taxCents, shipState: membershipPayments.shipState })
    .from(membershipPayments)
    .where(eq(membershipPayments.membershipId, moved!.id))
  expect(paid).toHaveLength(2)
  expect(paid[1]).toEqual(paid[0])
  expect(paid[0]).toMatchObject({ shipState: 'CA' })
})
