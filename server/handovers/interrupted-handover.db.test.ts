import { and, eq, isNull } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { boxes, handovers, memberships, outbox } from '../../db/schema.ts'
import { selfItem } from '../../test/carts.ts'
import { handOver } from '../../test/hand-over.ts'
import { signInMember } from '../../test/member.ts'
import { ledgerOf } from '../../test/members.ts'
import { stripeShopOfFile } from '../../test/stripe-shop-of-file.ts'
import { compareMoneyNow } from '../billing/compare-money.ts'
import { cancelRenewal, undoCancel } from '../memberships/cancel-renewal.ts'
import { shopDay } from '../shop/shop.ts'
import { finishHandovers } from './finish-handover.ts'

// Handovers that stop between the provider and the ledger (docs/decisions/089): one card is charged for a term, never two.

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

/** Hands it to June, whose card is taken; the process dies just after her subscription is made. */
async function dieWhileHandingOver(membershipId: string, to: Parameters<typeof handOver>[2] = june) {
  const { payments } = test.shop
  const { subscribe } = payments
  payments.subscribe = async (input) => {
    await subscribe(input)
    throw new Error('the process died')
  }
  await expect(handOver(test, membershipId, to)).rejects.toThrow()
  payments.subscribe = subscribe
  const isOpen = and(eq(handovers.membershipId, membershipId), eq(handovers.state, 'accepted'))
  const [{ customerId } = { customerId: null }] = await test.shop.db.select().from(handovers).where(isOpen)
  return { customerId: customerId! }
}

const move = (membershipId: string, from: 'owed' | 'packed', state: 'packed' | 'shipped') =>
  test.shop.db
    .update(boxes)
    .set({ state })
    .where(and(eq(boxes.membershipId, membershipId), eq(boxes.state, from)))

const liveOf = (customerId: string) =>
  [...test.stripe.world.subscriptions.values()]
    .filter(({ customer, status }) => customer === customerId && status !== 'canceled')
    .map(({ id, trial_end }) => ({ id, trial_end }))
const chargesOf = (customerId: string) =>
  [...test.stripe.world.paymentIntents.values()].filter(
    ({ customer, status }) => customer === customerId && status === 'succeeded',
  )

it('one that a packed belt stops until after the charge charges only the former card for that month', async () => {
  const before = await join()
  const { customerId } = await dieWhileHandingOver(before.id)
  expect(liveOf(customerId)).toHaveLength(1)
  await move(before.id, 'owed', 'packed')
  await finishHandovers(test.shop)
  expect(liveOf(customerId)).toEqual([])
  await test.passDays(32)
  expect(chargesOf(customerId), 'June has no belt of this month').toHaveLength(0)
  expect(chargesOf(before.customerId!)).toHaveLength(2)

  // Once nothing stops it, her card takes over, with the charge after that.
  await move(before.id, 'packed', 'shipped')
  await finishHandovers(test.shop)
  const { membership } = await ledgerOf(test, before.id)
  expect(membership).toMatchObject({ memberEmail: 'june@example.com', customerId })
  const [only, ...others] = liveOf(customerId)
  expect(others).toEqual([])
  expect(membership.stripeSubscriptionId).toBe(only!.id)
  expect(shopDay(test.shop, new Date(only!.trial_end! * 1000))).toBe(membership.paidUntil)
  expect(liveOf(before.customerId!)).toEqual([])
  await test.passDays(32)
  expect(chargesOf(customerId)).toHaveLength(1)
  expect(chargesOf(before.customerId!)).toHaveLength(2)
})

it('one whose membership is cancelled and renewed again meanwhile charges the new card as agreed', async () => {
  const before = await join()
  const { customerId } = await dieWhileHandingOver(before.id)
  await cancelRenewal(test.shop, { membershipId: before.id })
  await move(before.id, 'owed', 'packed')
  await finishHandovers(test.shop)
  expect(liveOf(customerId)).toEqual([])
  await undoCancel(test.shop, { membershipId: before.id })
  await move(before.id, 'packed', 'shipped')
  await finishHandovers(test.shop)
  const { membership } = await ledgerOf(test, before.id)
  expect(liveOf(customerId).map(({ id }) => id)).toEqual([membership.stripeSubscriptionId])
  await test.passDays(40)
  expect(chargesOf(customerId)).toHaveLength(1)
  expect(chargesOf(before.customerId!)).toHaveLength(1)
})

