import { asc, eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { boxes, membershipPayments, memberships, refunds } from '../../db/schema.ts'
import { addDays } from '../../domain/calendar-date.ts'
import { dropsBetween } from '../../domain/drop.ts'
import { selfItem, toCalifornia } from '../../test/carts.ts'
import { anyCode } from '../../test/promotions.ts'
import { emit } from '../../test/stripe/event.ts'
import { stripeShopOfFile } from '../../test/stripe-shop-of-file.ts'
import { readHealth } from '../admin/health/read-health.ts'
import { readBooks } from '../books/books.ts'
import { syncBalance } from '../books/payouts.ts'
import { createPromotion } from '../promotions/promotions.ts'
import { shopDay } from '../shop/shop.ts'
import { compareMoneyNow } from './compare-money.ts'
import { decidePayment } from './decide-payment.ts'
import { refundBoxes } from './refund-boxes.ts'

// What else an owner, a member or a bank does at the provider: it shows here, is booked as what it was, and nothing twice.

const minute = 60_000
const day = 24 * 60 * minute
const maya = 'maya@example.com'

const test = stripeShopOfFile()

async function join(cart = [selfItem('monthly')], code?: string, number = '4242424242424242') {
  const { body } = await test.start(cart, code)
  await test.confirm(body.clientSecret, number)
  await test.work()
  test.mails.length = 0
  const subscriptionId = body.subscriptionId as string
  const intentId = body.clientSecret.split('_secret_')[0] as string
  return {
    ...{ subscriptionId, intentId, customerId: body.customerId as string },
    id: (await rowOf(subscriptionId)).id,
  }
}
async function rowOf(subscriptionId: string) {
  const isIt = eq(memberships.stripeSubscriptionId, subscriptionId)
  return (await test.shop.db.select().from(memberships).where(isIt))[0]!
}
const paymentsOf = (id: string) =>
  test.shop.db
    .select()
    .from(membershipPayments)
    .where(eq(membershipPayments.membershipId, id))
    .orderBy(asc(membershipPayments.paidAt))
const boxesOf = async (id: string) =>
  (await test.shop.db.select().from(boxes).where(eq(boxes.membershipId, id)).orderBy(asc(boxes.drop))).map(
    ({ state }) => state,
  )
async function refundsOf(id: string) {
  const [payment] = await paymentsOf(id)
  return test.shop.db.select().from(refunds).where(eq(refunds.paymentId, payment!.id))
}
const kinds = () => test.mails.map((mail) => mail.kind).sort()
const health = async (name: string) =>
  (await readHealth(test.shop)).lines.find((line) => line.id === name)!.state
const billsOf = (customerId: string, status: string) =>
  test.stripe.invoices().filter((bill) => bill.customer === customerId && bill.status === status)
const paidBy = (customerId: string) =>
  test.stripe
    .charges()
    .filter((charge) => charge.paid && charge.customer === customerId)
    .reduce((sum, charge) => sum + charge.amount - charge.amount_refunded, 0)

/**
 * Ledger, books and provider say the same of this member, and the whole balance is what the provider has.
 * @param but what the comparison is to name
 */
async function expectEqual(id: string, but: string[] = []) {
  await test.pass(30 * minute)
  const { found } = await compareMoneyNow(test.shop)
  const theirs = found.filter(({ membershipId }) => membershipId === id)
  expect(theirs.map(({ kind }) => kind)).toEqual(but)
  await syncBalance(test.shop, 0)
  const { accounts } = await readBooks(test.shop, { from: '2026-01-01', to: '2099-12-31' })
  expect(accounts.reduce((sum, { closingCents }) => sum + closingCents, 0)).toBe(0)
  const booked = accounts.find(({ name }) => name === 'Payment provider balance')?.closingCents ?? 0
  expect(booked).toBe(test.stripe.balance().reduce((sum, { net }) => sum + net, 0))
}

it('a quantity changed at the provider is reported before the charge, and booked as real money', async () => {
  const member = await join()
  test.stripe.byHand.setQuantity(member.subscriptionId, 2)
  await test.pass(minute)
  expect(kinds()).toEqual(['price-differs'])
  expect(test.mails[0]!.text).toContain('$139.00 for 1 month')
  expect(await health('prices-differ')).toBe('bad')
  await test.pass(31 * day)
  const [, renewal] = await paymentsOf(member.id)
  expect(renewal).toMatchObject({ amountCents: 13_900, expectedCents: 6950, boxCount: 0 })
  await decidePayment(test.shop, { paymentId: renewal!.id, boxes: 2 }, async () => {})
  expect(await boxesOf(member.id)).toHaveLength(3)
  test.stripe.byHand.setQuantity(member.subscriptionId, 1)
  await test.pass(minute)
  expect(await rowOf(member.subscriptionId)).toMatchObject({ providerTerms: null })
  await expectEqual(member.id)
})

it('a swapped-in price of another length bills at once, and the owner decides', async () => {
  const member = await join()
  const item = (await test.provider.subscriptions.retrieve(member.subscriptionId)).items.data[0]!
  const yearly = await test.provider.prices.create({
    ...{ currency: 'usd', product: item.price.product as string, unit_amount: 50_000 },
    recurring: { interval: 'year' },
  })
  await test.provider.subscriptions.update(member.subscriptionId, {
    ...{ items: [{ id: item.id, price: yearly.id }], proration_behavior: 'none' },
  })
  await test.pass(minute)
  expect(kinds()).toEqual(['payment-differs', 'price-differs', 'renewal-receipt'])
  // Both were paid in the same second.
  expect(await paymentsOf(member.id)).toContainEqual(
    expect.objectContaining({ amountCents: 50_000, boxCount: 0 }),
  )
  expect(await boxesOf(member.id)).toHaveLength(1)
  await expectEqual(member.id, ['subscription-differs'])
})

it('several manual refunds, then a dispute of the rest, give nothing back twice', async () => {
  const member = await join([toCalifornia(selfItem('6-months'))])
  const paid = paidBy(member.customerId)
  for (const amount of [1_000, 2_500])
    await test.provider.refunds.create({ payment_intent: member.intentId, amount })
  await test.pass(minute)
  const { id } = test.stripe.openDispute(member.intentId)
  await test.pass(minute)
  expect(await boxesOf(member.id)).toEqual(Array(6).fill('held'))
  await expect(refundBoxes(test.shop, { membershipId: member.id })).rejects.toMatchObject({
    code: 'not_possible',
  })
  await expectEqual(member.id)
  test.stripe.closeDispute(id, 'lost')
  await test.pass(minute)
  expect(await boxesOf(member.id)).toEqual(Array(6).fill('cancelled'))
  expect(await rowOf(member.subscriptionId)).toMatchObject({ status: 'ended' })
  const given = await refundsOf(member.id)
  expect(given.map(({ amountCents, taxCents }) => amountCents + taxCents).sort()).toEqual([1_000, 2_500])
  const { accounts } = await readBooks(test.shop, { from: '2026-01-01', to: '2099-12-31' })
  const lost = accounts.find(({ name }) => name === 'Payments under dispute')?.closingCents ?? 0
  expect([paid - 3_500, lost]).toEqual([test.stripe.disputes().at(-1)!.amount, 0])
  await expectEqual(member.id)
})

it('a won dispute allows a refund, and its old events free nothing another dispute holds', async () => {
  const member = await join()
  const first = test.stripe.openDispute(member.intentId)
  await test.pass(minute)
  test.stripe.closeDispute(first.id, 'won')
  await test.pass(minute)
  expect(await boxesOf(member.id)).toEqual(['owed'])
  const second = test.stripe.openDispute(member.intentId)
  await test.pass(minute)
  // Of the first one once more: its money is back.
  emit(test.stripe.world, 'charge.dispute.updated', first)
  await test.pass(minute)
  expect(await boxesOf(member.id)).toEqual(['held'])
  test.stripe.closeDispute(second.id, 'won')
  await test.pass(minute)
  test.mails.length = 0
  await test.provider.refunds.create({ payment_intent: member.intentId })
  await test.pass(minute)
  expect([await boxesOf(member.id), kinds()]).toEqual([['refunded'], ['refund-made']])
  await expectEqual(member.id)
})

it('a manual refund that fails late becomes a task, and isn’t booked as paid out', async () => {
  const member = await join(undefined, undefined, '4000000000007726')
  const made = await test.provider.refunds.create({ payment_intent: member.intentId })
  await test.pass(minute)
  expect(await refundsOf(member.id)).toMatchObject([{ status: 'pending', madeBy: 'provider' }])
  test.stripe.byHand.settleRefund(made.id, 'failed')
  await test.pass(minute)
  expect(await refundsOf(member.id)).toMatchObject([{ status: 'failed' }])
  expect(kinds()).toEqual(['refund-failed', 'refund-made', 'refund-stuck'])
  await expectEqual(member.id)
})

it('two endpoints that repeat and reorder events change nothing, nor do old events', async () => {
  test.stripe.webhooks.hold()
  const { body } = await test.start([selfItem('monthly')])
  await test.confirm(body.clientSecret)
  const [intentId] = body.clientSecret.split('_secret_')
  await test.stripe.webhooks.deliverTwiceShuffled(() => 0.3)
  await test.work()
  const member = { id: (await rowOf(body.subscriptionId)).id, customerId: body.customerId }
  await test.stripe.advanceTo(new Date(test.clock.now().getTime() + 32 * day))
  const renewal = test.stripe.charges().findLast(({ customer }) => customer === body.customerId)!
  await test.provider.refunds.create({ payment_intent: renewal.payment_intent!, amount: 950 })
  await test.provider.customers.update(body.customerId, { name: 'Newer' })
  const order = [0.9, 0.1, 0.5, 0.7, 0.2]
  let at = 0
  await test.stripe.webhooks.deliverTwiceShuffled(() => order[at++ % order.length]!)
  await test.work()
  const before = [await paymentsOf(member.id), await boxesOf(member.id), test.mails.length]
  // Sent again from the dashboard, weeks later: the same ids.
  await test.pass(day)
  for (const event of test.stripe.events()) test.stripe.webhooks.push(event)
  await test.stripe.webhooks.release()
  await test.pass(minute)
  expect([await paymentsOf(member.id), await boxesOf(member.id), test.mails.length]).toEqual(before)
  expect((await paymentsOf(member.id)).map(({ boxCount }) => boxCount)).toEqual([1, 1])
  expect(test.stripe.charges().filter(({ payment_intent }) => payment_intent === intentId)).toHaveLength(1)
  await expectEqual(member.id)
})

it('a bill the provider gave up after its last attempt stays unpaid until a new card pays it', async () => {
  const member = await join()
  test.stripe.turnCards(member.customerId, '4000000000000341')
  await test.pass(32 * day)
  const [open] = billsOf(member.customerId, 'open')
  test.stripe.byHand.giveUp(open!.id)
  await test.pass(minute)
  expect(await rowOf(member.subscriptionId)).toMatchObject({ status: 'past_due' })
  test.mails.length = 0
  test.stripe.changeCard(member.customerId, '4242424242424242')
  await test.pass(minute)
  expect(kinds()).toEqual(['renewal-receipt'])
  expect((await paymentsOf(member.id)).map(({ boxCount }) => boxCount)).toEqual([1, 1])
  await expectEqual(member.id)
})

it.each(['void', 'mark_uncollectible'] as const)(
  'a term that passes while payments are paused is nobody’s debt (%s)',
  async (behavior) => {
    const member = await join()
    await test.provider.subscriptions.update(member.subscriptionId, { pause_collection: { behavior } })
    const { paidUntil } = await rowOf(member.subscriptionId)
    await test.passDays(34)
    const row = await rowOf(member.subscriptionId)
    expect(row).toMatchObject({ status: 'active', renews: true })
    expect(dropsBetween(paidUntil.slice(0, 7), row.paidUntil.slice(0, 7))).toBe(1)
    expect(await boxesOf(member.id)).toHaveLength(1)
    await test.provider.subscriptions.update(member.subscriptionId, { pause_collection: '' })
    await test.passDays(32)
    expect((await paymentsOf(member.id)).map(({ boxCount }) => boxCount)).toEqual([1, 1])
    await expectEqual(member.id)
  },
)

it('a manual cancellation and its undo are each emailed, with the next charge', async () => {
  const member = await join()
  await test.provider.subscriptions.update(member.subscriptionId, { cancel_at_period_end: true })
  await test.pass(minute)
  test.mails.length = 0
  await test.provider.subscriptions.update(member.subscriptionId, { cancel_at_period_end: false })
  await test.pass(minute)
  expect(await rowOf(member.subscriptionId)).toMatchObject({ status: 'active', renews: true })
  expect(test.mails.map(({ kind, to }) => [kind, to])).toEqual([['membership-renews-again', maya]])
  expect(test.mails[0]!.text).toMatch(/Charged on [A-Z][a-z]+ \d+, 202\d:? +\$69\.50/)
  await test.pass(32 * day)
  expect((await paymentsOf(member.id)).map(({ boxCount }) => boxCount)).toEqual([1, 1])
})

it('a subscription ended while its bill is a draft charges nothing, and isn’t paused any more', async () => {
  const { subscriptionId, customerId } = await join()
  const { payments } = test.shop
  // A day that is over becomes the next hour.
  const to = addDays(shopDay(test.shop), -1)
  const { nextChargeAt } = await payments.moveNextCharge({ subscriptionId, to })
  expect(nextChargeAt!.getTime() - test.clock.now().getTime()).toBe(60 * minute)
  await test.pass(61 * minute)
  expect(billsOf(customerId, 'draft')).toHaveLength(1)
  await payments.endSubscription(subscriptionId)
  await payments.pauseCharging(subscriptionId, true)
  expect(billsOf(customerId, 'draft')).toEqual([])
  expect(billsOf(customerId, 'void')).toHaveLength(1)
})

it('a removed card is asked for once, and any other card pays', async () => {
  const member = await join()
  test.stripe.byHand.removeCards(member.customerId)
  await test.pass(minute)
  await test.pass(minute)
  expect(test.mails.map(({ kind, to }) => [kind, to])).toEqual([['card-missing', maya]])
  test.stripe.changeCard(member.customerId, '4242424242424242')
  await test.pass(minute)
  expect(kinds()).toEqual(['card-changed', 'card-missing'])
  await test.pass(32 * day)
  expect((await paymentsOf(member.id)).map(({ boxCount }) => boxCount)).toEqual([1, 1])
})

it('customer credit or debt is reported before the charge, and cleared when gone', async () => {
  const member = await join()
  test.stripe.byHand.adjustBalance(member.customerId, -2000)
  await test.pass(minute)
  expect(kinds()).toEqual(['price-differs'])
  expect(test.mails[0]!.text).toContain('$49.50 for 1 month, after discounts and credit there')
  test.stripe.byHand.adjustBalance(member.customerId, 2000)
  await test.pass(minute)
  expect(await rowOf(member.subscriptionId)).toMatchObject({ providerTerms: null })
})

it('a coupon on the customer is reported before the charge, and cleared when gone', async () => {
  const member = await join()
  await test.provider.coupons.create({ id: 'HALF', percent_off: 50, duration: 'forever' })
  test.stripe.byHand.setCoupon(member.customerId, 'HALF')
  await test.pass(minute)
  expect(kinds()).toEqual(['price-differs'])
  expect(test.mails[0]!.text).toContain('$34.75 for 1 month')
  test.stripe.byHand.setCoupon(member.customerId, null)
  await test.pass(minute)
  expect(await rowOf(member.subscriptionId)).toMatchObject({ providerTerms: null })
})

it('a removed lifetime discount is reported before the full price is charged', async () => {
  await createPromotion(test.shop, { ...anyCode, code: 'TENFOREVER', percentOff: 10, duration: 'forever' })
  const member = await join([selfItem('monthly')], 'TENFOREVER')
  await test.pass(minute)
  expect(kinds()).toEqual([])
  await test.provider.subscriptions.update(member.subscriptionId, { discounts: '' })
  await test.pass(minute)
  expect(kinds()).toEqual(['price-differs'])
  expect(test.mails[0]!.text).toContain('$69.50 for 1 month')
})

it('a subscription switched to mailed invoices charges no card, and is reported', async () => {
  const member = await join()
  test.stripe.byHand.sendInvoices(member.subscriptionId)
  await test.pass(minute)
  expect(test.mails[0]!.text).toContain('nothing, because somebody has invoices mailed there instead')
})

it('manually authorized money counts for nothing until captured, then is reported', async () => {
  const member = await join()
  const intentId = test.stripe.byHand.authorize(member.customerId, 4_200)
  await test.pass(minute)
  expect(kinds()).toEqual([])
  test.stripe.byHand.capture(intentId)
  await test.pass(minute)
  expect(kinds()).toEqual(['payment-without-order'])
  await test.pass(30 * minute)
  const { found } = await compareMoneyNow(test.shop)
  expect(found.filter(({ cents }) => cents === 4_200).map(({ kind }) => kind)).toEqual(['charge-unknown'])
  await test.provider.refunds.create({ payment_intent: intentId })
})

it.each(['card', 'balance'] as const)(
  'a credit note to the %s is booked as the money it moves',
  async (to) => {
    const member = await join()
    await test.pass(32 * day)
    const [bill] = billsOf(member.customerId, 'paid').toReversed()
    test.mails.length = 0
    test.stripe.byHand.creditNote(bill!.id, 6_950, to)
    await test.pass(minute)
    expect(kinds()).toEqual([to === 'card' ? 'refund-made' : 'price-differs'])
    expect(await boxesOf(member.id)).toEqual(['owed', to === 'card' ? 'refunded' : 'owed'])
    await expectEqual(member.id)
  },
)

it('a credit note on a refused bill leaves the rest due, and the owner says what it buys', async () => {
  const member = await join()
  test.stripe.turnCards(member.customerId, '4000000000000341')
  await test.pass(32 * day)
  const [open] = billsOf(member.customerId, 'open')
  test.stripe.byHand.creditNote(open!.id, 2_000)
  test.stripe.changeCard(member.customerId, '4242424242424242')
  await test.pass(minute)
  expect((await paymentsOf(member.id))[1]).toMatchObject({
    amountCents: 4_950,
    boxCount: 0,
    expectedCents: 6950,
  })
  expect(await health('payments-differ')).toBe('bad')
  expect(await rowOf(member.subscriptionId)).toMatchObject({ status: 'active' })
  await expectEqual(member.id)
})

it('a changed customer address changes nothing here, and later payments name their order', async () => {
  const address = { ...selfItem('monthly').shippingDetails!, address2: 'Apt 4' }
  const member = await join([selfItem('monthly', { shippingDetails: address })])
  await test.provider.customers.update(member.customerId, { email: 'somebody@else.example' })
  await test.pass(32 * day)
  expect(new Set(test.mails.map(({ to }) => to))).toEqual(new Set([maya]))
  expect(await rowOf(member.subscriptionId)).toMatchObject({ payerEmail: maya, status: 'active' })
  const charged = test.stripe.payments().filter((each) => each.customer === member.customerId)
  expect(charged).toHaveLength(2)
  for (const each of charged)
    expect(each).toMatchObject({
      metadata: { order_number: expect.stringMatching(/^BC-/) },
      shipping: { name: address.fullName, address: { line2: 'Apt 4', postal_code: address.zipCode } },
    })
  await expectEqual(member.id)
})
