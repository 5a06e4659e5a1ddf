import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { memberships } from '../../db/schema.ts'
import { selfItem } from '../../test/carts.ts'
import { handOver } from '../../test/hand-over.ts'
import { stripeShopOfFile } from '../../test/stripe-shop-of-file.ts'
import { cancelRenewal, undoCancel } from '../memberships/cancel-renewal.ts'
import { changePlan, undoPlanChange } from '../memberships/change-plan.ts'

// Emails about what the former payer did, written before a handover and sent after it: they are theirs, not the new payer's.

const test = stripeShopOfFile()
const former = 'maya@example.com'

async function join() {
  const { body } = await test.start([selfItem('monthly')])
  await test.confirm(body.clientSecret)
  await test.passAWhile()
  const isIts = eq(memberships.stripeSubscriptionId, body.subscriptionId)
  const [membership] = await test.shop.db.select().from(memberships).where(isIts)
  test.mails.length = 0
  return membership!.id
}

/** Hands it to someone before any email is sent, then sends them all: those about the former payer's own acts. */
async function sentAfterHandover(membershipId: string, name: string) {
  test.mails.length = 0
  await test.stripe.advanceTo(new Date(test.clock.now().getTime() + 60_000))
  await handOver(test, membershipId, { name, city: 'Salem' })
  await test.work()
  const own = test.mails.filter(({ kind }) => /^(membership|plan)-/.test(kind ?? ''))
  for (const { text } of own)
    expect(text.replaceAll(/\s+/g, ' ')).toContain('You’ve handed your membership over since')
  for (const { text } of own) expect(text, 'what the new payer pays').not.toMatch(/\$/)
  return own.map(({ kind, to }) => [kind, to])
}

it('a cancellation is confirmed to the person who cancelled, though the belts went to someone else since', async () => {
  const membershipId = await join()
  await cancelRenewal(test.shop, { membershipId })
  expect(await sentAfterHandover(membershipId, 'June Park')).toEqual([['membership-cancelled', former]])
})

it('a cancellation taken back is confirmed to the person who paid then', async () => {
  const membershipId = await join()
  await cancelRenewal(test.shop, { membershipId })
  await test.work()
  await undoCancel(test.shop, { membershipId })
  expect(await sentAfterHandover(membershipId, 'Rosa Bell')).toEqual([['membership-renews-again', former]])
})

it('another plan is confirmed to the person who chose it, and so is its undo', async () => {
  const membershipId = await join()
  await changePlan(test.shop, { membershipId, planId: '6-months', username: null })
  expect(await sentAfterHandover(membershipId, 'Otto Lind')).toEqual([['plan-changed', former]])
  const other = await join()
  await changePlan(test.shop, { membershipId: other, planId: '6-months', username: null })
  await test.work()
  await undoPlanChange(test.shop, other)
  expect(await sentAfterHandover(other, 'Ada Moss')).toEqual([['plan-kept', former]])
})
