import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { membershipPayments, memberships } from '../../db/schema.ts'
import { addMonths } from '../../domain/calendar-date.ts'
import { selfItem } from '../../test/carts.ts'
import { stripeShopOfFile } from '../../test/stripe-shop-of-file.ts'
import { nextDrop } from '../ledger/next-drop.ts'
import { shopDay } from '../shop/shop.ts'
import { changePlan } from './change-plan.ts'
import { extendMembership } from './extend-membership.ts'
import { skipBox } from './skip-box.ts'

// A change of plan keeps the charge date that Stripe shows, which another tab may move at the same moment.

const test = stripeShopOfFile()

async function join() {
  const { body } = await test.start([selfItem('monthly')])
  await test.confirm(body.clientSecret)
  await test.work()
  const intentId = body.clientSecret.split('_secret_')[0] as string
  const [row] = await test.shop.db
    .select({ membership: memberships })
    .from(memberships)
    .innerJoin(membershipPayments, eq(membershipPayments.membershipId, memberships.id))
    .where(eq(membershipPayments.intentId, intentId))
  return row!.membership
}
type Membership = Awaited<ReturnType<typeof join>>

const dateAtStripe = async (id: string) =>
  (await test.provider.subscriptions.retrieve(id)).items.data[0]!.current_period_end

/** Lets `other` happen between the two calls of `setTerms`: the date it read before is the one it sets. */
function whileTermsAreSet(other: () => Promise<unknown>) {
  const { payments } = test.shop
  const { setTerms } = payments
  payments.setTerms = async (input) => {
    payments.setTerms = setTerms
    const trial_end = await dateAtStripe(input.subscriptionId)
    await other()
    await setTerms(input)
    await test.provider.subscriptions.update(input.subscriptionId, { trial_end, proration_behavior: 'none' })
  }
}

/** Lets a change of plan, which read the date before, happen between a move at Stripe and its row. */
function whileChargeMoves(membershipId: string) {
  const { payments } = test.shop
  const { moveNextCharge } = payments
  payments.moveNextCharge = async (input) => {
    payments.moveNextCharge = moveNextCharge
    const trial_end = await dateAtStripe(input.subscriptionId)
    const moved = await moveNextCharge(input)
    await changePlan(test.shop, { membershipId, planId: '6-months', username: null })
    await test.provider.subscriptions.update(input.subscriptionId, { trial_end, proration_behavior: 'none' })
    return moved
  }
}

const chargeDays = async ({ id, stripeSubscriptionId }: Membership) => {
  const [row] = await test.shop.db.select().from(memberships).where(eq(memberships.id, id))
  const state = await test.shop.payments.fetchSubscription(stripeSubscriptionId!)
  return [row!.paidUntil, shopDay(test.shop, state!.nextChargeAt!)]
}

async function skip(membership: Membership) {
  const drop = await nextDrop(test.shop.db, membership, shopDay(test.shop), test.shop.config.timeZone)
  await skipBox(test.shop, { membershipId: membership.id, drop: drop! })
}
const extend = ({ id, paidUntil }: Membership) =>
  extendMembership(
    test.shop,
    { membershipId: id, boxes: 1, from: paidUntil, reference: `extend:${id}` },
    async () => {},
  )

it.each([
  ['skip', skip],
  ['free month', extend],
])('a %s while the plan changes keeps its later charge', async (_, move) => {
  const membership = await join()
  const later = addMonths(membership.paidUntil, 1)
  whileTermsAreSet(() => move(membership))
  await changePlan(test.shop, { membershipId: membership.id, planId: '6-months', username: null })
  expect(await chargeDays(membership)).toEqual([later, later])
})

it.each([
  ['skip', skip],
  ['free month', extend],
])('a plan that changes during a %s leaves it its later charge', async (_, move) => {
  const membership = await join()
  const later = addMonths(membership.paidUntil, 1)
  whileChargeMoves(membership.id)
  await move(membership)
  expect(await chargeDays(membership)).toEqual([later, later])
})
