import { randomUUID } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import {
  beltVariants,
  boxes,
  membershipPayments,
  memberships,
  orderItems,
  parcels,
  refunds,
} from '../../db/schema.ts'
import { addMonths, instantAt } from '../../domain/calendar-date.ts'
import type { CartItem } from '../../domain/cart.ts'
import { selfItem, toCalifornia } from '../../test/carts.ts'
import { emit } from '../../test/stripe/event.ts'
import { stripeShopOfFile } from '../../test/stripe-shop-of-file.ts'
import { getOrder } from '../admin/orders/get-order.ts'
import { curateDrop } from '../curation/curate-drop.ts'
import { nextDrop } from '../ledger/next-drop.ts'
import { changePlan } from '../memberships/change-plan.ts'
import { resumeMembership, skipBox } from '../memberships/skip-box.ts'
import { shopDay } from '../shop/shop.ts'
import { applyTrackingUpdate } from '../tracking/track-parcels.ts'
import { refundBoxes } from './refund-boxes.ts'
import { planOrderRefund, refundOrder, settleRefund } from './refund-order.ts'
import { finishRefunds } from './refunds.ts'
import { syncDispute } from './sync-dispute.ts'

// What a bank does with a payment of a membership, and its early word of fraud.

const minute = 60_000
const day = 24 * 60 * minute
const maya = 'maya@example.com'

const test = stripeShopOfFile()

async function join(number = '4242424242424242', ...cart: CartItem[]) {
  const { body } = await test.start(cart.length > 0 ? cart : [selfItem('monthly')])
  await test.confirm(body.clientSecret, number)
  await test.work()
  test.mails.length = 0
  const intentId = body.clientSecret.split('_secret_')[0] as string
  const [row] = await test.shop.db
    .select({ id: memberships.id, orderId: orderItems.orderId, customerId: memberships.customerId })
    .from(memberships)
    .innerJoin(membershipPayments, eq(membershipPayments.membershipId, memberships.id))
    .innerJoin(orderItems, eq(memberships.orderItemId, orderItems.id))
    .where(eq(membershipPayments.intentId, intentId))
  return { intentId, subscriptionId: body.subscriptionId as string, ...row! }
}
async function refundOf(intentId: string) {
  const [row] = await test.shop.db
    .select({ refund: refunds })
    .from(refunds)
    .innerJoin(membershipPayments, eq(refunds.paymentId, membershipPayments.id))
    .where(eq(membershipPayments.intentId, intentId))
  return row!.refund
}
const memberOf = async (id: string) =>
  (await test.shop.db.select().from(memberships).where(eq(memberships.id, id)))[0]!
const statesOf = async (id: string) =>
  (await test.shop.db.select().from(boxes).where(eq(boxes.membershipId, id)).orderBy(boxes.drop)).map(
    (box) => box.state,
  )
const paidBy = (customerId: string | null) =>
  test.stripe.charges().filter((charge) => charge.paid && charge.customer === customerId).length
const told = () => test.mails.map((mail) => [mail.kind, mail.to])
const owner = () => test.shop.config.supportEmail

it('an open dispute stops parcels and renewals, and winning it resumes both', async () => {
  const member = await join()
  const { id } = test.stripe.openDispute(member.intentId)
  await test.pass(minute)
  expect(told()).toEqual([['dispute', owner()]])
  expect(test.mails[0]!.text).toContain('Answer by November 28, 2026')
  expect(await statesOf(member.id)).toEqual(['held'])
  await test.pass(32 * day)
  expect(paidBy(member.customerId)).toBe(1)
  const detail = await getOrder(test.shop, { orderId: member.orderId })
  expect(detail.disputes).toMatchObject([{ id, state: 'open', reason: 'fraudulent' }])
  test.stripe.closeDispute(id, 'won')
  await test.pass(minute)
  expect(await statesOf(member.id)).toEqual(['owed'])
  await test.pass(32 * day)
  expect(paidBy(member.customerId)).toBe(2)
  expect(await memberOf(member.id)).toMatchObject({ status: 'active', renews: true })
})

