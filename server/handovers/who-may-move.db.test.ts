import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { boxes, memberships } from '../../db/schema.ts'
import { selfItem } from '../../test/carts.ts'
import { handOver } from '../../test/hand-over.ts'
import { sendBox } from '../../test/send-box.ts'
import { stripeShopOfFile } from '../../test/stripe-shop-of-file.ts'
import { requestExchange } from '../exchanges/request-exchange.ts'
import { shopDay } from '../ledger/shop-day.ts'

// What keeps a membership where it is, and what of it stays with the person before.

const test = stripeShopOfFile()
const june = { name: 'June Park', city: 'Salem' }

async function join() {
  const item = selfItem('monthly')
  item.shippingDetails!.email = `${crypto.randomUUID()}@example.com`
  const { body } = await test.start([item])
  await test.confirm(body.clientSecret)
  await test.passAWhile()
  const isIts = eq(memberships.stripeSubscriptionId, body.subscriptionId)
  const [membership] = await test.shop.db.select().from(memberships).where(isIts)
  return membership!
}
const change = (id: string, changes: Partial<typeof memberships.$inferInsert>) =>
  test.shop.db.update(memberships).set(changes).where(eq(memberships.id, id))

it('on the day of its charge, or with a packed belt, a membership isn’t handed over', async () => {
  const { id, paidUntil } = await join()
  await change(id, { paidUntil: shopDay(test.shop) })
  await expect(handOver(test, id, june)).rejects.toThrow('being charged right now')
  await change(id, { paidUntil })
  const pack = (state: 'packed' | 'owed') =>
    test.shop.db.update(boxes).set({ state }).where(eq(boxes.membershipId, id))
  await pack('packed')
  await expect(handOver(test, id, june)).rejects.toThrow('packed and about to ship')
  await pack('owed')
  await handOver(test, id, june)
})

it('an exchange keeps its own membership from being handed over, and no other', async () => {
  const [one, other] = [await join(), await join()]
  const box = await sendBox(test, one.id, test.clock.now().toISOString())
  await requestExchange(test.shop, { boxId: box.id, kind: 'return', askedBy: 'owner' })
  await expect(handOver(test, one.id, june)).rejects.toThrow('being exchanged')
  await handOver(test, other.id, june)
})

it('the payer is told that it’s gone, and the new card is checked like any other', async () => {
  const { id, paidUntil } = await join()
  await change(id, { memberEmail: 'wearer@example.com', payerEmail: 'payer@example.com' })
  await change(id, { cardCheckedFor: paidUntil })
  test.mails.length = 0
  await handOver(test, id, june)
  await test.work()
  expect(test.mails.filter(({ kind }) => kind === 'handover-gone').map(({ to }) => to)).toEqual([
    'payer@example.com',
  ])
  const [membership] = await test.shop.db.select().from(memberships).where(eq(memberships.id, id))
  expect(membership!.cardCheckedFor).toBeNull()
})
