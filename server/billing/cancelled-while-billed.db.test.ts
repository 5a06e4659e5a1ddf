import { and, eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { memberships, outbox } from '../../db/schema.ts'
import { selfItem } from '../../test/carts.ts'
import { stripeShopOfFile } from '../../test/stripe-shop-of-file.ts'
import { cancelRenewal } from '../memberships/cancel-renewal.ts'

const test = stripeShopOfFile()

const minute = 60_000
const day = 24 * 60 * minute

async function joinMonthly() {
  const { body } = await test.start([selfItem('monthly')])
  await test.confirm(body.clientSecret)
  await test.work()
  const [member] = await test.shop.db
    .select()
    .from(memberships)
    .where(eq(memberships.stripeSubscriptionId, body.subscriptionId))
  return member!
}

const paidBy = (customerId: string | null) =>
  test.stripe.charges().filter((charge) => charge.paid && charge.customer === customerId).length

async function expectEnded(id: string) {
  const [row] = await test.shop.db.select().from(memberships).where(eq(memberships.id, id))
  expect(row).toMatchObject({ status: 'ended', renews: false })
  const unpaid = and(eq(outbox.kind, 'membership-ended-unpaid'), eq(outbox.subjectId, id))
  expect(await test.shop.db.select().from(outbox).where(unpaid)).toEqual([])
}

it('canceling while the next bill is a draft charges nothing for it', async () => {
  const member = await joinMonthly()
  await test.pass(30 * day + minute)
  expect(test.stripe.invoices().at(-1)).toMatchObject({ customer: member.customerId, status: 'draft' })
  await cancelRenewal(test.shop, { membershipId: member.id })
  await test.pass(10 * day)
  expect(paidBy(member.customerId)).toBe(1)
  await expectEnded(member.id)
})

it('canceling after an unheard refusal doesn’t charge a new card', async () => {
  const member = await joinMonthly()
  test.stripe.turnCards(member.customerId!, '4000000000000341')
  const paidUntil = new Date(`${member.paidUntil}T20:00:00Z`)
  await test.stripe.advanceTo(paidUntil)
  expect(test.stripe.invoices().at(-1)).toMatchObject({ customer: member.customerId, status: 'open' })
  await cancelRenewal(test.shop, { membershipId: member.id })
  test.stripe.changeCard(member.customerId!, '4242424242424242')
  await test.pass(10 * day)
  expect(paidBy(member.customerId)).toBe(1)
  await expectEnded(member.id)
})
