import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoParcels, exchanges, parcels, refunds, storeCredit } from '../../db/schema.ts'
import type { CartItem } from '../../domain/cart.ts'
import { giftItem, selfItem, toCalifornia } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { ledgerOf } from '../../test/members.ts'
import { exchangeFacts, sentBelt } from '../../test/sent-belt.ts'
import { demoCarrier } from '../adapters/demo-carrier.ts'
import { settleRefund } from '../billing/refund-order.ts'
import { syncDispute } from '../billing/sync-dispute.ts'
import type { DisputeState } from '../shop/payment-states.ts'
import { fileExchanges } from './file-exchanges.ts'
import { requestExchange } from './request-exchange.ts'
import { creditReturn, receiveReturn, refundReturn, refuseReturn } from './returns.ts'
import { shipReplacement } from './ship-replacement.ts'

let test: TestShop
let facts: ReturnType<typeof exchangeFacts>
const sent = (item?: CartItem) => sentBelt(test, item)
beforeAll(async () => {
  test = await createTestShop({ now: '2026-11-21T15:00:00Z' })
  facts = exchangeFacts(test)
})
afterAll(() => test.close())

describe('a return', () => {
  it('refunds the value and tax to the original payment once the belt is here', async () => {
    const { box, membership } = await sent()
    const swapped = await requestExchange(test.shop, {
      boxId: box.id,
      kind: 'size',
      size: '38',
      askedBy: 'member',
    })
    await receiveReturn(test.shop, { exchangeId: swapped.id, isAsNew: true })
    await shipReplacement(test.shop, { exchangeId: swapped.id, trackingNumber: '' })
    // What goes back is the replacement; the money is that of the box which was bought.
    const returned = await requestExchange(test.shop, {
      boxId: swapped.replacementBoxId!,
      kind: 'return',
      askedBy: 'member',
    })
    const early = refundReturn(test.shop, { exchangeId: returned.id })
    await expect(early).rejects.toThrow('once the return is received')
    await receiveReturn(test.shop, { exchangeId: returned.id, isAsNew: false })
    await refundReturn(test.shop, { exchangeId: returned.id })
    await refundReturn(test.shop, { exchangeId: returned.id })
    const { payments, boxes: all } = await ledgerOf(test, membership.id)
    const given = await test.shop.db.select().from(refunds).where(eq(refunds.paymentId, payments[0]!.id))
    expect(given).toMatchObject([{ amountCents: 5950, taxCents: 431, status: 'succeeded' }])
    const worth = (states: string[]) =>
      all.filter(({ state }) => states.includes(state)).reduce((sum, each) => sum + each.valueCents, 0)
    expect(worth(['returned']) + worth(['owed'])).toBe(payments[0]!.amountCents)
    await test.work()
    const mail = test.mails.filter(({ kind }) => kind === 'refund-made').at(-1)!
    expect(mail.text).toContain('which came back to us')
    expect(mail.text).not.toContain('won’t ship')
    // Until the money has arrived, it isn't over.
    const isIt = eq(refunds.id, given[0]!.id)
    await test.shop.db.update(refunds).set({ status: 'pending' }).where(isIt)
    await fileExchanges(test.shop)
    expect((await facts.exchangeOf(returned.id)).state).toBe('refunded')
    await test.shop.db.update(refunds).set({ status: 'succeeded' }).where(isIt)
    await fileExchanges(test.shop)
    expect((await facts.exchangeOf(returned.id)).state).toBe('closed')
    const again = requestExchange(test.shop, { boxId: box.id, kind: 'return', askedBy: 'member' })
    await expect(again).rejects.toThrow()
  })

  it('is over once its refund was paid another way', async () => {
    const { box } = await sent()
    const { id } = await requestExchange(test.shop, { boxId: box.id, kind: 'return', askedBy: 'member' })
    await receiveReturn(test.shop, { exchangeId: id, isAsNew: true })
    await refundReturn(test.shop, { exchangeId: id })
    const { refundId } = await facts.exchangeOf(id)
    await test.shop.db.update(refunds).set({ status: 'failed' }).where(eq(refunds.id, refundId!))
    await fileExchanges(test.shop)
    expect((await facts.exchangeOf(id)).state).toBe('refunded')
    await settleRefund(test.shop, refundId!, async () => {})
    await fileExchanges(test.shop)
    expect((await facts.exchangeOf(id)).state).toBe('closed')
  })

  it('of a gift credits its recipient, and no email shows a price', async () => {
    const { box } = await sent(giftItem('6-months', { size: '36', styles: ['dress'] }))
    const exchange = await requestExchange(test.shop, {
      boxId: box.id,
      kind: 'return',
      remedy: 'credit',
      askedBy: 'member',
    })
    await receiveReturn(test.shop, { exchangeId: exchange.id, isAsNew: true })
    await creditReturn(test.shop, { exchangeId: exchange.id })
    await creditReturn(test.shop, { exchangeId: exchange.id })
    const lines = await test.shop.db.select().from(storeCredit).where(eq(storeCredit.personId, box.personId))
    expect(lines).toMatchObject([{ amountCents: 5950, reason: 'return' }])
    await test.work()
    const mails = test.mails.filter(({ kind }) => /^(exchange|return|replacement)-/.test(kind))
    expect(mails.filter(({ kind }) => kind === 'return-credited')).toHaveLength(1)
    for (const { subject, text } of mails.slice(-3))
      expect(`${subject} ${text}`).not.toMatch(/\$|59\.50|refund/i)
  })

  // A payment of one box that has left: nothing of it can be held any more.
  it.each(['refund', 'credit'] as const)(
    'gives no %s during a dispute, nor after a lost one',
    async (remedy) => {
      const { box, membership } = await sent(
        remedy === 'credit' ? toCalifornia(giftItem('monthly')) : toCalifornia(selfItem('monthly')),
      )
      const { intentId, amountCents, taxCents } = (await ledgerOf(test, membership.id)).payments[0]!
      const { payments } = test.shop
      const decide = async (state: DisputeState['state']) => {
        test.shop.payments = {
          ...payments,
          fetchDispute: async () => ({
            disputeId: 'dp_1',
            intentId,
            state,
            amountCents: amountCents + taxCents,
            reason: 'fraudulent',
            dueBy: null,
            answer: null,
          }),
        }
        await syncDispute(test.shop, 'dp_1')
        test.shop.payments = payments
      }
      const input = { boxId: box.id, kind: 'return', askedBy: 'member' } as const
      const { id: exchangeId } = await requestExchange(
        test.shop,
        remedy === 'credit' ? { ...input, remedy } : input,
      )
      await receiveReturn(test.shop, { exchangeId, isAsNew: true })
      const give = () => (remedy === 'credit' ? creditReturn : refundReturn)(test.shop, { exchangeId })
      await decide('open')
      await expect(give()).rejects.toThrow('disputed this payment with their bank')
      await decide('lost')
      await expect(give()).rejects.toThrow('You can’t refund it twice.')
      await decide('won')
      await give()
      expect((await facts.boxOf(box.id)).state).toBe('returned')
    },
  )

  it('has a demo label from its member to the shop, which moves unless it or its return was given up', async () => {
    const carrier = demoCarrier(test.shop.db, test.clock.now, () => 'delivered')
    const asked = async () => {
      const wish = { boxId: (await sent()).box.id, kind: 'return', askedBy: 'member' } as const
      const { id } = await requestExchange({ ...test.shop, carrier }, wish)
      const [found] = await test.shop.db
        .select({ sender: demoParcels.sender, parcel: parcels })
        .from(parcels)
        .innerJoin(demoParcels, eq(demoParcels.shipmentId, parcels.shipmentId))
        .where(eq(parcels.exchangeId, id))
      return { ...found!.parcel, id, sender: found!.sender }
    }
    const [sends, without, canceled] = [await asked(), await asked(), await asked()]
    expect(sends.sender.name).toBe('Maya Ellison')
    await carrier.voidLabel(without.shipmentId!)
    await test.shop.db.update(exchanges).set({ state: 'cancelled' }).where(eq(exchanges.id, canceled.id))
    test.clock.advance(7 * 24 * 60 * 60_000)
    const track = ({ trackingNumber }: typeof sends) =>
      carrier.track({ trackingNumber: trackingNumber!, carrier: 'Demo' })
    expect(await track(sends)).toMatchObject({ state: 'delivered' })
    expect(await track(without)).toMatchObject({ state: 'waiting' })
    expect(await track(canceled)).toMatchObject({ state: 'waiting' })
  })

  it('that never arrives ends after thirty days, and frees the reserved belt', async () => {
    const { box } = await sent()
    const exchange = await requestExchange(test.shop, {
      boxId: box.id,
      kind: 'size',
      size: '38',
      askedBy: 'member',
    })
    test.clock.set('2027-01-10T04:59:59Z')
    await fileExchanges(test.shop)
    expect((await facts.exchangeOf(exchange.id)).state).toBe('requested')
    test.clock.set('2027-01-10T05:00:00Z')
    await fileExchanges(test.shop)
    expect((await facts.exchangeOf(exchange.id)).state).toBe('expired')
    expect(await facts.boxOf(exchange.replacementBoxId!)).toMatchObject({ state: 'cancelled' })
    expect(await facts.kindsAbout(exchange.id)).toContain('exchange-expired')
  })

  it('that was worn is refused, and the belt keeps its state', async () => {
    const { box } = await sent()
    const exchange = await requestExchange(test.shop, {
      boxId: box.id,
      kind: 'size',
      size: '38',
      askedBy: 'member',
    })
    await receiveReturn(test.shop, { exchangeId: exchange.id, isAsNew: false })
    await refuseReturn(test.shop, { exchangeId: exchange.id, reason: 'Worn' })
    expect(await facts.boxOf(box.id)).toMatchObject({ isReplaced: false, state: 'delivered' })
    expect(await facts.kindsAbout(exchange.id)).toContain('return-refused')
  })
})
