import { eq, sql } from 'drizzle-orm'
import { expect, inject, it, vi } from 'vitest'
import { rowsOf } from '../../db/rows.ts'
import { boxes, memberships } from '../../db/schema.ts'
import { giftItem, selfItem } from '../../test/carts.ts'
import { askToTakeOver, handOver, handOverUpToCard } from '../../test/hand-over.ts'
import { signInMember } from '../../test/member.ts'
import { sendBox } from '../../test/send-box.ts'
import { stripeShopOfFile } from '../../test/stripe-shop-of-file.ts'
import { requestExchange } from '../exchanges/request-exchange.ts'
import { giftLink } from '../gifts/gift-link.ts'
import { loadGift } from '../gifts/load-gift.ts'
import { lockMembership } from '../ledger/find-membership.ts'
import { shopDay } from '../ledger/shop-day.ts'

// What keeps a membership where it is, and what of it stays with the person before.

const test = stripeShopOfFile({ connections: 6 })
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

it('a cancellation that a handover overtakes leaves the new payer’s renewal alone', async () => {
  const { id, payerEmail } = await join()
  const page = await signInMember(test, payerEmail!)
  const token = await handOverUpToCard(test, id, june)
  const { payments } = test.shop
  const { setRenewing } = payments
  payments.setRenewing = async (...asked) => {
    payments.setRenewing = setRenewing
    const state = await setRenewing(...asked)
    expect((await test.post('/api/account/handover/take', { token })).body.step).toBe('done')
    return state
  }
  expect((await page.post(`/api/account/memberships/${id}/cancel`)).status).toBe(409)
  const [now] = await test.shop.db.select().from(memberships).where(eq(memberships.id, id))
  expect(now).toMatchObject({ payerEmail: 'june@example.com', status: 'active', renews: true })
  const { cancel_at_period_end } = test.stripe.world.subscriptions.get(now!.stripeSubscriptionId!)!
  expect(cancel_at_period_end).toBe(false)
})

const old = {
  ...{ fullName: 'Otto Old', address: '1 Old Street', address2: '', city: 'Bend', state: 'OR' },
  zipCode: '97701',
}

// On the embedded database one transaction follows the other.
it.runIf(inject('databaseKind') === 'postgres').each(['gift link', 'address', 'size', 'styles'])(
  'what a former wearer sends in the moment of the handover isn’t kept: by their %s',
  async (what) => {
    const wearer = `${crypto.randomUUID()}@example.com`
    const item = giftItem('6-months', { size: '36', styles: ['dress'] })
    Object.assign(item.giftDetails!, { recipientEmail: wearer, emailDate: test.clock.now().toISOString() })
    const { clientSecret } = (await test.start([item])).body
    await test.confirm(clientSecret)
    await test.order([item], clientSecret.split('_secret_')[0]!)
    await test.pass(2 * 24 * 60 * 60_000)
    const isIts = eq(memberships.memberEmail, wearer)
    const [gift] = await test.shop.db.select().from(memberships).where(isIts)
    const id = gift!.id
    const token = (await giftLink(test.shop, (await loadGift(test.shop, id))!)).split('/gift/')[1]!
    const page = await signInMember(test, wearer)
    const chosen = await askToTakeOver(test, id, june)
    const path = `/api/account/memberships/${id}`
    const send = () =>
      what === 'gift link'
        ? test.post('/api/account/gift/choice', { token, styles: ['stretch'], size: '44', address: old })
        : page.post(
            `${path}/${what}`,
            { address: old, size: { size: '44' }, styles: { styles: ['stretch'] } }[what],
          )
    const begun: Promise<{ status: number }>[] = []
    await test.shop.db.transaction(async (tx) => {
      await lockMembership(tx, id)
      const waiting = sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      for (const begin of [() => test.post('/api/account/handover/choice', chosen), send]) {
        begun.push(begin())
        await vi.waitFor(async () => expect(await rowsOf(tx, waiting)).toHaveLength(begun.length), 60_000)
      }
    })
    expect((await Promise.all(begun)).map(({ status }) => status)).toEqual([200, 404])
    const [now] = await test.shop.db.select().from(memberships).where(eq(memberships.id, id))
    expect(now).toMatchObject({ size: '38', styles: ['casual'], address: { city: 'Salem' } })
  },
)
