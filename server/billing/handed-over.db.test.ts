import { and, eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import {
  boxes,
  handovers,
  membershipPayments,
  memberships,
  orderItems,
  orders,
  outbox,
  refunds,
} from '../../db/schema.ts'
import { firstPlans } from '../../domain/first-plans.ts'
import { renewalTermsText } from '../../domain/renewal-terms.ts'
import { signIn } from '../../test/admin.ts'
import { selfItem } from '../../test/carts.ts'
import { handOver } from '../../test/hand-over.ts'
import { ledgerOf } from '../../test/members.ts'
import { stripeShopOfFile } from '../../test/stripe-shop-of-file.ts'
import { deleteMyData } from '../account/privacy/delete-my-data.ts'
import { requireMovable } from '../handovers/request-handover.ts'
import { shopDay } from '../shop/shop.ts'
import { collectEvidence } from './evidence.ts'
import { refundBoxes } from './refund-boxes.ts'
import { planOrderRefund, refundOrder } from './refund-order.ts'

// Payments of a membership that was handed over: each belongs to whoever made it (docs/decisions/089).

const test = stripeShopOfFile()

const minute = 60_000
const day = 24 * 60 * minute

/** Maya's monthly membership, with the terms she agreed to. */
async function join() {
  const cart = [selfItem('monthly')]
  const { clientSecret } = (await test.start(cart)).body
  const text = renewalTermsText({
    ...{ cart, renewalDiscounts: [], today: shopDay(test.shop), supportEmail: test.shop.config.supportEmail },
    ...{ calendar: {}, plans: firstPlans, taxedStates: ['CA'] },
  })
  expect((await test.post('/api/consent', { clientSecret, text })).status).toBe(200)
  await test.confirm(clientSecret)
  await test.order(cart, clientSecret.split('_secret_')[0]!)
  await test.passAWhile()
  const rows = await test.shop.db.select().from(memberships)
  return rows.toSorted((a, b) => +b.createdAt - +a.createdAt)[0]!.id
}

const handTo = (id: string, name: string, city: string) => handOver(test, id, { name, city })

/** Ships what is packed or waiting, so that the membership can be handed over again. */
const shipAll = (membershipId: string) =>
  test.shop.db
    .update(boxes)
    .set({ state: 'shipped', shippedAt: test.clock.now() })
    .where(and(eq(boxes.membershipId, membershipId), eq(boxes.state, 'owed')))

it('a dispute of what the former payer paid leaves the new payer’s renewal alone', async () => {
  const id = await join()
  await handTo(id, 'June Park', 'Salem')
  await test.work()
  test.mails.length = 0
  const { payments } = await ledgerOf(test, id)
  const dispute = test.stripe.openDispute(payments[0]!.intentId!)
  await test.pass(minute)
  const held = await ledgerOf(test, id)
  expect(held.boxes.map(({ state }) => state)).toEqual(['held'])
  await expect(requireMovable(test.shop, held.membership, 'kai@example.com')).resolves.toBeUndefined()
  await test.pass(32 * day)
  expect((await ledgerOf(test, id)).payments, 'June is charged as she was told').toHaveLength(2)
  test.stripe.closeDispute(dispute.id, 'lost')
  await test.pass(minute)
  const { membership, boxes: after } = await ledgerOf(test, id)
  expect(membership).toMatchObject({ status: 'active', renews: true, payerEmail: 'june@example.com' })
  expect(after.map(({ state }) => state).sort()).toEqual(['cancelled', 'owed'])
  const told = test.mails.filter(({ kind }) => kind === 'box-gone')
  expect(
    told.map(({ to }) => to),
    'June hears that one of them won’t come',
  ).toEqual(['june@example.com'])
  expect(test.mails.map(({ kind }) => kind)).not.toContain('membership-cancelled-elsewhere')
})

it('a handover releases no belt that the bank asks about', async () => {
  const id = await join()
  const { payments } = await ledgerOf(test, id)
  test.stripe.openDispute(payments[0]!.intentId!, 'warning_needs_response')
  await test.pass(minute)
  await handTo(id, 'June Park', 'Salem')
  const { boxes: after, membership } = await ledgerOf(test, id)
  expect(after).toMatchObject([
    { state: 'held', holdReason: 'dispute', size: '38', personId: membership.personId },
  ])
})

it('what the new payer agreed to outlives the former one’s data', async () => {
  const id = await join()
  await handTo(id, 'June Park', 'Salem')
  await deleteMyData(test.shop, {}, { email: 'maya@example.com', sessionId: '' }, {
    address: '',
    keep() {},
  } as never)
  const rows = await test.shop.db.select().from(handovers).where(eq(handovers.membershipId, id))
  expect(rows).toMatchObject([
    {
      fromEmail: null,
      toEmail: 'june@example.com',
      choice: { consent: { text: expect.stringContaining('renews at $69.50') } },
    },
  ])
})

it('the evidence for a dispute names whoever made the payment, and nobody else', async () => {
  const id = await join()
  await test.post('/api/contact', {
    ...{ name: 'Maya', email: 'maya@example.com', subject: 'My belt', message: 'It is lovely, thank you.' },
  })
  await handTo(id, 'June Park', 'Salem')
  await test.pass(32 * day)
  const { payments, membership } = await ledgerOf(test, id)
  const [byMaya, byJune] = payments.toSorted((a, b) => +a.paidAt - +b.paidAt).map(({ intentId }) => intentId!)
  // June writes about the membership by Maya’s order, and is told about her next charge.
  const [order] = await test.shop.db
    .select({ orderNumber: orders.orderNumber })
    .from(orders)
    .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
    .where(eq(orderItems.id, membership.orderItemId))
  await test.post('/api/contact', {
    ...{ name: 'J.', email: 'j@example.com', subject: 'Buckle', message: 'Is it brass?', ...order },
    category: 'order',
  })
  const now = test.clock.now()
  await test.shop.db
    .insert(outbox)
    .values({ kind: 'renewal-notice-7', subjectId: `${id}:2027-01-21`, runAt: now, sentAt: now })
  const evidenceOf = async (intentId: string) => {
    const dispute = test.stripe.openDispute(intentId)
    await test.pass(minute)
    const owner = await signIn(test)
    const read = await owner.get(`/api/admin/disputes/${dispute.id}`)
    expect(read.status).toBe(200)
    expect((await owner.post(`/api/admin/disputes/${dispute.id}/stage`)).status).toBe(200)
    const staged = test.stripe.disputes().find((each) => each.id === dispute.id)
    return { page: JSON.stringify(read.body.sections), fields: staged!.evidence as Record<string, string> }
  }
  const hers = await evidenceOf(byJune!)
  expect(hers.fields).toMatchObject({
    customer_name: 'June Park',
    customer_email_address: 'june@example.com',
    shipping_address: 'June Park, 4 Pine Street, Salem, OR 97301, United States',
    cancellation_policy_disclosure: expect.stringContaining('My Monthly plan renews at $69.50'),
  })
  const everything = hers.page + JSON.stringify(hers.fields)
  expect(everything).not.toMatch(/maya|lovely|order confirmation/i)
  const former = await evidenceOf(byMaya!)
  expect(former.fields).toMatchObject({
    ...{ customer_name: 'Maya Ellison', customer_email_address: 'maya@example.com' },
    cancellation_policy_disclosure: expect.stringContaining('I can cancel anytime'),
    uncategorized_text: expect.stringMatching(/lovely/),
  })
  expect(former.page + JSON.stringify(former.fields)).not.toMatch(
    /june|salem|brass|renewal (receipt|notice)/i,
  )
})

it('after three handovers each payment still has its own payer and address', async () => {
  const id = await join()
  const towns = [
    { name: 'June Park', city: 'Salem' },
    { name: 'Zoe Lane', city: 'Eugene' },
    { name: 'Kai Moss', city: 'Bend' },
  ]
  for (const { name, city } of towns) {
    await handTo(id, name, city)
    await test.pass(day)
  }
  const done = (await test.shop.db.select().from(handovers).where(eq(handovers.membershipId, id)))
    .map(({ doneAt }) => +doneAt!)
    .toSorted((a, b) => a - b)
  const [payment] = (await ledgerOf(test, id)).payments
  const payerOf = async (paidAt: Date) => {
    const isIt = eq(membershipPayments.id, payment!.id)
    await test.shop.db.update(membershipPayments).set({ paidAt }).where(isIt)
    const { fields, sections } = await collectEvidence(test.shop, dispute.id)
    return { ...fields, mails: JSON.stringify(sections.find(({ heading }) => /^Emails/.test(heading))) }
  }
  const now = new Date(done[1]! + 1000)
  await test.shop.db
    .insert(outbox)
    .values({ kind: 'renewal-notice-7', subjectId: `${id}:2027-02-21`, runAt: now, sentAt: now })
  const dispute = test.stripe.openDispute(payment!.intentId!)
  await test.pass(minute)
  const first = await payerOf(payment!.paidAt)
  expect(first).toMatchObject({ customer_name: 'Maya Ellison', customer_email_address: 'maya@example.com' })
  expect(first.mails, 'sent to Zoe').not.toContain('renewal notice')
  expect(await payerOf(new Date(done[1]! + 500))).toMatchObject({
    ...{ customer_name: 'Zoe Lane', customer_email_address: 'zoe@example.com' },
    ...{
      shipping_address: expect.stringContaining('Eugene'),
      mails: expect.stringContaining('renewal notice'),
    },
  })
})

it('after two handovers a refund is told to whoever made the payment', async () => {
  const id = await join()
  await handTo(id, 'June Park', 'Salem')
  await test.pass(32 * day)
  const { payments } = await ledgerOf(test, id)
  const [byJune] = payments.toSorted((a, b) => +b.paidAt - +a.paidAt)
  await shipAll(id)
  const [box] = await test.shop.db.select().from(boxes).where(eq(boxes.paymentId, byJune!.id))
  await test.shop.db.update(boxes).set({ state: 'owed', shippedAt: null }).where(eq(boxes.id, box!.id))
  await handTo(id, 'Zoe Lane', 'Eugene')
  test.mails.length = 0
  await refundBoxes(test.shop, { membershipId: id, boxIds: [box!.id] })
  await test.work()
  expect(test.mails.filter(({ kind }) => kind === 'refund-made').map(({ to }) => to)).toEqual([
    'june@example.com',
  ])
})

it('part of an order is given back to its buyer first, and to the next payer only for what is left', async () => {
  const id = await join()
  await handTo(id, 'June Park', 'Salem')
  await test.pass(32 * day)
  const { payments, membership } = await ledgerOf(test, id)
  const [byMaya, byJune] = payments.map((payment) => payment.id)
  const [item] = await test.shop.db.select().from(orderItems).where(eq(orderItems.id, membership.orderItemId))
  const give = async (totalCents: number) => {
    const asked = {
      orderId: item!.orderId,
      totalCents,
      isWhole: false,
      reason: 'Sorry',
      key: crypto.randomUUID(),
    }
    await refundOrder(test.shop, asked)
    const made = await test.shop.db.select().from(refunds).where(eq(refunds.askedAs, asked.key))
    return Object.fromEntries(made.map(({ paymentId, amountCents }) => [paymentId, amountCents]))
  }
  test.mails.length = 0
  expect(await give(2000)).toEqual({ [byMaya!]: 2000 })
  await test.work()
  expect(test.mails.filter(({ kind }) => kind === 'refund-made').map(({ to }) => to)).toEqual([
    'maya@example.com',
  ])
  expect(await give(6000)).toEqual({ [byMaya!]: 4950, [byJune!]: 1050 })
})

it('an order’s sales tax alone goes back to its buyer, and to the next payer only once none of theirs is left', async () => {
  const id = await join()
  await handTo(id, 'June Park', 'Salem')
  await test.pass(32 * day)
  const { payments, membership } = await ledgerOf(test, id)
  const [byMaya, byJune] = payments.map((payment) => payment.id)
  await test.shop.db
    .update(membershipPayments)
    .set({ taxCents: 500 })
    .where(eq(membershipPayments.membershipId, id))
  const [item] = await test.shop.db.select().from(orderItems).where(eq(orderItems.id, membership.orderItemId))
  const tax = async () => (await planOrderRefund(test.shop.db, item!.orderId, 'tax')).parts
  expect(await tax()).toEqual([{ paymentId: byMaya, amountCents: 0, taxCents: 500 }])
  await test.shop.db.insert(refunds).values({ paymentId: byMaya!, amountCents: 0, taxCents: 500 })
  expect(await tax()).toEqual([{ paymentId: byJune, amountCents: 0, taxCents: 500 }])
})