it('a renewal that the provider couldn’t set up before a dispute waits for the bank, too', async () => {
  const path = '/v1/subscriptions'
  test.stripe.fail({ method: 'POST', path, when: 'before', how: '500', times: 999 })
  const { body } = await test.start([selfItem('monthly'), selfItem('monthly')])
  await test.confirm(body.clientSecret)
  await test.work()
  const intentId = body.clientSecret.split('_secret_')[0] as string
  const { id } = test.stripe.openDispute(intentId)
  await test.pass(minute)
  test.stripe.mend()
  await test.pass(6 * minute)
  await test.pass(32 * day)
  const [charge] = test.stripe.charges().filter((each) => each.payment_intent === intentId)
  const customerId = charge!.customer as string
  expect(paidBy(customerId)).toBe(1)
  test.stripe.closeDispute(id, 'won')
  await test.pass(minute)
  await test.pass(32 * day)
  expect(paidBy(customerId)).toBeGreaterThan(1)
})

it.each(['lost', 'prevented'] as const)('a dispute that is %s ends the membership', async (status) => {
  const member = await join()
  const { id } = test.stripe.openDispute(member.intentId)
  await test.pass(minute)
  test.mails.length = 0
  test.stripe.closeDispute(id, status)
  await test.pass(minute)
  expect(await memberOf(member.id)).toMatchObject({ status: 'ended', renews: false })
  expect(await statesOf(member.id)).toEqual(['cancelled'])
  expect(told().sort()).toEqual([
    ['dispute', owner()],
    ['membership-cancelled-elsewhere', maya],
  ])
  await test.pass(32 * day)
  expect(paidBy(member.customerId)).toBe(1)
})

it('a renewal charged unheard just before a dispute is lost is booked, and its belt ships', async () => {
  const member = await join()
  test.stripe.webhooks.hold()
  await test.stripe.advanceTo(new Date(test.clock.now().getTime() + 32 * day))
  expect(paidBy(member.customerId)).toBe(2)
  const { id } = test.stripe.openDispute(member.intentId)
  test.stripe.closeDispute(id, 'lost')
  await syncDispute(test.shop, id)
  expect(await memberOf(member.id)).toMatchObject({ status: 'ended', renews: false })
  expect(await statesOf(member.id)).toEqual(['cancelled', 'owed'])
  await test.stripe.webhooks.release()
})

it.each(['lost', 'prevented'] as const)(
  'a dispute that is %s before the shop hears of it cancels the parcels too',
  async (status) => {
    const member = await join()
    const isIts = eq(boxes.membershipId, member.id)
    await test.shop.db.update(boxes).set({ state: 'packed', packedAt: test.clock.now() }).where(isIts)
    await test.stripe.webhooks.hold()
    const { id } = test.stripe.openDispute(member.intentId)
    test.stripe.closeDispute(id, status)
    await test.stripe.webhooks.release()
    await test.pass(minute)
    expect(await memberOf(member.id)).toMatchObject({ status: 'ended', renews: false })
    expect(await statesOf(member.id)).toEqual(['cancelled'])
  },
)

it('an inquiry holds the parcel but not renewals, until it becomes a dispute', async () => {
  const member = await join()
  const { id } = test.stripe.openDispute(member.intentId, 'warning_needs_response')
  await test.pass(minute)
  expect(await statesOf(member.id)).toEqual(['held'])
  expect(test.mails[0]!.subject).toContain('A bank is asking about a payment')
  // Answered, it is looked into, and still only an inquiry.
  const evidence = { uncategorized_text: 'It was sent, and it arrived.' }
  await test.provider.disputes.update(id, { evidence, submit: true })
  await test.pass(32 * day)
  expect(paidBy(member.customerId)).toBe(2)
  test.mails.length = 0
  test.stripe.escalateDispute(id)
  await test.pass(minute)
  expect(told()).toContainEqual(['dispute', owner()])
  await test.pass(32 * day)
  expect(paidBy(member.customerId)).toBe(2)
})

