import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { beltVariants, exchanges, storeCredit } from '../../db/schema.ts'
import { signIn } from '../../test/admin.ts'
import { giftItem } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { exchangeFacts, sentBelt } from '../../test/sent-belt.ts'
import { drainOutbox } from '../mailing/drain-outbox.ts'
import { requestExchange } from './request-exchange.ts'
import { creditReturn, receiveReturn, refundReturn } from './returns.ts'
import { shipReplacement } from './ship-replacement.ts'

// The reserved belt is gone: lost in-house, or never there.
let test: TestShop
let facts: ReturnType<typeof exchangeFacts>
beforeAll(async () => {
  test = await createTestShop()
  facts = exchangeFacts(test)
})
afterAll(() => test.close())

async function goneFor(item?: Parameters<typeof sentBelt>[1], isBack = true) {
  const { box, email } = await sentBelt(test, item)
  const { id } = await requestExchange(test.shop, {
    ...{ boxId: box.id, kind: 'size', size: '38', askedBy: 'member' },
  })
  if (isBack) await receiveReturn(test.shop, { exchangeId: id, isAsNew: true })
  await test.shop.db
    .update(beltVariants)
    .set({ stock: 0 })
    .where(and(eq(beltVariants.productId, box.productId!), eq(beltVariants.size, '38')))
  test.mails.length = 0
  const admin = await signIn(test)
  return {
    ...{ box, email, id },
    row: async () =>
      (await admin.get('/api/admin/exchanges?state=all')).body.exchanges.find(
        (each: { id: string }) => each.id === id,
      ),
    change: (body: object) => admin.post(`/api/admin/exchanges/${id}/change`, body),
  }
}
async function health(line: string) {
  const admin = await signIn(test)
  return (await admin.get('/api/admin/health')).body.lines.find((each: { id: string }) => each.id === line)
}
const lastMail = async () => {
  await drainOutbox(test.shop)
  return test.mails.findLast((mail) => mail.kind === 'exchange-changed')!
}

it('the owner sees the shortage and sends another belt; the member is told, and none is assigned twice', async () => {
  const { box, id, email, row, change } = await goneFor()
  expect(await row()).toMatchObject({ isGone: true, acts: ['ship', 'change', 'close'] })
  expect(await health('exchanges-without-stock')).toMatchObject({
    ...{ value: '1', state: 'bad', link: { to: '/admin/exchanges' } },
  })
  await expect(shipReplacement(test.shop, { exchangeId: id, trackingNumber: '' })).rejects.toThrow('stock')
  const other = await facts.otherBelt(box.productId!)
  await test.shop.db.update(beltVariants).set({ stock: 5 }).where(eq(beltVariants.productId, other.id))
  expect((await change({ remedy: 'replacement', productId: box.productId, size: '38' })).status).toBe(409)
  const before = (await facts.exchangeOf(id)).replacementBoxId!
  expect((await change({ remedy: 'replacement', productId: other.id, size: '36' })).status).toBe(200)
  const told = await lastMail()
  expect(told.to).toBe(email)
  expect(told.text).toContain(`Instead, we’ve set aside ${other.name}, size 36. It ships now`)

  const after = await facts.exchangeOf(id)
  expect(after).toMatchObject({ state: 'received', wantedProductId: other.id, wantedSize: '36' })
  expect(await facts.boxOf(before)).toMatchObject({ state: 'cancelled' })
  expect(await facts.boxOf(after.replacementBoxId!)).toMatchObject({ state: 'assigned', holdReason: null })
  expect(await facts.boxOf(box.id)).toMatchObject({ isReplaced: false })
  expect((await row()).isGone).toBe(false)
  await shipReplacement(test.shop, { exchangeId: id, trackingNumber: '1Z999AA10123456784' })
  expect((await change({ remedy: 'refund' })).status).toBe(409)
  expect(await health('exchanges-without-stock')).toMatchObject({ value: '0', state: 'good', link: null })
})

