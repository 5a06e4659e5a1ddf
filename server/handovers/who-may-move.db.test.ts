import { eq, sql } from 'drizzle-orm'
import { expect, inject, it, vi } from 'vitest'
import { rowsOf } from '../../db/database.ts'
import { boxes, memberships, planChanges } from '../../db/schema.ts'
import { addDrops } from '../../domain/drop.ts'
import { giftItem, selfItem } from '../../test/carts.ts'
import { askToTakeOver, handOver, handOverUpToCard } from '../../test/hand-over.ts'
import { signInMember } from '../../test/member.ts'
import { ledgerOf } from '../../test/members.ts'
import { sendBox } from '../../test/send-box.ts'
import { stripeShopOfFile } from '../../test/stripe-shop-of-file.ts'
import { requestExchange } from '../exchanges/request-exchange.ts'
import { loadGift } from '../gifts/load-gift.ts'
import { giftLink } from '../gifts/open-gift.ts'
import { lockMembership } from '../ledger/find-membership.ts'
import { nextDrop } from '../ledger/next-drop.ts'
import { cancelRenewal } from '../memberships/cancel-renewal.ts'
import { changePlan } from '../memberships/change-plan.ts'
import { shopDay } from '../shop/shop.ts'

// What keeps a membership where it is, and what of it stays with the person before.

const test = stripeShopOfFile({ connections: 6 })
const notPossible = { code: 'not_possible' }
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

/** Lets June take it over just before or after the shop's next call of this kind to Stripe. */
function during(
  call: 'fetchSubscription' | 'moveNextCharge' | 'setRenewing',
  isBefore: boolean,
  take: () => Promise<{ body: { step: string } }>,
) {
  const { payments } = test.shop
  const really = payments[call] as (...asked: unknown[]) => Promise<unknown>
  const taken = async () => expect((await take()).body.step).toBe('done')
  Object.assign(payments, {
    [call]: async (...asked: unknown[]) => {
      Object.assign(payments, { [call]: really })
      if (isBefore) await taken()
      const answer = await really(...asked)
      if (!isBefore) await taken()
      return answer
    },
  })
}

it('a cancellation that a handover overtakes leaves the new payer’s renewal alone', async () => {
  const { id, payerEmail } = await join()
  const page = await signInMember(test, payerEmail!)
  const token = await handOverUpToCard(test, id, june)
  during('setRenewing', false, () => test.post('/api/account/handover/take', { token }))
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
it
  .runIf(inject('databaseKind') === 'postgres')
  .each([...['gift link', 'address', 'size', 'styles'], ...['skip', 'pause', 'resume']])(
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
    const from = (await nextDrop(test.shop.db, gift!, shopDay(test.shop), test.shop.config.timeZone))!
    const pause = { from, until: addDrops(from, 2) }
    if (what === 'resume') await page.post(`${path}/pause`, pause)
    const { drops } = await ledgerOf(test, id)
    const bodies = { address: old, size: { size: '44' }, styles: { styles: ['stretch'] } }
    const send = () =>
      what === 'gift link'
        ? test.post('/api/account/gift/choice', { token, styles: ['stretch'], size: '44', address: old })
        : page.post(`${path}/${what}`, { ...bodies, skip: { drop: from }, pause, resume: {} }[what])
    const begun: Promise<{ status: number }>[] = []
    await test.shop.db.transaction(async (tx) => {
      await lockMembership(tx, id)
      const waiting = sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      for (const begin of [() => test.post('/api/account/handover/choice', chosen), send]) {
        begun.push(begin())
        await vi.waitFor(async () => expect(await rowsOf(tx, waiting)).toHaveLength(begun.length), 60_000)
      }
    })
    const [handover, late] = await Promise.all(begun)
    expect(handover!.status).toBe(200)
    expect([404, 409]).toContain(late!.status)
    const { membership: now, drops: kept } = await ledgerOf(test, id)
    expect(now).toMatchObject({ size: '38', styles: ['casual'], address: { city: 'Salem' } })
    expect(kept).toEqual(drops)
  },
)

it('a skip that a handover overtakes leaves the new payer’s belts and charge where they are', async () => {
  for (const [call, isBefore] of [
    ['fetchSubscription', true],
    ['moveNextCharge', false],
  ] as const) {
    const { id, payerEmail, paidUntil } = await join()
    const page = await signInMember(test, payerEmail!)
    const { drops } = await ledgerOf(test, id)
    const token = await handOverUpToCard(test, id, june)
    during(call, isBefore, () => test.post('/api/account/handover/take', { token }))
    const { status } = await page.post(`/api/account/memberships/${id}/skip`, { drop: drops[0] })
    const { membership, drops: kept } = await ledgerOf(test, id)
    expect(membership, call).toMatchObject({ payerEmail: 'june@example.com', paidUntil })
    expect([status, ...kept]).toEqual([409, ...drops])
    const { nextChargeAt } = (await test.shop.payments.fetchSubscription(membership.stripeSubscriptionId!))!
    expect(shopDay(test.shop, nextChargeAt!)).toBe(paidUntil)
  }
})

it('a former payer who undoes a cancellation as it’s handed over doesn’t make it renew', async () => {
  const { id, payerEmail } = await join()
  const page = await signInMember(test, payerEmail!)
  await page.post(`/api/account/memberships/${id}/cancel`)
  const chosen = await askToTakeOver(test, id, june)
  during('setRenewing', false, () => test.post('/api/account/handover/choice', chosen))
  expect((await page.post(`/api/account/memberships/${id}/undo-cancel`)).status).toBe(409)
  const { membership } = await ledgerOf(test, id)
  expect(membership).toMatchObject({ memberEmail: 'june@example.com', status: 'cancelled', renews: false })
})

it('another plan that the former payer chose just before the handover isn’t the new one’s', async () => {
  const seen = await join()
  const { id, planId } = seen
  await handOver(test, id, june)
  const late = { membershipId: id, seen, username: null }
  await expect(changePlan(test.shop, { ...late, planId: '6-months' })).rejects.toMatchObject(notPossible)
  expect(await test.shop.db.select().from(planChanges).where(eq(planChanges.membershipId, id))).toEqual([])
  await changePlan(test.shop, { ...late, planId: '6-months', seen: (await ledgerOf(test, id)).membership })
  await expect(changePlan(test.shop, { ...late, planId })).rejects.toMatchObject(notPossible)
  await expect(cancelRenewal(test.shop, late)).rejects.toMatchObject(notPossible)
  const choices = await test.shop.db.select().from(planChanges).where(eq(planChanges.membershipId, id))
  expect(choices).toMatchObject([{ toPlanId: '6-months', state: 'open' }])
})