it.each<[string, (member: Awaited<ReturnType<typeof join>>) => Promise<unknown>]>([
  ['its boxes', ({ id }) => refundBoxes(test.shop, { membershipId: id })],
  [
    'the whole order',
    ({ orderId }) =>
      refundOrder(test.shop, {
        orderId,
        totalCents: 6950,
        isWhole: true,
        reason: 'Sorry',
        key: randomUUID(),
      }),
  ],
  ['the payment at Stripe', ({ intentId }) => test.provider.refunds.create({ payment_intent: intentId })],
])('refunding %s during an inquiry puts a packed belt back, and asks its postage back', async (_, refund) => {
  const member = await join()
  const [piece] = await test.shop.db.select().from(beltVariants).where(eq(beltVariants.size, '36')).limit(1)
  const stock = async () =>
    (await test.shop.db.select().from(beltVariants).where(eq(beltVariants.id, piece!.id)))[0]!.stock
  const [box] = await test.shop.db
    .update(boxes)
    .set({ state: 'packed', packedAt: test.clock.now(), productId: piece!.productId, size: '36' })
    .where(eq(boxes.membershipId, member.id))
    .returning()
  await test.shop.db
    .insert(parcels)
    .values({ boxId: box!.id, ounces: 8, label: 'bought', shipmentId: `shp_${box!.id}` })
  test.stripe.openDispute(member.intentId, 'warning_needs_response')
  await test.pass(minute)
  const before = await stock()
  await refund(member)
  await test.pass(minute)
  expect(await statesOf(member.id)).toEqual(['refunded'])
  expect(await stock()).toBe(before + 1)
  const [label] = await test.shop.db.select().from(parcels).where(eq(parcels.boxId, box!.id))
  expect(['voiding', 'void']).toContain(label!.label)
  await test.shop.db.update(boxes).set({ productId: null }).where(eq(boxes.id, box!.id))
})

it('a refund that meets a dispute nobody has heard of yet is made once the bank decides for the shop', async () => {
  const member = await join()
  const refund = () => refundOf(member.intentId)
  await test.stripe.webhooks.hold()
  const { id } = test.stripe.openDispute(member.intentId)
  await refundBoxes(test.shop, { membershipId: member.id })
  expect(await refund()).toMatchObject({ status: 'pending', amountCents: 6950, providerId: null })
  await test.stripe.webhooks.release()
  await test.pass(minute)
  await finishRefunds(test.shop)
  expect(await refund()).toMatchObject({ status: 'pending' })
  test.stripe.closeDispute(id, 'won')
  await test.pass(minute)
  await finishRefunds(test.shop)
  expect(await refund()).toMatchObject({ status: 'succeeded', providerId: expect.any(String) })
})

it('a refund that a dispute stopped on its way waits for the bank, too, and isn’t the owner’s to pay', async () => {
  for (const outcome of ['won', 'lost'] as const) {
    const member = await join('4000000000007726')
    await refundBoxes(test.shop, { membershipId: member.id })
    expect(await refundOf(member.intentId)).toMatchObject({
      status: 'pending',
      providerId: expect.any(String),
    })
    test.mails.length = 0
    const { id } = test.stripe.openDispute(member.intentId)
    await test.pass(minute)
    await finishRefunds(test.shop)
    expect(await refundOf(member.intentId)).toMatchObject({ status: 'pending', providerId: null })
    expect(told().map(([kind]) => kind)).not.toContain('refund-stuck')
    test.stripe.closeDispute(id, outcome)
    await test.pass(minute)
    await finishRefunds(test.shop)
    const isMade = { won: { providerId: expect.any(String) }, lost: { status: 'settled', providerId: null } }
    expect(await refundOf(member.intentId)).toMatchObject(isMade[outcome])
  }
})