it('the money is refunded instead, once, to the original payment', async () => {
  const { box, id, email, row, change } = await goneFor()
  expect((await change({ remedy: 'credit' })).status).toBe(409)
  expect((await change({ remedy: 'refund' })).status).toBe(200)
  const told = await lastMail()
  expect(told.to).toBe(email)
  expect(told.text).toContain('The full price goes back to the original payment method')
  expect(await row()).toMatchObject({ remedy: 'refund', isGone: false, acts: ['refund', 'close'] })
  await refundReturn(test.shop, { exchangeId: id })
  expect(await facts.boxOf(box.id)).toMatchObject({ state: 'returned', isReplaced: false })
  expect((await change({ remedy: 'refund' })).status).toBe(409)
})

it('a gift’s recipient gets credit instead and sees no price, once the belt is back', async () => {
  const gift = giftItem('6-months', { size: '36', styles: ['dress'] })
  gift.giftDetails!.emailDate = '2026-11-21T00:00:00.000Z'
  const { id, email, change, row } = await goneFor(gift, false)
  expect(await row()).toMatchObject({ isGone: true, acts: ['receive', 'change', 'cancel'] })
  expect((await change({ remedy: 'credit' })).status).toBe(200)
  const told = await lastMail()
  expect(told).toMatchObject({ to: email })
  expect(told.text).toContain('store credit for it once yours is back')
  expect(told.text).not.toMatch(/[$]|price|refund/)
  await receiveReturn(test.shop, { exchangeId: id, isAsNew: true })
  await creditReturn(test.shop, { exchangeId: id })
  const given = await test.shop.db.select().from(storeCredit)
  expect(given.map(({ amountCents }) => amountCents)).toEqual([5950])
})

it('a gift’s recipient, not its giver, hears that the giver gets the money instead', async () => {
  const gift = giftItem('6-months', { size: '36', styles: ['dress'] })
  gift.giftDetails!.emailDate = '2026-11-21T00:00:00.000Z'
  const { email, change } = await goneFor(gift, false)
  expect((await change({ remedy: 'refund' })).status).toBe(200)
  const told = await lastMail()
  expect(told.to).toBe(email)
  expect(told.text).toContain('We’ll settle it with the person who gave you the belt.')
  expect(told.text).not.toMatch(/[$]|price/)
})

it('late exchanges stay on the health page until done', async () => {
  const { id } = await goneFor()
  await test.shop.db.update(beltVariants).set({ stock: 9 })
  test.clock.advance(6 * 24 * 60 * 60_000)
  expect(await health('exchanges-late')).toMatchObject({ value: '0', state: 'good' })
  test.clock.advance(2 * 24 * 60 * 60_000)
  expect(await health('exchanges-late')).toMatchObject({
    value: '1',
    state: 'bad',
    link: { to: '/admin/exchanges' },
  })
  await shipReplacement(test.shop, { exchangeId: id, trackingNumber: '' })
  expect(await health('exchanges-late')).toMatchObject({ value: '0' })

  const { box } = await sentBelt(test)
  const waited = await requestExchange(test.shop, { boxId: box.id, kind: 'return', askedBy: 'member' })
  await test.shop.db
    .update(exchanges)
    .set({ expiresAt: new Date('2026-12-08T15:00:00Z') })
    .where(eq(exchanges.id, waited.id))
  expect(await health('exchanges-overdue')).toMatchObject({ value: '1', state: 'watch' })
})

it('of two changes in a row, the member hears the last one only', async () => {
  const { box, change } = await goneFor()
  const other = await facts.otherBelt(box.productId!)
  await test.shop.db.update(beltVariants).set({ stock: 5 }).where(eq(beltVariants.productId, other.id))
  expect((await change({ remedy: 'replacement', productId: other.id, size: '36' })).status).toBe(200)
  expect((await change({ remedy: 'refund' })).status).toBe(200)
  expect((await lastMail()).text).toContain('The full price goes back')
  expect(test.mails.filter(({ kind }) => kind === 'exchange-changed')).toHaveLength(1)
})
