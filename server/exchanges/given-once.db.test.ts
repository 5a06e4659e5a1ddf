import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { exchanges, orderItems, refunds, storeCredit } from '../../db/schema.ts'
import { giftItem, toCalifornia } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { sentBelt } from '../../test/sent-belt.ts'
import { refundBoxes } from '../billing/refund-boxes.ts'
import { planOrderRefund, refundOrder } from '../billing/refund-order.ts'
import { fileExchanges } from './file-exchanges.ts'
import { requestExchange } from './request-exchange.ts'
import { creditReturn, receiveReturn, refundReturn } from './returns.ts'

// A gift's belt that came back is given for once: as the recipient's credit, or as the giver's money.

let test: TestShop
beforeAll(async () => {
  test = await createTestShop({ now: '2026-11-21T15:00:00Z' })
})
afterAll(() => test.close())

/** A gift of six belts for $357.00 plus $25.88 of tax; the first one comes back. */
async function returned(remedy: 'credit' | 'refund' = 'credit') {
  const gift = giftItem('6-months', { size: '36', styles: ['dress'] })
  const { membership, box } = await sentBelt(test, toCalifornia(gift))
  const wish = { boxId: box.id, kind: 'return', remedy, askedBy: 'owner' } as const
  const { id: exchangeId } = await requestExchange(test.shop, wish)
  await receiveReturn(test.shop, { exchangeId, isAsNew: true })
  const [item] = await test.shop.db.select().from(orderItems).where(eq(orderItems.id, membership.orderItemId))
  return { membership, box, exchangeId, orderId: item!.orderId }
}
const refundedOf = async (paymentId: string) =>
  (await test.shop.db.select().from(refunds).where(eq(refunds.paymentId, paymentId))).map(
    ({ amountCents, taxCents }) => [amountCents, taxCents],
  )
const creditOf = async (exchangeId: string) =>
  (
    await test.shop.db
      .select()
      .from(storeCredit)
      .where(eq(storeCredit.reference, `exchange:${exchangeId}`))
  ).map(({ amountCents }) => amountCents)

it('the whole order’s refund leaves out a belt whose recipient got credit', async () => {
  const { box, exchangeId, orderId } = await returned()
  await creditReturn(test.shop, { exchangeId })
  expect(await creditOf(exchangeId)).toEqual([5950])
  const { totalCents } = await planOrderRefund(test.shop.db, orderId, null)
  await refundOrder(test.shop, {
    orderId,
    totalCents,
    isWhole: true,
    reason: 'Sorry',
    key: crypto.randomUUID(),
  })
  expect(await refundedOf(box.paymentId!)).toEqual([[29_750, 2588 - 431]])
})

it('and so does the refund of its other belts', async () => {
  const { membership, box, exchangeId } = await returned()
  await creditReturn(test.shop, { exchangeId })
  await refundBoxes(test.shop, { membershipId: membership.id })
  expect(await refundedOf(box.paymentId!)).toEqual([[29_750, 2588 - 431]])
})

it('no credit is given for a belt whose giver got the whole payment back', async () => {
  const { box, exchangeId, orderId } = await returned()
  const { totalCents } = await planOrderRefund(test.shop.db, orderId, null)
  expect(totalCents).toBe(38_288)
  await refundOrder(test.shop, {
    orderId,
    totalCents,
    isWhole: true,
    reason: 'Sorry',
    key: crypto.randomUUID(),
  })
  await expect(creditReturn(test.shop, { exchangeId })).rejects.toMatchObject({ code: 'not_possible' })
  expect(await creditOf(exchangeId)).toEqual([])
  expect(await refundedOf(box.paymentId!)).toEqual([[35_700, 2588]])
})

it('and its own refund, with nothing left to give, is closed', async () => {
  const { box, exchangeId, orderId } = await returned('refund')
  const whole = { orderId, totalCents: 38_288, isWhole: true, reason: 'Sorry', key: crypto.randomUUID() }
  await refundOrder(test.shop, whole)
  expect(await refundReturn(test.shop, { exchangeId })).toMatchObject({ state: 'refunded', refundId: null })
  await fileExchanges(test.shop)
  const [exchange] = await test.shop.db.select().from(exchanges).where(eq(exchanges.id, exchangeId))
  expect(exchange!.state).toBe('closed')
  expect(await refundedOf(box.paymentId!)).toEqual([[35_700, 2588]])
})

it('and only what is left, if most of it was', async () => {
  const { exchangeId, orderId } = await returned()
  const totalCents = 38_288 - 2145
  await refundOrder(test.shop, {
    orderId,
    totalCents,
    isWhole: false,
    reason: 'Sorry',
    key: crypto.randomUUID(),
  })
  await creditReturn(test.shop, { exchangeId })
  expect(await creditOf(exchangeId)).toEqual([2000])
})
