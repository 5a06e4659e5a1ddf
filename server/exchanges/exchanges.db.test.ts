import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { beltVariants, boxes, exchanges, outbox, products, refunds, storeCredit } from '../../db/schema.ts'
import { giftItem, selfItem, toCalifornia } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { join, ledgerOf } from '../../test/members.ts'
import { sendBox } from '../../test/send-box.ts'
import { cancelExchange } from './cancel-exchange.ts'
import { creditReturn } from './credit-return.ts'
import { fileExchanges } from './file-exchanges.ts'
import { receiveReturn } from './receive-return.ts'
import { refundReturn } from './refund-return.ts'
import { refuseReturn } from './refuse-return.ts'
import { requestExchange } from './request-exchange.ts'
import { shipReplacement } from './ship-replacement.ts'

let test: TestShop
beforeAll(async () => {
  test = await createTestShop({ now: '2026-11-21T15:00:00Z' })
})
beforeEach(() => test.clock.set('2026-11-21T15:00:00Z'))
afterAll(() => test.close())

/** A person of their own, with the first box of six sent and delivered on December 8. */
async function sent(item = toCalifornia(selfItem('6-months'))) {
  test.clock.set('2026-11-21T15:00:00Z')
  const email = `${crypto.randomUUID()}@example.com`
  const isGift = item.recipientType === 'gift'
  const [membership] = await join(test, [
    isGift
      ? { ...item, giftDetails: { ...item.giftDetails!, recipientEmail: email } }
      : { ...item, shippingDetails: { ...item.shippingDetails!, email } },
  ])
  const box = await sendBox(test, membership!.id)
  test.clock.set('2026-12-10T15:00:00Z')
  return { membership: membership!, box }
}

const boxOf = async (id: string) => (await test.shop.db.select().from(boxes).where(eq(boxes.id, id)))[0]!
const exchangeOf = async (id: string) =>
  (await test.shop.db.select().from(exchanges).where(eq(exchanges.id, id)))[0]!
const stockOf = async (productId: string, size: string) =>
  (
    await test.shop.db
      .select()
      .from(beltVariants)
      .where(and(eq(beltVariants.productId, productId), eq(beltVariants.size, size)))
  )[0]!.stock
async function kindsAbout(exchangeId: string) {
  const rows = await test.shop.db.select().from(outbox)
  return rows.filter(({ fact }) => fact.endsWith(exchangeId)).map(({ kind }) => kind)
}
async function otherBelt(productId: string) {
  const [sentBelt] = await test.shop.db.select().from(products).where(eq(products.id, productId))
  const rows = await test.shop.db.select().from(products).where(eq(products.drop, sentBelt!.drop))
  return rows.find(({ id, gender }) => id !== productId && gender === sentBelt!.gender)!
}