it('one whose new subscription someone cancels at the provider meanwhile is handed over without a renewal', async () => {
  const before = await join()
  const { customerId } = await dieWhileHandingOver(before.id)
  await test.provider.subscriptions.cancel(liveOf(customerId)[0]!.id)
  await test.passAWhile()
  test.mails.length = 0
  await finishHandovers(test.shop)
  await test.work()
  const { membership } = await ledgerOf(test, before.id)
  expect(membership).toMatchObject({ memberEmail: 'june@example.com', renews: false, lostBy: 'provider' })
  const told = test.mails.map(({ kind, to }) => [kind, to])
  expect(told).toContainEqual(['membership-cancelled-elsewhere', 'june@example.com'])
  expect(told).toContainEqual(['cancelled-at-provider', test.shop.config.supportEmail])
})

const cardNet = (customerId: string) =>
  test.stripe
    .charges()
    .filter(({ paid, customer }) => paid && customer === customerId)
    .reduce((sum, { amount, amount_refunded }) => sum + amount - amount_refunded, 0)
/** Whom we told that they were paid back $69.50. */
const toldOfRefund = () =>
  test.mails.filter(({ subject }) => /refunded your \$69\.50/.test(subject)).map(({ to }) => to)
const downFor = (milliseconds: number) =>
  test.stripe.advanceTo(new Date(test.clock.now().getTime() + milliseconds))

it.each(['the provider’s events', 'the handover'])(
  'the charge of a day on which the shop was down is only the former card’s, when the shop reads %s first',
  async (first) => {
    const before = await join()
    const { customerId } = await dieWhileHandingOver(before.id)
    test.mails.length = 0
    await downFor(32 * 24 * 60 * 60_000)
    expect(chargesOf(customerId), 'the provider charged both').toHaveLength(1)
    if (first === 'the handover') await finishHandovers(test.shop)
    await test.passAWhile()
    await finishHandovers(test.shop)
    await finishHandovers(test.shop)
    expect(cardNet(customerId)).toBe(0)
    expect((await compareMoneyNow(test.shop)).found).toEqual([])
    expect(cardNet(before.customerId!)).toBe(2 * 6950)
    await test.work()
    expect(toldOfRefund()).toEqual(['june@example.com'])

    // It's handed over by now, with the charge after that one.
    const { membership, boxes: belts } = await ledgerOf(test, before.id)
    expect(membership).toMatchObject({ memberEmail: 'june@example.com', customerId })
    expect(belts).toHaveLength(2)
    expect(liveOf(customerId).map(({ id }) => id)).toEqual([membership.stripeSubscriptionId])
    await test.passDays(32)
    expect(cardNet(customerId)).toBe(6950)
    expect(cardNet(before.customerId!)).toBe(2 * 6950)
    expect((await ledgerOf(test, before.id)).boxes).toHaveLength(3)
  },
)

it('a new payer is paid back even if the process dies again just before the refund', async () => {
  const before = await join()
  const { customerId } = await dieWhileHandingOver(before.id)
  test.mails.length = 0
  await downFor(32 * 24 * 60 * 60_000)
  const { payments } = test.shop
  const { refund } = payments
  payments.refund = async () => {
    throw new Error('the process died')
  }
  await finishHandovers(test.shop)
  payments.refund = refund
  await finishHandovers(test.shop)
  await finishHandovers(test.shop)
  await test.passAWhile()
  expect((await ledgerOf(test, before.id)).membership).toMatchObject({ customerId })
  expect(cardNet(customerId)).toBe(0)
  expect(toldOfRefund()).toEqual(['june@example.com'])
})

it('a bill for the new card that the shop meets before it’s charged is void', async () => {
  const before = await join()
  const { customerId } = await dieWhileHandingOver(before.id)
  const charge = liveOf(customerId)[0]!.trial_end! * 1000
  await downFor(charge - test.clock.now().getTime() + 60_000)
  await test.passAWhile()
  await test.passDays(2)
  expect(chargesOf(customerId)).toEqual([])
  expect(cardNet(before.customerId!)).toBe(2 * 6950)
})

it('a new card isn’t charged once its owner has their data deleted instead', async () => {
  const before = await join()
  const email = 'june.deleted@example.com'
  const { customerId } = await dieWhileHandingOver(before.id, { ...june, email })
  const reader = await signInMember(test, email)
  expect((await reader.post('/api/account/my-data/delete')).status).toBe(200)
  await test.passDays(32)
  expect(chargesOf(customerId)).toEqual([])
  expect(liveOf(customerId)).toEqual([])
  expect(chargesOf(before.customerId!)).toHaveLength(2)
})