it('a refund that a dispute of its part stopped is the bank’s once that is lost, and every other belt ships', async () => {
  const member = await join('4000000000007726', selfItem('6-months'))
  const [first, second] = await test.shop.db.select().from(boxes).where(eq(boxes.membershipId, member.id))
  for (const box of [first, second]) {
    await refundBoxes(test.shop, { membershipId: member.id, boxIds: [box!.id] })
    test.clock.advance(minute)
  }
  const { id } = test.stripe.openDispute(member.intentId, 'needs_response', 5950)
  await test.pass(minute)
  test.stripe.closeDispute(id, 'lost')
  await test.pass(minute)
  await finishRefunds(test.shop)
  const made = await test.shop.db.select().from(refunds).orderBy(desc(refunds.createdAt)).limit(2)
  expect(made.map(({ status, providerId }) => [status, providerId])).toEqual([
    ['failed', null],
    ['settled', null],
  ])
  expect((await statesOf(member.id)).sort()).toEqual([...Array(4).fill('owed'), 'refunded', 'refunded'])
  const { leftCents } = await planOrderRefund(test.shop.db, member.orderId, null)
  expect(leftCents).toBe(4 * 5950)
  await settleRefund(test.shop, made[0]!.id, async () => {})
})

it('of two memberships bought together, a lost part is borne by the one whose belts were canceled', async () => {
  const { intentId, orderId } = await join(undefined, selfItem('6-months'), selfItem('monthly'))
  const { id } = test.stripe.openDispute(intentId, 'needs_response', 5 * 5950)
  await test.pass(minute)
  test.stripe.closeDispute(id, 'lost')
  await test.pass(minute)
  const { boxes: kept, parts } = await planOrderRefund(test.shop.db, orderId, null)
  const worth = kept.map(({ paymentId, valueCents }) => [paymentId, valueCents])
  expect(worth.map(([, cents]) => cents).sort()).toEqual([5950, 6950])
  expect(parts.map(({ paymentId, amountCents }) => [paymentId, amountCents]).sort()).toEqual(worth.sort())
})

it('a package that left before the bank asked has shipped, whatever the bank decides', async () => {
  const member = await join()
  const isIts = eq(boxes.membershipId, member.id)
  const [piece] = await test.shop.db.select().from(beltVariants).where(eq(beltVariants.size, '36')).limit(1)
  const packed = { packedAt: test.clock.now(), productId: piece!.productId, size: '36' }
  const [box] = await test.shop.db
    .update(boxes)
    .set({ state: 'packed', ...packed })
    .where(isIts)
    .returning()
  const trackingNumber = '9400100000000000007777'
  const label = { boxId: box!.id, ounces: 8, label: 'bought' as const, shipmentId: `shp_${box!.id}` }
  await test.shop.db.insert(parcels).values({ ...label, trackingNumber })
  const { id } = test.stripe.openDispute(member.intentId)
  await test.pass(minute)
  expect(await statesOf(member.id)).toEqual(['held'])
  const at = test.clock.now()
  await applyTrackingUpdate(test.shop, { trackingNumber, state: 'moving', at, scannedAt: at })
  expect(await statesOf(member.id)).toEqual(['shipped'])
  test.stripe.closeDispute(id, 'lost')
  await test.pass(minute)
  expect(await statesOf(member.id)).toEqual(['shipped'])
  const [kept] = await test.shop.db.select().from(parcels).where(eq(parcels.boxId, box!.id))
  expect(kept).toMatchObject({ label: 'bought', track: 'moving' })
  const [stocked] = await test.shop.db.select().from(beltVariants).where(eq(beltVariants.id, piece!.id))
  expect(stocked!.stock, 'the belt isn’t back').toBe(piece!.stock)
})

it('a bank’s fraud warning is emailed to the owner and shown on the order', async () => {
  const member = await join()
  test.stripe.warnOfFraud(member.intentId)
  await test.pass(minute)
  expect(told()).toEqual([['fraud-warning', owner()]])
  const { fraudWarnings } = await getOrder(test.shop, { orderId: member.orderId })
  expect(fraudWarnings).toEqual(['made with stolen card'])
})