describe('another size', () => {
  it('is put aside at once, ships when the belt is back, and stands for both', async () => {
    const { box } = await sent()
    const exchange = await requestExchange(test.shop, {
      boxId: box.id,
      kind: 'size',
      size: '38',
      askedBy: 'member',
    })
    const again = await requestExchange(test.shop, {
      boxId: box.id,
      kind: 'size',
      size: '38',
      askedBy: 'member',
    })
    expect(again.id).toBe(exchange.id)
    const replacement = await boxOf(exchange.replacementBoxId!)
    expect(replacement).toMatchObject({
      kind: 'replacement',
      productId: box.productId,
      size: '38',
      state: 'held',
      holdReason: 'return',
      valueCents: 0,
      drop: '2026-12',
    })
    const early = shipReplacement(test.shop, { exchangeId: exchange.id, trackingNumber: '1' })
    await expect(early).rejects.toThrow('once the return is received')

    const before = { came: await stockOf(box.productId!, '36'), left: await stockOf(box.productId!, '38') }
    await receiveReturn(test.shop, { exchangeId: exchange.id, isAsNew: true })
    await receiveReturn(test.shop, { exchangeId: exchange.id, isAsNew: true })
    await shipReplacement(test.shop, { exchangeId: exchange.id, trackingNumber: '1Z999AA10123456784' })
    expect(await stockOf(box.productId!, '36')).toBe(before.came + 1)
    expect(await stockOf(box.productId!, '38')).toBe(before.left - 1)
    expect(await boxOf(box.id)).toMatchObject({ isReplaced: true, state: 'delivered' })
    expect(await boxOf(replacement.id)).toMatchObject({
      state: 'shipped',
      trackingNumber: '1Z999AA10123456784',
    })
    expect(await kindsAbout(exchange.id)).toEqual([
      'exchange-requested',
      'return-received',
      'replacement-shipped',
    ])

    test.clock.set('2027-01-02T15:00:00Z')
    await fileExchanges(test.shop)
    expect((await exchangeOf(exchange.id)).state).toBe('closed')
  })

  it('may be exchanged again, and taken back until the belt is here', async () => {
    const { box } = await sent()
    const wish = { boxId: box.id, kind: 'size', size: '34', askedBy: 'member' } as const
    const first = await requestExchange(test.shop, wish)
    await cancelExchange(test.shop, { exchangeId: first.id, actor: 'member' })
    expect(await boxOf(first.replacementBoxId!)).toMatchObject({ state: 'cancelled' })
    expect(await boxOf(box.id)).toMatchObject({ isReplaced: false })
    const second = await requestExchange(test.shop, { ...wish, size: '38' })
    await receiveReturn(test.shop, { exchangeId: second.id, isAsNew: true })
    const late = cancelExchange(test.shop, { exchangeId: second.id, actor: 'member' })
    await expect(late).rejects.toThrow('no longer')
    await shipReplacement(test.shop, { exchangeId: second.id, trackingNumber: '' })
    const third = await requestExchange(test.shop, { ...wish, boxId: second.replacementBoxId!, size: '40' })
    expect(await boxOf(third.replacementBoxId!)).toMatchObject({ size: '40', ordinal: 3 })
  })

  it('gives the last piece to one of two who ask at once', async () => {
    const [one, other] = [await sent(), await sent()]
    const ofLast = and(eq(beltVariants.productId, one.box.productId!), eq(beltVariants.size, '44'))
    await test.shop.db.update(beltVariants).set({ stock: 1 }).where(ofLast)
    const asked = await Promise.allSettled(
      [one, other].map(({ box }) =>
        requestExchange(test.shop, { boxId: box.id, kind: 'size', size: '44', askedBy: 'member' }),
      ),
    )
    expect(asked.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })
})

describe('another belt', () => {
  it('of the drop is sent, and both count as seen', async () => {
    const { box, membership } = await sent()
    const other = await otherBelt(box.productId!)
    const exchange = await requestExchange(test.shop, {
      boxId: box.id,
      kind: 'style',
      productId: other.id,
      askedBy: 'member',
    })
    expect(await boxOf(box.id)).toMatchObject({ isReplaced: false })
    expect(await boxOf(exchange.replacementBoxId!)).toMatchObject({ productId: other.id, size: '36' })
    // The database itself refuses both of them within 36 months.
    const [next] = (await ledgerOf(test, membership.id)).boxes.filter(({ state }) => state === 'owed')
    for (const productId of [box.productId!, other.id]) {
      const repeat = test.shop.db.update(boxes).set({ productId }).where(eq(boxes.id, next!.id))
      await expect(repeat).rejects.toThrow()
    }
  })

  it('that was sent before, or is of another drop, cannot be chosen', async () => {
    const { box } = await sent()
    const [elsewhere] = await test.shop.db
      .insert(products)
      .values({
        ...(await otherBelt(box.productId!)),
        id: crypto.randomUUID(),
        sku: `SKU-${crypto.randomUUID()}`,
        drop: '2025-01',
      })
      .returning()
    const wish = { boxId: box.id, kind: 'style', askedBy: 'member', productId: elsewhere!.id } as const
    await expect(requestExchange(test.shop, wish)).rejects.toThrow('cannot be chosen')
  })
})

describe('a damaged belt', () => {
  it('is replaced at once, and nothing is waited for', async () => {
    const { box } = await sent()
    const exchange = await requestExchange(test.shop, { boxId: box.id, kind: 'damaged', askedBy: 'member' })
    expect(await boxOf(exchange.replacementBoxId!)).toMatchObject({ state: 'assigned', size: '36' })
    test.clock.set('2027-03-01T15:00:00Z')
    await fileExchanges(test.shop)
    await shipReplacement(test.shop, { exchangeId: exchange.id, trackingNumber: '' })
    expect(await boxOf(exchange.replacementBoxId!)).toMatchObject({ state: 'shipped' })
  })
})

describe('a return', () => {
  it('gives back the value with its tax once the belt is here, to the payment that bought it', async () => {
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
    expect(mail.text).not.toContain('will not ship')
    await fileExchanges(test.shop)
    expect((await exchangeOf(returned.id)).state).toBe('closed')
    const again = requestExchange(test.shop, { boxId: box.id, kind: 'return', askedBy: 'member' })
    await expect(again).rejects.toThrow()
  })

  it('of a gift gives its recipient credit without a price in any mail', async () => {
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

  it('that never comes ends after thirty days, and the one put aside is free', async () => {
    const { box } = await sent()
    const exchange = await requestExchange(test.shop, {
      boxId: box.id,
      kind: 'size',
      size: '38',
      askedBy: 'member',
    })
    test.clock.set('2027-01-10T04:59:59Z')
    await fileExchanges(test.shop)
    expect((await exchangeOf(exchange.id)).state).toBe('requested')
    test.clock.set('2027-01-10T05:00:00Z')
    await fileExchanges(test.shop)
    expect((await exchangeOf(exchange.id)).state).toBe('expired')
    expect(await boxOf(exchange.replacementBoxId!)).toMatchObject({ state: 'cancelled' })
    expect(await kindsAbout(exchange.id)).toContain('exchange-expired')
  })

  it('that was worn is refused, and the belt stays what it was', async () => {
    const { box } = await sent()
    const exchange = await requestExchange(test.shop, {
      boxId: box.id,
      kind: 'size',
      size: '38',
      askedBy: 'member',
    })
    await receiveReturn(test.shop, { exchangeId: exchange.id, isAsNew: false })
    await refuseReturn(test.shop, { exchangeId: exchange.id, reason: 'Worn' })
    expect(await boxOf(box.id)).toMatchObject({ isReplaced: false, state: 'delivered' })
    expect(await kindsAbout(exchange.id)).toContain('return-refused')
  })
})

describe('the thirty days', () => {
  it.each([
    ['in the last second of the last day', '2027-01-08T04:59:59Z', 'may'],
    ['at midnight of the shop after it', '2027-01-08T05:00:00Z', 'may not'],
  ] as const)('%s', async (_case, now, answer) => {
    const { box } = await sent()
    test.clock.set(now)
    const asked = requestExchange(test.shop, { boxId: box.id, kind: 'size', size: '38', askedBy: 'member' })
    if (answer === 'may') await asked
    else {
      await expect(asked).rejects.toThrow('could go back until')
      await requestExchange(test.shop, { boxId: box.id, kind: 'size', size: '38', askedBy: 'owner' })
    }
  })

  it('have not begun for a belt that was not sent', async () => {
    const { membership } = await sent()
    const owed = (await ledgerOf(test, membership.id)).boxes.find(({ state }) => state === 'owed')!
    const asked = requestExchange(test.shop, { boxId: owed.id, kind: 'return', askedBy: 'owner' })
    await expect(asked).rejects.toThrow('not been sent')
  })
})