it('a new card isn’t charged for an offer that ran out while the shop was down', async () => {
  const before = await join()
  const { customerId } = await dieWhileHandingOver(before.id)
  await downFor(32 * 24 * 60 * 60_000)
  await test.shop.db
    .update(handovers)
    .set({ state: 'withdrawn' })
    .where(eq(handovers.membershipId, before.id))
  await test.passAWhile()
  expect(cardNet(customerId)).toBe(0)
  expect(liveOf(customerId)).toEqual([])
  expect((await ledgerOf(test, before.id)).membership).toMatchObject({ customerId: before.customerId })
})

/** Hands it to June; the process dies once the ledger has her, before the former subscription is ended. */
async function dieAfterHandingOver(membershipId: string) {
  const { payments } = test.shop
  const { endSubscription } = payments
  payments.endSubscription = async () => {
    throw new Error('the process died')
  }
  await expect(handOver(test, membershipId, june)).rejects.toThrow()
  payments.endSubscription = endSubscription
  const { membership } = await ledgerOf(test, membershipId)
  expect(membership).toMatchObject({ memberEmail: 'june@example.com' })
  return membership.customerId!
}

it.each(['the provider’s events', 'the handover'])(
  'a former payer charged for a month of the new one, while the shop was down, is paid back, when it reads %s first',
  async (first) => {
    const before = await join()
    const customerId = await dieAfterHandingOver(before.id)
    test.mails.length = 0
    await downFor(32 * 24 * 60 * 60_000)
    expect(cardNet(before.customerId!), 'the provider charged both').toBe(2 * 6950)
    if (first === 'the handover') await finishHandovers(test.shop)
    await test.passAWhile()
    await finishHandovers(test.shop)
    await finishHandovers(test.shop)
    await test.passAWhile()
    expect(cardNet(before.customerId!)).toBe(6950)
    expect(cardNet(customerId)).toBe(6950)
    expect(liveOf(before.customerId!)).toEqual([])
    expect((await compareMoneyNow(test.shop)).found).toEqual([])
    const { boxes: belts, payments } = await ledgerOf(test, before.id)
    expect([belts.length, payments.length]).toEqual([2, 2])
    expect(toldOfRefund()).toEqual([before.payerEmail])
  },
)

it.each([
  ['former', 'won'],
  ['former', 'lost'],
  ['new', 'won'],
  ['new', 'lost'],
] as const)(
  'a stray charge that the %s payer disputes goes back once: by the shop or the bank, when it’s %s',
  async (whose, end) => {
    const before = await join()
    const customerId =
      whose === 'former'
        ? await dieAfterHandingOver(before.id)
        : (await dieWhileHandingOver(before.id)).customerId
    test.mails.length = 0
    await downFor(32 * 24 * 60 * 60_000)
    const theirs = whose === 'former' ? before.customerId! : customerId
    const stray = test.stripe.charges().findLast(({ customer }) => customer === theirs)!
    const dispute = test.stripe.openDispute(stray.payment_intent!)
    const rounds = async () => {
      for (let round = 0; round < 3; round++) {
        await test.passAWhile()
        await finishHandovers(test.shop)
      }
      return test.stripe.charges().find(({ id }) => id === stray.id)!.amount_refunded
    }
    expect(await rounds(), 'the bank decides first').toBe(0)
    expect((await ledgerOf(test, before.id)).membership).toMatchObject({ customerId })
    expect(toldOfRefund()).toEqual([])
    test.stripe.closeDispute(dispute.id, end)
    expect(await rounds()).toBe(end === 'won' ? 6950 : 0)
    const payer = whose === 'former' ? before.payerEmail : 'june@example.com'
    expect(toldOfRefund()).toEqual(end === 'won' ? [payer] : [])
    expect((await compareMoneyNow(test.shop)).found).toEqual([])
  },
)

it.each([
  ['all', 7000, 0, -50],
  ['a part', 2000, 4950, 0],
] as const)(
  'a stray bill that a balance at Stripe paid %s of gives it back, and the card only its own part',
  async (_, creditCents, cardCents, left) => {
    const before = await join()
    await dieAfterHandingOver(before.id)
    const customerId = before.customerId!
    const balance = () => test.stripe.world.customers.get(customerId)!.balance
    test.stripe.byHand.adjustBalance(customerId, -creditCents)
    test.mails.length = 0
    await downFor(32 * 24 * 60 * 60_000)
    expect([balance(), cardNet(customerId)]).toEqual([left, 6950 + cardCents])
    for (let round = 0; round < 3; round++) {
      await finishHandovers(test.shop)
      await test.passAWhile()
    }
    expect([balance(), cardNet(customerId)]).toEqual([-creditCents, 6950])
    const told = test.mails.filter(({ kind }) => kind === 'handover-refund')
    expect(told.map(({ to }) => to)).toEqual([before.payerEmail])
    const words = `${told[0]!.subject} ${told[0]!.text.replaceAll(/\s+/g, ' ')}`
    if (cardCents > 0) expect(words).toMatch(/^We’ve refunded your \$49\.50 .*\$20\.00 of your credit/)
    else expect(words).toMatch(/^We’ve put back your \$69\.50 of credit /)
    if (cardCents === 0) expect(words).not.toMatch(/charged your card|on your card/)
    expect((await compareMoneyNow(test.shop)).found).toEqual([])
  },
)