it('after a dispute of a part is lost, what’s left of the payment buys its belts', async () => {
  const member = await join('4242424242424242', toCalifornia(selfItem('6-months')))
  const { amount } = test.stripe.charges().find(({ payment_intent }) => payment_intent === member.intentId)!
  const { id } = test.stripe.openDispute(member.intentId, 'needs_response', Math.round(amount / 6))
  await test.pass(minute)
  expect(await statesOf(member.id)).toEqual(Array(6).fill('held'))
  test.stripe.closeDispute(id, 'lost')
  await test.pass(minute)
  const rest = [...Array(5).fill('owed'), 'cancelled']
  expect(await statesOf(member.id)).toEqual(rest)
  expect(await memberOf(member.id)).toMatchObject({ status: 'ended' })
  const textOf = (kind: string) => test.mails.findLast((mail) => mail.kind === kind)!.text
  expect(textOf('dispute')).toContain('still ship')
  expect(textOf('membership-cancelled-elsewhere')).toContain('You’ll still get the belts you’ve paid for')
  emit(test.stripe.world, 'charge.dispute.closed', test.stripe.disputes().at(-1)!)
  await test.pass(minute)
  expect(await statesOf(member.id)).toEqual(rest)
})

it('a dispute won after it was lost tells the owner that its belts were canceled', async () => {
  const member = await join()
  const { id } = test.stripe.openDispute(member.intentId)
  for (const outcome of ['lost', 'won'] as const) {
    await test.pass(minute)
    test.stripe.closeDispute(id, outcome)
  }
  await test.pass(minute)
  expect(await statesOf(member.id)).toEqual(['cancelled'])
  const { text } = test.mails.findLast(({ kind }) => kind === 'dispute')!
  expect(text).toContain('You’d lost it before')
  expect(text).not.toContain('ship again')
})

it('a term voided during a dispute is not a pause, and the next charge keeps its day', async () => {
  const member = await join()
  const membershipId = member.id
  await changePlan(test.shop, { membershipId, planId: '6-months', username: null })
  const { paidUntil } = await memberOf(membershipId)
  const after = (months: number) => ({ status: 'active', paidUntil: addMonths(paidUntil, months) })
  const { id } = test.stripe.openDispute(member.intentId)
  const due = new Date(instantAt(paidUntil, 12, test.shop.config.timeZone).getTime() + day)
  await test.pass(+due - +test.clock.now())
  // The provider's news say it, within minutes.
  expect(await memberOf(membershipId)).toMatchObject(after(6))
  test.stripe.closeDispute(id, 'won')
  await test.pass(minute)
  await resumeMembership(test.shop, { membershipId })
  expect(await memberOf(membershipId)).toMatchObject(after(6))
  const row = await memberOf(membershipId)
  const drop = await nextDrop(test.shop.db, row, shopDay(test.shop), test.shop.config.timeZone)
  await skipBox(test.shop, { membershipId, drop: drop! })
  expect(await memberOf(membershipId)).toMatchObject(after(7))
  await resumeMembership(test.shop, { membershipId })
  expect(await memberOf(membershipId)).toMatchObject(after(6))
})

it('a box whose belt was chosen by hand gets another one once the bank decides for the shop', async () => {
  const member = await join()
  await test.shop.db.update(beltVariants).set({ stock: 3 })
  const isIts = eq(boxes.membershipId, member.id)
  const [box] = await test.shop.db.select().from(boxes).where(isIts)
  await curateDrop(test.shop, { drop: box!.drop })
  await test.shop.db.update(boxes).set({ isChosen: true }).where(isIts)
  expect(await statesOf(member.id)).toEqual(['assigned'])
  const { id } = test.stripe.openDispute(member.intentId)
  await test.pass(minute)
  test.stripe.closeDispute(id, 'won')
  await test.pass(minute)
  expect(await statesOf(member.id)).toEqual(['owed'])
  await curateDrop(test.shop, { drop: box!.drop })
  expect(await statesOf(member.id)).toEqual(['assigned'])
})
