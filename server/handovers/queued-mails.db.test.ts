import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { boxes, exchanges, memberships, products } from '../../db/schema.ts'
import { giftItem, selfItem } from '../../test/carts.ts'
import { handOver } from '../../test/hand-over.ts'
import { ledgerOf } from '../../test/members.ts'
import { stripeShopOfFile } from '../../test/stripe-shop-of-file.ts'
import { exchangeMail } from '../emails/exchange-mails.ts'
import { cancelRenewal, undoCancel } from '../memberships/cancel-renewal.ts'
import { changePlan, undoPlanChange } from '../memberships/change-plan.ts'

// Emails sent after a handover about what came before it: the former payer's own acts are theirs to read, not the new payer's.

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

it('after two handovers, an email about a belt of the wearer in between doesn’t name them to the giver', async () => {
  const item = giftItem('6-months', { size: '36', styles: ['dress'] })
  const recipientEmail = 'first-wearer@example.com'
  Object.assign(item.giftDetails!, { recipientEmail, emailDate: test.clock.now().toISOString() })
  const { clientSecret } = (await test.start([item])).body
  await test.confirm(clientSecret)
  await test.order([item], clientSecret.split('_secret_')[0]!)
  await test.pass(2 * 24 * 60 * 60_000)
  const isIts = eq(memberships.memberEmail, recipientEmail)
  const [given] = await test.shop.db.select().from(memberships).where(isIts)
  const { id } = given!
  const belts = await test.shop.db.select().from(products).limit(2)
  /** Sends one of its belts. Returns the giver's email once it broke. */
  async function sendAndClaim(which: 0 | 1) {
    const { membership, boxes: all } = await ledgerOf(test, id)
    const [boxId, now] = [all[which]!.id, test.clock.now()]
    const sent = { state: 'shipped', productId: belts[which]!.id, shippedAt: now } as const
    await test.shop.db
      .update(boxes)
      .set({ ...sent, shipTo: membership.address })
      .where(eq(boxes.id, boxId))
    return async () => {
      const claim = { kind: 'damaged', remedy: 'refund', state: 'offered', askedBy: 'member' } as const
      const [made] = await test.shop.db
        .insert(exchanges)
        .values({ ...claim, boxId, expiresAt: now, createdAt: now })
        .returning()
      return exchangeMail('warranty-offered')(test.shop, `${id}:${made!.id}`)
    }
  }
  const first = await sendAndClaim(0)
  await handOver(test, id, { name: 'Rosa Middle', city: 'Salem' })
  const middle = await sendAndClaim(1)
  await handOver(test, id, { name: 'Kai Later', city: 'Salem' })
  const [own, between] = [await first(), await middle()]
  expect([own.to, between.to]).toEqual([given!.payerEmail, given!.payerEmail])
  expect(own.subject, 'whom they gave it to').toMatch(/you gave Thomas$/)
  expect(`${between.subject} ${between.text}`).toContain('you gave someone')
  expect(`${between.subject} ${between.text}`).not.toMatch(/Rosa|Kai/)
})
