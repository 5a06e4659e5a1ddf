import { and, eq, inArray } from 'drizzle-orm'
import { PDFDocument } from 'pdf-lib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  boxes,
  contactMessages,
  contactReplies,
  disputes,
  exchanges,
  inboundMails,
  membershipPayments,
  memberships,
  orders,
  outbox,
  products,
} from '../../db/schema.ts'
import { firstPlans } from '../../domain/first-plans.ts'
import { renewalTermsText } from '../../domain/renewal-terms.ts'
import { signIn } from '../../test/admin.ts'
import { giftItem, selfItem, toCalifornia } from '../../test/carts.ts'
import { createStripeShop, type StripeShop } from '../../test/create-stripe-shop.ts'
import { writePdf } from '../documents/write-pdf.ts'
import { changePlan } from '../memberships/change-plan.ts'
import { shopDay } from '../shop/shop.ts'
import { collectEvidence } from './evidence.ts'

// What answers a dispute: collected by the shop, laid ready at the provider by one click, sent by another.

let test: StripeShop
let owner: Awaited<ReturnType<typeof signIn>>
beforeAll(async () => {
  test = await createStripeShop()
  owner = await signIn(test, 'owner')
})
afterAll(() => test.close())

async function disputed(trackingNumber = '9400111899223100001234') {
  const cart = [toCalifornia(selfItem('monthly'))]
  const { body } = await test.start(cart)
  const intentId = body.clientSecret.split('_secret_')[0] as string
  const { clientSecret } = body
  const text = renewalTermsText({
    ...{ cart, renewalDiscounts: [], today: shopDay(test.shop), supportEmail: test.shop.config.supportEmail },
    ...{ calendar: {}, plans: firstPlans, taxedStates: ['CA'] },
  })
  const consent = await test.post('/api/consent', { clientSecret, text })
  expect(consent.status).toBe(200)
  await test.confirm(body.clientSecret)
  await test.work()
  const isIt = eq(membershipPayments.intentId, intentId)
  const [payment] = await test.shop.db.select().from(membershipPayments).where(isIt)
  await test.shop.db
    .update(boxes)
    .set({
      ...{ state: 'delivered', trackingNumber },
      ...{ shippedAt: new Date('2026-12-04T03:00:00Z'), deliveredAt: new Date('2026-12-09T01:30:00Z') },
    })
    .where(eq(boxes.paymentId, payment!.id))
  await test.post('/api/contact', {
    ...{ name: 'Maya', email: 'Maya@Example.com', subject: 'My belt', message: 'It is lovely, thank you.' },
  })
  const { id } = test.stripe.openDispute(intentId)
  await test.pass(60_000)
  const later = new Date('2026-12-20T15:00:00Z')
  await test.shop.db.update(disputes).set({ createdAt: later }).where(eq(disputes.id, id))
  return id
}

