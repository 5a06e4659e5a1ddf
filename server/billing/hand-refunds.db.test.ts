import { asc, eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { boxes, checkouts, membershipPayments, memberships, orderItems, refunds } from '../../db/schema.ts'
import { ShopError } from '../../domain/errors.ts'
import { giftItem, selfItem, toCalifornia } from '../../test/carts.ts'
import { stripeShopOfFile } from '../../test/stripe-shop-of-file.ts'
import { chargeItems, type Snapshot } from '../ledger/snapshot.ts'
import { compareMoneyNow } from './compare-money.ts'
import { refundBoxes } from './refund-boxes.ts'
import { planOrderRefund, refundOrder, retryRefund, settleRefund } from './refund-order.ts'
import { finishRefunds, syncRefund } from './refunds.ts'

// Money that goes back by other hands than the shop's, or does not arrive.

const minute = 60_000
const test = stripeShopOfFile()

async function buy(cart = [toCalifornia(selfItem('6-months'))], number = '4242424242424242') {
  const { body } = await test.start(cart)
  await test.confirm(body.clientSecret, number)
  await test.work()
  const intentId = body.clientSecret.split('_secret_')[0] as string
  const payments = await test.shop.db
    .select()
    .from(membershipPayments)
    .where(eq(membershipPayments.intentId, intentId))
    .orderBy(asc(membershipPayments.id))
  const [row] = await test.shop.db
    .select({ orderId: orderItems.orderId, id: memberships.id })
    .from(memberships)
    .innerJoin(orderItems, eq(memberships.orderItemId, orderItems.id))
    .where(eq(memberships.id, payments[0]!.membershipId))
  test.mails.length = 0
  return { intentId, payments, orderId: row!.orderId, membershipId: row!.id }
}

const booked = async ({ payments }: { payments: { id: string }[] }) =>
  (
    await test.shop.db
      .select()
      .from(refunds)
      .where(eq(refunds.paymentId, payments[0]!.id))
      .orderBy(asc(refunds.createdAt))
  ).map(({ amountCents, taxCents, status, madeBy }) => ({ amountCents, taxCents, status, madeBy }))
const states = async (membershipId: string) =>
  (
    await test.shop.db
      .select()
      .from(boxes)
      .where(eq(boxes.membershipId, membershipId))
      .orderBy(asc(boxes.drop))
  ).map((box) => box.state)
const memberOf = async (id: string) =>
  (await test.shop.db.select().from(memberships).where(eq(memberships.id, id)))[0]!
/** Cents of tax, or of sales, that the provider counts for a payment after what was reversed. */
const countedTax = (transactionId: string | null, of: 'amount_tax' | 'amount' = 'amount_tax') =>
  test.stripe
    .taxTransactions()
    .filter((each) => each.id === transactionId || each.reversal?.original_transaction === transactionId)
    .flatMap((each) => each.line_items.data)
    .reduce((sum, line) => sum + line[of], 0)
const transactionOf = async (paymentId: string) =>
  (await test.shop.db.select().from(membershipPayments).where(eq(membershipPayments.id, paymentId)))[0]!
    .taxTransactionId

describe('a refund made by hand at the provider', () => {
  it('in full stops the boxes, takes back the tax, and emails the buyer', async () => {
    const bought = await buy()
    const { taxCents } = bought.payments[0]!
    expect(taxCents).toBeGreaterThan(0)
    const metadata = { refund_id: 'typed by hand' }
    await test.provider.refunds.create({ payment_intent: bought.intentId, metadata })
    await test.pass(minute)
    await test.pass(minute)
    expect(await booked(bought)).toEqual([
      { amountCents: 35_700, taxCents, status: 'succeeded', madeBy: 'provider' },
    ])
    expect(await states(bought.membershipId)).toEqual(Array(6).fill('refunded'))
    expect(test.mails.map((mail) => mail.kind)).toEqual(['refund-made'])
    expect(countedTax(await transactionOf(bought.payments[0]!.id))).toBe(0)
  })

  const day = 24 * 60 * minute
  /** The answer with the transaction's id got lost, for longer than the provider remembers its key. */
  async function loseTransaction(paymentId: string) {
    const known = await transactionOf(paymentId)
    await test.shop.db
      .update(membershipPayments)
      .set({ taxTransactionId: null })
      .where(eq(membershipPayments.id, paymentId))
    await test.pass(day + minute)
    return known
  }

  it('takes back the tax even when the transaction’s id was never saved', async () => {
    const bought = await buy()
    const known = await loseTransaction(bought.payments[0]!.id)
    await test.provider.refunds.create({ payment_intent: bought.intentId })
    await test.pass(minute)
    await test.pass(minute)
    expect(countedTax(known)).toBe(0)
    expect(await transactionOf(bought.payments[0]!.id)).toBe(known)
  })

  it('whose tax can’t be found is named on Health with what to do', async () => {
    const bought = await buy()
    const { taxCents } = bought.payments[0]!
    await loseTransaction(bought.payments[0]!.id)
    const [checkout] = await test.shop.db
      .select()
      .from(checkouts)
      .where(eq(checkouts.orderId, bought.orderId))
    const snapshot = checkout!.snapshot as Snapshot
    const quoted = await test.shop.payments.quoteTax(chargeItems(snapshot))
    // Restored from a backup, say: the reference belongs to another calculation, and the provider does not say to which.
    const items = snapshot.items.map((item) => ({ ...item, tax: quoted['0']! }))
    await test.shop.db.update(checkouts).set({ snapshot: { items } }).where(eq(checkouts.id, checkout!.id))
    await test.provider.refunds.create({ payment_intent: bought.intentId })
    await test.pass(minute)
    const { found } = await compareMoneyNow(test.shop)
    expect(found.filter(({ orderId }) => orderId === bought.orderId)).toMatchObject([
      { kind: 'refund-tax-counts', cents: taxCents },
    ])
  })

  it('for the price of two boxes stops the last two', async () => {
    const bought = await buy([selfItem('6-months')])
    await test.provider.refunds.create({ payment_intent: bought.intentId, amount: 11_900 })
    await test.pass(minute)
    expect(await states(bought.membershipId)).toEqual([...Array(4).fill('owed'), 'refunded', 'refunded'])
  })

  it('for any other amount moves only money, and Health asks what it was for', async () => {
    const bought = await buy()
    await test.provider.refunds.create({ payment_intent: bought.intentId, amount: 1_234 })
    await test.pass(minute)
    const [made] = await booked(bought)
    expect(made!.amountCents + made!.taxCents).toBe(1_234)
    expect(await states(bought.membershipId)).toEqual(Array(6).fill('owed'))
    // What is left can be given back, to the cent, and no more.
    await refundBoxes(test.shop, { membershipId: bought.membershipId })
    const all = await booked(bought)
    expect(all.reduce((sum, each) => sum + each.amountCents, 0)).toBe(35_700)
    expect(all.reduce((sum, each) => sum + each.taxCents, 0)).toBe(bought.payments[0]!.taxCents)
    expect(countedTax(await transactionOf(bought.payments[0]!.id))).toBe(0)
  })

  it('of a whole multi-item cart books each item', async () => {
    const bought = await buy([giftItem('monthly'), selfItem('monthly')])
    await test.provider.refunds.create({ payment_intent: bought.intentId })
    await test.pass(minute)
    const rows = await test.shop.db
      .select()
      .from(refunds)
      .innerJoin(membershipPayments, eq(refunds.paymentId, membershipPayments.id))
      .where(eq(membershipPayments.intentId, bought.intentId))
    expect(rows.map((row) => row.refunds.amountCents)).toEqual([6950, 6950])
  })

  it('heard of before its renewal is booked with it', async () => {
    const bought = await buy([selfItem('monthly')])
    test.stripe.webhooks.hold()
    await test.stripe.advanceTo(new Date(test.clock.now().getTime() + 31 * 86_400_000))
    const { customerId } = await memberOf(bought.membershipId)
    const charge = test.stripe.charges().findLast((each) => each.customer === customerId)!
    await test.provider.refunds.create({ payment_intent: charge.payment_intent! })
    await test.stripe.webhooks.deliver((event) => event.type === 'refund.created')
    await test.work()
    expect(await states(bought.membershipId)).toEqual(['owed', 'refunded'])
  })
})

describe('a refund that can’t succeed', () => {
  it('becomes a task with two ways out, and isn’t retried forever', async () => {
    const bought = await buy()
    test.stripe.webhooks.hold()
    await test.provider.refunds.create({ payment_intent: bought.intentId })
    await refundBoxes(test.shop, { membershipId: bought.membershipId })
    await test.work()
    expect(await booked(bought)).toMatchObject([{ status: 'failed' }])
    const [row] = await test.shop.db
      .select()
      .from(refunds)
      .where(eq(refunds.paymentId, bought.payments[0]!.id))
    expect(row!.lastError).toMatch(/already been refunded/)
    expect(test.mails.map((mail) => [mail.kind, mail.to])).toEqual([
      ['refund-stuck', test.shop.config.supportEmail],
    ])
    const asked = test.stripe.log.length
    await finishRefunds(test.shop)
    expect(test.stripe.log.slice(asked).filter((each) => each.path === '/v1/refunds')).toEqual([])
    const nothing = async () => {}
    await retryRefund(test.shop, row!.id, nothing)
    expect(await booked(bought)).toMatchObject([{ status: 'failed' }])
    await settleRefund(test.shop, row!.id, nothing)
    expect(await booked(bought)).toMatchObject([{ status: 'settled' }])
    await expect(settleRefund(test.shop, row!.id, nothing)).rejects.toMatchObject({ code: 'not_possible' })
  })

  it('is reported to buyer and owner, even when it fails later', async () => {
    const bought = await buy(undefined, '4000000000005126')
    await refundBoxes(test.shop, { membershipId: bought.membershipId })
    await test.work()
    await test.pass(2 * 60 * minute)
    expect(await booked(bought)).toMatchObject([{ status: 'failed' }])
    expect(test.mails.map((mail) => mail.kind).sort()).toEqual([
      'refund-failed',
      'refund-made',
      'refund-stuck',
    ])
    const failed = async () => {
      const { payments } = bought
      const [row] = await test.shop.db.select().from(refunds).where(eq(refunds.paymentId, payments[0]!.id))
      return row!
    }
    // A retry is a new refund at the provider, and everyone is told again.
    const first = await failed()
    await retryRefund(test.shop, first.id, async () => {})
    expect((await failed()).providerId).not.toBe(first.providerId)
    await test.work()
    await test.pass(2 * 60 * minute)
    expect(test.mails).toHaveLength(6)
    // Paid in another way, it stays so, however often the provider says that it failed.
    await settleRefund(test.shop, first.id, async () => {})
    await syncRefund(test.shop, (await failed()).providerId!)
    expect(await booked(bought)).toMatchObject([{ status: 'settled' }])
    await test.work()
    expect(test.mails).toHaveLength(6)
  })
})

it('the tax of a refund that Stripe refused is taken back once it was paid another way', async () => {
  const bought = await buy()
  const { taxCents } = bought.payments[0]!
  const { payments } = test.shop
  const { refund } = payments
  payments.refund = async () => {
    throw new ShopError('not_possible', 'This charge is too old to be refunded.')
  }
  await refundBoxes(test.shop, { membershipId: bought.membershipId })
  payments.refund = refund
  const transactionId = await transactionOf(bought.payments[0]!.id)
  await finishRefunds(test.shop)
  expect(countedTax(transactionId)).toBe(taxCents)
  const isIts = eq(refunds.paymentId, bought.payments[0]!.id)
  const [row] = await test.shop.db.select().from(refunds).where(isIts)
  await settleRefund(test.shop, row!.id, async () => {})
  await finishRefunds(test.shop)
  expect(countedTax(transactionId)).toBe(0)
})

it('tax that Stripe’s invoices round up by a cent is counted, and taken back with all of the money', async () => {
  const { body } = await test.start([toCalifornia(selfItem('monthly'))])
  const [calculation] = [...test.stripe.world.taxCalculations.values()].slice(-1)
  calculation!.line_items.data[0]!.amount_tax -= 1
  await test.confirm(body.clientSecret)
  await test.work()
  const { payments } = test.shop
  const { quoteTax } = payments
  payments.quoteTax = async (items) => {
    const { '0': quote } = await quoteTax(items)
    return { '0': { ...quote!, taxCents: quote!.taxCents - 1 } }
  }
  await test.pass(32 * 24 * 60 * minute)
  payments.quoteTax = quoteTax
  const [member] = await test.shop.db
    .select()
    .from(memberships)
    .where(eq(memberships.stripeSubscriptionId, body.subscriptionId))
  const paid = await test.shop.db
    .select()
    .from(membershipPayments)
    .where(eq(membershipPayments.membershipId, member!.id))
  expect(paid.map(({ taxTransactionId }) => countedTax(taxTransactionId) > 0)).toEqual([true, true])
  await refundBoxes(test.shop, { membershipId: member!.id })
  await test.work()
  await finishRefunds(test.shop)
  expect(paid.map(({ taxTransactionId }) => countedTax(taxTransactionId))).toEqual([0, 0])
})

describe('an admin refund', () => {
  it('in part is taken from the newest payment', async () => {
    const { orderId, membershipId } = await buy([selfItem('monthly')])
    await test.pass(32 * 24 * 60 * minute)
    const paid = await test.shop.db
      .select()
      .from(membershipPayments)
      .where(eq(membershipPayments.membershipId, membershipId))
    expect(paid).toHaveLength(2)
    const newest = paid.toSorted((a, b) => +b.paidAt - +a.paidAt)[0]!
    const { parts } = await planOrderRefund(test.shop.db, orderId, 1000)
    expect(parts).toMatchObject([{ paymentId: newest.id, amountCents: 1000 }])
  })

  const key = () => crypto.randomUUID()

  it('says what its form has refunded already if someone changes the amount and sends it again', async () => {
    const bought = await buy()
    const { orderId } = bought
    const form = { orderId, totalCents: 500, isWhole: false, reason: 'Two weeks late.', key: key() }
    await refundOrder(test.shop, form)
    const { totalCents } = await planOrderRefund(test.shop.db, orderId, null)
    for (const other of [{ totalCents: 1_500 }, { totalCents, isWhole: true }])
      await expect(refundOrder(test.shop, { ...form, ...other })).rejects.toMatchObject({
        code: 'not_possible',
        message: expect.stringContaining('$5.00'),
      })
    expect(await booked(bought)).toHaveLength(1)
    expect(await memberOf(bought.membershipId)).toMatchObject({ renews: true })
  })

  it('gives any amount with a reason, once, and never more than was paid', async () => {
    const bought = await buy()
    const { orderId } = bought
    const total = 35_700 + bought.payments[0]!.taxCents
    const sum = { orderId, totalCents: 1_500, isWhole: false, reason: 'Two weeks late.', key: key() }
    await Promise.all([1, 2, 3].map(() => refundOrder(test.shop, sum)))
    await test.work()
    expect(await booked(bought)).toHaveLength(1)
    expect(test.mails[0]!.text).toContain('Two weeks late.')
    expect(await states(bought.membershipId)).toEqual(Array(6).fill('owed'))
    expect((await planOrderRefund(test.shop.db, orderId, null)).leftCents).toBe(total - 1_500)
    await expect(refundOrder(test.shop, { ...sum, totalCents: total, key: key() })).rejects.toMatchObject({
      code: 'not_possible',
    })
    await refundOrder(test.shop, { ...sum, isWhole: true, totalCents: total - 1_500, key: key() })
    const all = await booked(bought)
    expect(all.reduce((sum, each) => sum + each.amountCents + each.taxCents, 0)).toBe(total)
    expect(await states(bought.membershipId)).toEqual(Array(6).fill('refunded'))
    expect(await memberOf(bought.membershipId)).toMatchObject({ renews: false })
    expect(
      test.stripe.totals(
        test.stripe.charges().find((each) => each.payment_intent === bought.intentId)!.customer!,
      ),
    ).toEqual({
      charged: total,
      refunded: total,
    })
    expect(countedTax(await transactionOf(bought.payments[0]!.id))).toBe(0)
  })

  it('of the sales tax alone keeps the belts and their price, and takes no tax back twice', async () => {
    const bought = await buy()
    const { orderId } = bought
    const { taxCents } = bought.payments[0]!
    const reason = 'Your resale certificate arrived.'
    const form = { orderId, totalCents: taxCents, isWhole: false, isTaxOnly: true, reason, key: key() }
    await expect(refundOrder(test.shop, { ...form, totalCents: taxCents - 1 })).rejects.toMatchObject({
      message: `Nothing was refunded: $${taxCents / 100} of this order’s tax can be refunded now. Look at it again.`,
    })
    await refundOrder(test.shop, form)
    await test.work()
    expect(await booked(bought)).toMatchObject([{ amountCents: 0, taxCents, status: 'succeeded' }])
    expect(countedTax(await transactionOf(bought.payments[0]!.id))).toBe(0)
    expect(await states(bought.membershipId)).toEqual(Array(6).fill('owed'))
    expect(await memberOf(bought.membershipId)).toMatchObject({ renews: true })
    expect(test.mails[0]!.text).toContain(
      `We’ve refunded the sales tax on your 6 Months membership. Why: ${reason}`,
    )
    expect(test.mails[0]!.text).not.toContain('$0.00')
    const rest = await planOrderRefund(test.shop.db, orderId, null)
    expect(rest).toMatchObject({ leftCents: 35_700, totalCents: 35_700, taxCents: 0 })
    await expect(refundOrder(test.shop, { ...form, key: key() })).rejects.toMatchObject({
      code: 'not_possible',
    })
    test.clock.advance(minute)
    await refundBoxes(test.shop, { membershipId: bought.membershipId })
    expect((await booked(bought)).at(-1)).toMatchObject({ amountCents: 35_700, taxCents: 0 })
    const reported = countedTax(await transactionOf(bought.payments[0]!.id), 'amount')
    expect(reported, 'nothing was sold after all').toBe(0)
  })

  it('of the sales tax alone leaves belts worth their price: a bank that takes one back cancels one', async () => {
    const bought = await buy()
    const { orderId, membershipId, intentId } = bought
    const { taxCents: totalCents } = bought.payments[0]!
    await refundOrder(test.shop, {
      ...{ orderId, totalCents, isWhole: false, isTaxOnly: true, reason: 'Exempt', key: key() },
    })
    const { id } = test.stripe.openDispute(intentId, 'needs_response', 5950)
    await test.pass(minute)
    test.stripe.closeDispute(id, 'lost')
    await test.pass(minute)
    expect(await states(membershipId)).toEqual([...Array(5).fill('owed'), 'cancelled'])
  })
})