it('a stray charge is paid back even if Stripe can’t be reached for the refund at first', async () => {
  const before = await join()
  await dieAfterHandingOver(before.id)
  await downFor(32 * 24 * 60 * 60_000)
  test.stripe.fail({ path: '/v1/refunds', when: 'before', how: '500', times: 100 })
  await finishHandovers(test.shop)
  expect(cardNet(before.customerId!)).toBe(2 * 6950)
  test.stripe.mend()
  await finishHandovers(test.shop)
  expect(cardNet(before.customerId!)).toBe(6950)
})

it('a stray charge for an offer that ran out, disputed before the shop is up again, is paid back once won', async () => {
  const before = await join()
  const { customerId } = await dieWhileHandingOver(before.id)
  test.mails.length = 0
  await downFor(32 * 24 * 60 * 60_000)
  await test.shop.db
    .update(handovers)
    .set({ state: 'withdrawn' })
    .where(eq(handovers.membershipId, before.id))
  const stray = test.stripe.charges().findLast(({ customer }) => customer === customerId)!
  const dispute = test.stripe.openDispute(stray.payment_intent!)
  await test.passAWhile()
  expect(cardNet(customerId), 'the bank decides first').toBe(6950)
  test.stripe.closeDispute(dispute.id, 'won')
  await test.passAWhile()
  expect(cardNet(customerId)).toBe(0)
  await test.work()
  expect(toldOfRefund()).toEqual(['june@example.com'])
})

it('a new payer whose data is deleted still gets a disputed stray charge back, once that’s decided', async () => {
  const { id } = await join()
  const { customerId } = await dieWhileHandingOver(id)
  await downFor(32 * 24 * 60 * 60_000)
  const stray = test.stripe.charges().findLast(({ customer }) => customer === customerId)!
  const dispute = test.stripe.openDispute(stray.payment_intent!)
  await test.passAWhile()
  await finishHandovers(test.shop)
  await test.shop.db
    .update(memberships)
    .set({ status: 'ended', renews: false })
    .where(eq(memberships.payerEmail, 'june@example.com'))
  // June's, of the tests before, too.
  await test.shop.db.update(boxes).set({ state: 'delivered' })
  const reader = await signInMember(test, 'june@example.com')
  expect((await reader.post('/api/account/my-data/delete')).body).toEqual({ success: true })
  test.stripe.closeDispute(dispute.id, 'won')
  await test.passAWhile()
  await finishHandovers(test.shop)
  await test.work()
  expect(test.stripe.charges().find((each) => each.id === stray.id)!.amount_refunded).toBe(6950)
  expect(
    await test.shop.db.$count(outbox, and(eq(outbox.kind, 'handover-refund'), isNull(outbox.sentAt))),
  ).toBe(0)
})

it('a former payer whose data is deleted still gets a disputed stray charge back, once that’s decided', async () => {
  const before = await join()
  await dieAfterHandingOver(before.id)
  await downFor(32 * 24 * 60 * 60_000)
  const stray = test.stripe.charges().findLast(({ customer }) => customer === before.customerId)!
  const dispute = test.stripe.openDispute(stray.payment_intent!)
  await test.passAWhile()
  await finishHandovers(test.shop)
  const reader = await signInMember(test, before.payerEmail!)
  expect((await reader.post('/api/account/my-data/delete')).body).toEqual({ success: true })
  expect(liveOf(before.customerId!)).toEqual([])
  test.stripe.closeDispute(dispute.id, 'won')
  await test.passAWhile()
  await finishHandovers(test.shop)
  await test.work()
  expect(cardNet(before.customerId!)).toBe(6950)
  expect(
    await test.shop.db.$count(outbox, and(eq(outbox.kind, 'handover-refund'), isNull(outbox.sentAt))),
  ).toBe(0)
})