it('the evidence page shows what the shop knows, saves a draft, and submits once', async () => {
  const id = await disputed()
  const { db } = test.shop
  const [message] = await db.select().from(contactMessages)
  await db.insert(contactReplies).values(
    ['We’re glad.', 'word '.repeat(5000)].map((text) => ({
      ...{ messageId: message!.id, username: 'ana', text, createdAt: test.clock.now() },
    })),
  )
  const [box] = await db.select().from(boxes)
  const { id: _, ...first } = box!
  const second = '9400111899223100005678'
  await db.insert(boxes).values({ ...first, ordinal: 2, drop: '2027-01', trackingNumber: second })
  const mail = { runAt: test.clock.now(), sentAt: test.clock.now() }
  const why = 'the membership has ended'
  await db.insert(outbox).values([
    { ...mail, kind: 'box-shipped', subjectId: `${box!.id}:9400111899223100001234` },
    { ...mail, kind: 'renewal-notice-7', subjectId: `${box!.membershipId}:x`, droppedBecause: why },
    { ...mail, kind: 'price-differs', subjectId: `${box!.membershipId}:x` },
    { ...mail, kind: 'payment-without-order', subjectId: `${box!.membershipId}:x` },
  ])
  const address = `/api/admin/disputes/${id}`
  const { status, body } = await owner.get(address)
  expect(status).toBe(200)
  expect(body).toMatchObject({ state: 'open', amountCents: 7628, reason: 'fraudulent', answer: null })
  expect(Date.parse(body.dueBy)).toBeGreaterThan(test.clock.now().getTime())
  const all = body.sections.flatMap(({ lines }: { lines: string[] }) => lines).join('\n')
  for (const words of [
    'I can cancel anytime on my membership page',
    'Agreed to on November 21, 2026',
    '9400111899223100001234',
    'order confirmation',
    'It is lovely, thank you.',
    'maya@example.com',
    // By the shop's clock, taxes and all.
    '$76.28 on November 21, 2026, 10:00 AM EST',
    'shipped December 3, 2026, 10:00 PM EST',
    'delivered December 8, 2026, 8:30 PM EST',
    'The buyer hasn’t canceled.',
    'our answer: We’re glad.',
    'box shipped',
  ])
    expect(all).toContain(words)
  // Unsent emails and emails to the owner are nothing the buyer has read.
  expect(all).not.toMatch(/renewal notice|price differs|payment without order/)

  expect(await owner.post(`${address}/submit`)).toMatchObject({ status: 409, body: { code: 'not_possible' } })
  expect((await owner.post(`${address}/stage`)).status).toBe(200)
  const [dispute] = test.stripe.disputes().filter((each) => each.id === id)
  expect(dispute).toMatchObject({
    status: 'needs_response',
    evidence_details: { has_evidence: true, submission_count: 0 },
    evidence: {
      customer_email_address: 'maya@example.com',
      shipping_tracking_number: `9400111899223100001234, ${second}`,
      shipping_date: 'December 3, 2026',
      service_date: 'November 21, 2026',
      shipping_address: expect.stringContaining('Los Angeles, California 90026, United States'),
      // No longer than the provider accepts in one field.
      uncategorized_text: expect.stringMatching(/^.{19500}$/s),
      cancellation_policy_disclosure: expect.stringContaining('I can cancel anytime'),
    },
  })
  expect((await owner.get(address)).body.answer).toBe('staged')
  expect((await owner.post(`${address}/stage`)).status).toBe(200)
  expect((await owner.post(`${address}/submit`)).status).toBe(200)
  expect(dispute).toMatchObject({ status: 'under_review', evidence_details: { submission_count: 1 } })
  expect((await owner.get(address)).body).toMatchObject({ answer: 'submitted', dueBy: null })
  for (const act of ['stage', 'submit'])
    expect(await owner.post(`${address}/${act}`)).toMatchObject({
      status: 409,
      body: { code: 'not_possible' },
    })
})

it('the evidence names the replacements that shipped, and the giver of a gift as its buyer', async () => {
  const { body } = await test.start([giftItem('6-months')])
  await test.confirm(body.clientSecret)
  await test.work()
  const intentId = body.clientSecret.split('_secret_')[0] as string
  const [payment] = await test.shop.db
    .select()
    .from(membershipPayments)
    .where(eq(membershipPayments.intentId, intentId))
  const [sent] = await test.shop.db
    .update(boxes)
    .set({ state: 'delivered', shippedAt: new Date('2026-12-04T03:00:00Z'), trackingNumber: '9400111' })
    .where(and(eq(boxes.paymentId, payment!.id), eq(boxes.ordinal, 1)))
    .returning()
  const [belt] = await test.shop.db.select().from(products).limit(1)
  const of = { membershipId: sent!.membershipId, personId: sent!.personId, drop: sent!.drop, valueCents: 0 }
  const [again] = await test.shop.db
    .insert(boxes)
    .values({
      ...{ ...of, kind: 'replacement', ordinal: 1, productId: belt!.id, size: '36', state: 'shipped' },
      ...{ shippedAt: new Date('2026-12-08T15:00:00Z'), trackingNumber: '9400222' },
    })
    .returning()
  await test.shop.db.insert(exchanges).values({
    ...{ boxId: sent!.id, kind: 'damaged', remedy: 'replacement', state: 'shipped', askedBy: 'owner' },
    ...{ wantedProductId: belt!.id, wantedSize: '36', replacementBoxId: again!.id },
    expiresAt: test.clock.now(),
  })
  const { id } = test.stripe.openDispute(intentId)
  await test.pass(60_000)
  const { sections } = (await owner.get(`/api/admin/disputes/${id}`)).body
  expect(JSON.stringify(sections)).toContain('a free replacement, shipped December 8, 2026')
  expect((await owner.post(`/api/admin/disputes/${id}/stage`)).status).toBe(200)
  expect(test.stripe.disputes().find((each) => each.id === id)!.evidence).toMatchObject({
    customer_name: giftItem().giftDetails!.senderName,
    shipping_tracking_number: '9400111, 9400222',
  })
})

it('the evidence lists what was bought, in the order of the cart, as it was then', async () => {
  const { body } = await test.start([selfItem('monthly'), giftItem('6-months')])
  await test.confirm(body.clientSecret)
  await test.work()
  const intentId = body.clientSecret.split('_secret_')[0] as string
  // Another plan since then.
  const paid = test.shop.db
    .select({ id: membershipPayments.membershipId })
    .from(membershipPayments)
    .where(eq(membershipPayments.intentId, intentId))
  const isOwn = and(inArray(memberships.id, paid), eq(memberships.isGift, false))
  await test.shop.db.update(memberships).set({ planId: '12-months' }).where(isOwn)
  const { id } = test.stripe.openDispute(intentId)
  await test.pass(60_000)
  const { fields } = await collectEvidence(test.shop, id)
  expect(fields.product_description).toBe(
    'Monthly membership, 1 belt; 6 Months membership, 6 belts, one a month, a gift',
  )
})

it('the evidence quotes nobody else as the buyer, even once the buyer’s data is gone', async () => {
  const id = await disputed('9400111899223100009999')
  const { db } = test.shop
  const { order } = await collectEvidence(test.shop, id)
  const said = {
    name: 'Thomas',
    subject: 'A word',
    createdAt: test.clock.now(),
    waitingSince: test.clock.now(),
  }
  await db.insert(contactMessages).values([
    { ...said, email: 'thomas@example.com', message: 'I wear it.', orderNumber: order.orderNumber },
    { ...said, email: 'maya@example.com', message: 'You won a prize.', aside: 'spam' },
    // A machine that gives no address.
    { ...said, email: '', message: 'I’m on vacation.', aside: 'automatic' },
  ])
  const [asked] = await db.select().from(contactMessages).where(eq(contactMessages.subject, 'My belt'))
  const mail = { messageId: asked!.id, fromEmail: 'Maya@example.com', receivedAt: test.clock.now() }
  await db.insert(inboundMails).values([
    { ...mail, place: 'INBOX:1:1', digest: '1', isFirst: true, text: 'A copy.' },
    { ...mail, place: 'INBOX:1:2', digest: '2', isFirst: false, text: 'I wear it daily.' },
  ])
  const quoted = async () =>
    (await collectEvidence(test.shop, id)).sections
      .find(({ heading }) => heading === 'Messages')!
      .lines.join()
  expect(await quoted()).toMatch(/, Thomas: A word. I wear it./)
  expect(await quoted()).toMatch(/, the buyer: My belt. It is lovely, thank you./)
  expect(await quoted()).toMatch(/, the buyer: I wear it daily./)
  expect(await quoted()).not.toMatch(/prize|vacation|copy/)
  await db.update(orders).set({ purchaserEmail: null }).where(eq(orders.id, order.id))
  expect(await quoted()).toMatch(/^[^:]+:\d\d .M E.T, Thomas: A word. I wear it.$/)
})

it('the evidence is a PDF in any alphabet, and shows while the provider is down', async () => {
  const id = await disputed('9400111899223100005678')
  const { sections } = (await owner.get(`/api/admin/disputes/${id}`)).body
  const parcels = JSON.stringify(sections)
  expect(parcels).toContain('9400111899223100005678')
  expect(parcels, 'another payment’s parcel').not.toContain('9400111899223100001234')
  const answer = await owner.request('GET', `/api/admin/disputes/${id}/evidence.pdf`)
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  const bytes = new Uint8Array(await answer.arrayBuffer())
  expect((await PDFDocument.load(bytes)).getTitle()).toMatch(/evidence for order BC-/)
  const lines = Array.from({ length: 200 }, (_, each) => `${each} Őrjan “鈴木” ${'x'.repeat(300)}\nand\tmore`)
  const long = await writePdf('Zoë', [{ heading: 'Łódź', lines }], test.clock.now())
  expect((await PDFDocument.load(long)).getPageCount()).toBeGreaterThan(5)
  test.stripe.fail({ path: /disputes/, when: 'before', how: '500', times: 9 })
  expect((await owner.get(`/api/admin/disputes/${id}`)).body.answer).toBe('unknown')
  test.stripe.mend()
  expect((await owner.get('/api/admin/disputes/dp_unknown')).status).toBe(404)
})

it.each([
  [null, 'Agreed to on'],
  ['ana', 'Changed for them by our staff on'],
])(
  'the evidence for a charge after a change of plan by %s has that plan’s terms',
  async (username, words) => {
    const { body } = await test.start([selfItem('monthly')])
    await test.confirm(body.clientSecret)
    await test.work()
    const isIt = eq(memberships.stripeSubscriptionId, body.subscriptionId)
    const [member] = await test.shop.db.select().from(memberships).where(isIt)
    await changePlan(test.shop, { membershipId: member!.id, planId: '12-months', username })
    await test.pass(32 * 24 * 60 * 60_000)
    const charge = test.stripe.charges().findLast(({ customer }) => customer === body.customerId)!
    expect(charge.amount).toBe(59_400)
    const { id } = test.stripe.openDispute(charge.payment_intent!)
    await test.pass(60_000)
    const { fields } = await collectEvidence(test.shop, id)
    expect(fields.cancellation_policy_disclosure).toContain(words)
    expect(fields.cancellation_policy_disclosure).toContain('$594.00 is charged on that day')
  },
)
