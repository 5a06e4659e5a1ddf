import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { rowsOf } from '../../db/database.ts'
import { beltVariants, boxes, exchanges, membershipPayments, parcels, products } from '../../db/schema.ts'
import type { CartItem } from '../../domain/cart.ts'
import { giftItem } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { signInMember } from '../../test/member.ts'
import { ledgerOf } from '../../test/members.ts'
import { exchangeFacts, sentBelt } from '../../test/sent-belt.ts'
import { demoCarrier } from '../adapters/demo-carrier.ts'
import { boxTrouble } from '../emails/box-trouble.ts'
import type { MailContent } from '../shop/mailer.ts'
import { pollTracking } from '../tracking/track-parcels.ts'
import { cancelExchange } from './cancel-exchange.ts'
import { changeRemedy } from './change-remedy.ts'
import { fileExchanges } from './file-exchanges.ts'
import { requestExchange } from './request-exchange.ts'
import { receiveReturn } from './returns.ts'
import { shipReplacement } from './ship-replacement.ts'

let test: TestShop
let facts: ReturnType<typeof exchangeFacts>
const sent = (item?: CartItem) => sentBelt(test, item)
beforeAll(async () => {
  test = await createTestShop({ connections: 10, now: '2026-11-21T15:00:00Z' })
  facts = exchangeFacts(test)
})
afterAll(() => test.close())

describe('another size', () => {
  it('is reserved at once, ships when the belt is back, and replaces it', async () => {
    const { box } = await sent()
    const paid = await test.shop.db.$count(membershipPayments)
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
    const replacement = await facts.boxOf(exchange.replacementBoxId!)
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

    const before = {
      came: await facts.stockOf(box.productId!, '36'),
      left: await facts.stockOf(box.productId!, '38'),
    }
    await receiveReturn(test.shop, { exchangeId: exchange.id, isAsNew: true })
    await receiveReturn(test.shop, { exchangeId: exchange.id, isAsNew: true })
    await shipReplacement(test.shop, { exchangeId: exchange.id, trackingNumber: '1Z999AA10123456784' })
    expect(await facts.stockOf(box.productId!, '36')).toBe(before.came + 1)
    expect(await facts.stockOf(box.productId!, '38')).toBe(before.left - 1)
    expect(await facts.boxOf(box.id)).toMatchObject({ isReplaced: true, state: 'delivered' })
    expect(await facts.boxOf(replacement.id)).toMatchObject({
      state: 'shipped',
      trackingNumber: '1Z999AA10123456784',
    })
    expect((await facts.kindsAbout(exchange.id)).sort()).toEqual([
      'exchange-requested',
      'replacement-shipped',
      'return-received',
    ])

    test.clock.set('2027-01-02T15:00:00Z')
    await fileExchanges(test.shop)
    expect((await facts.exchangeOf(exchange.id)).state).toBe('closed')
    expect(await test.shop.db.$count(membershipPayments), 'nobody paid for it').toBe(paid)
  })

  it('can’t be canceled by its member once the carrier has the belt', async () => {
    const { box, email } = await sent()
    const made = await requestExchange(test.shop, {
      boxId: box.id,
      kind: 'size',
      size: '38',
      askedBy: 'member',
    })
    const label = { boxId: box.id, exchangeId: made.id, ounces: 12, createdAt: test.shop.now() }
    await test.shop.db.insert(parcels).values({ ...label, label: 'bought', track: 'moving' })
    const page = await signInMember(test, email)
    const { belts } = (await page.get('/api/account/sent-belts')).body
    expect(belts[0].exchange).toMatchObject({ id: made.id, canCancel: false })
    const late = await page.post(`/api/account/exchanges/${made.id}/cancel`)
    expect(late.body).toMatchObject({
      code: 'not_possible',
      message: expect.stringContaining('on its way to us'),
    })
    // A label that was given up carries no belt, unless its carrier has seen it.
    const setLabel = (label: 'void' | 'bought', track: 'waiting' | 'moving') =>
      test.shop.db.update(parcels).set({ label, track }).where(eq(parcels.exchangeId, made.id))
    for (const track of ['waiting', 'moving'] as const) {
      await setLabel('void', track)
      const again = (await page.get('/api/account/sent-belts')).body
      expect(again.belts[0].exchange).toMatchObject({ canCancel: track === 'waiting' })
    }
    await setLabel('bought', 'moving')
    // Staff can, such as for a package that is lost.
    await cancelExchange(test.shop, { exchangeId: made.id, actor: 'staff' })
  })

  it('doesn’t expire while the carrier has the belt, but does once the carrier took it back to its member', async () => {
    const { box } = await sent()
    const made = await requestExchange(test.shop, {
      boxId: box.id,
      kind: 'size',
      size: '38',
      askedBy: 'member',
    })
    const label = { boxId: box.id, exchangeId: made.id, ounces: 12, createdAt: test.shop.now() }
    await test.shop.db.insert(parcels).values({ ...label, label: 'bought' })
    const track = (state: 'moving' | 'lost' | 'returned') =>
      test.shop.db.update(parcels).set({ track: state }).where(eq(parcels.exchangeId, made.id))
    test.clock.set('2027-01-11T15:00:00Z')
    for (const state of ['moving', 'lost'] as const) {
      await track(state)
      await fileExchanges(test.shop)
      expect((await facts.exchangeOf(made.id)).state, state).toBe('requested')
      expect(await facts.boxOf(made.replacementBoxId!)).toMatchObject({ state: 'held', holdReason: 'return' })
    }
    await track('returned')
    await fileExchanges(test.shop)
    expect((await facts.exchangeOf(made.id)).state).toBe('expired')
  })

  it('doesn’t expire before its carrier was asked once more, after days in which the shop was down', async () => {
    const { box } = await sent()
    const wish = { boxId: box.id, kind: 'size', size: '38', askedBy: 'member' } as const
    const { id } = await requestExchange(test.shop, wish)
    const label = {
      boxId: box.id,
      exchangeId: id,
      ounces: 12,
      label: 'bought',
      trackingNumber: 'BACK',
    } as const
    await test.shop.db.insert(parcels).values({ ...label, askedAt: test.shop.now() })
    const shop = { ...test.shop, carrier: demoCarrier(test.shop.db, test.clock.now) }
    test.clock.set('2027-01-11T15:00:00Z')
    await fileExchanges(shop)
    expect((await facts.exchangeOf(id)).state).toBe('requested')
    await pollTracking(shop)
    await fileExchanges(shop)
    expect((await facts.exchangeOf(id)).state).toBe('expired')
  })

  it('expires though its carrier has forgotten its label, after months in which the shop was down', async () => {
    const { box } = await sent()
    const wish = { boxId: box.id, kind: 'size', size: '38', askedBy: 'member' } as const
    const { id } = await requestExchange(test.shop, wish)
    const label = { boxId: box.id, exchangeId: id, ounces: 12, label: 'bought' } as const
    const at = test.shop.now()
    await test.shop.db
      .insert(parcels)
      .values({ ...label, trackingNumber: 'LONG AGO', boughtAt: at, askedAt: at })
    test.clock.set('2027-06-11T15:00:00Z')
    await fileExchanges({ ...test.shop, carrier: demoCarrier(test.shop.db, test.clock.now) })
    expect((await facts.exchangeOf(id)).state).toBe('expired')
  })

  it('can be exchanged again, and canceled until the belt is here', async () => {
    const { box } = await sent()
    const wish = { boxId: box.id, kind: 'size', size: '34', askedBy: 'member' } as const
    const first = await requestExchange(test.shop, wish)
    await cancelExchange(test.shop, { exchangeId: first.id, actor: 'member' })
    expect(await facts.boxOf(first.replacementBoxId!)).toMatchObject({ state: 'cancelled' })
    expect(await facts.boxOf(box.id)).toMatchObject({ isReplaced: false })
    const second = await requestExchange(test.shop, { ...wish, size: '38' })
    await receiveReturn(test.shop, { exchangeId: second.id, isAsNew: true })
    const late = cancelExchange(test.shop, { exchangeId: second.id, actor: 'member' })
    await expect(late).rejects.toThrow('anymore')
    await shipReplacement(test.shop, { exchangeId: second.id, trackingNumber: '' })
    const third = await requestExchange(test.shop, { ...wish, boxId: second.replacementBoxId!, size: '40' })
    expect(await facts.boxOf(third.replacementBoxId!)).toMatchObject({ size: '40', ordinal: 3 })
  })

  it('shipped with its drop keeps its tracking number when shipped again', async () => {
    const { box } = await sent()
    const exchange = await requestExchange(test.shop, {
      ...{ boxId: box.id, kind: 'size', size: '38', askedBy: 'member' },
    })
    await receiveReturn(test.shop, { exchangeId: exchange.id, isAsNew: true })
    // Packed with its drop, its piece has left the shelf.
    const stock = await facts.stockOf(box.productId!, '38')
    const other = await sent()
    const packed = await requestExchange(test.shop, {
      ...{ boxId: other.box.id, kind: 'size', size: '38', askedBy: 'member' },
    })
    await receiveReturn(test.shop, { exchangeId: packed.id, isAsNew: false })
    const shipTo = { fullName: 'Maya Ellison', address: 'as on its label' }
    await test.shop.db
      .update(boxes)
      .set({ state: 'packed', packedAt: test.shop.now(), shipTo })
      .where(eq(boxes.id, packed.replacementBoxId!))
    await shipReplacement(test.shop, { exchangeId: packed.id, trackingNumber: '1Z999AA10123456784' })
    expect(await facts.stockOf(box.productId!, '38')).toBe(stock)
    expect(await facts.boxOf(packed.replacementBoxId!)).toMatchObject({ shipTo })
    const left = {
      state: 'shipped' as const,
      trackingNumber: '1Z999AA10123456784',
      shippedAt: test.shop.now(),
    }
    await test.shop.db
      .update(boxes)
      .set({ ...left, packedAt: test.shop.now() })
      .where(eq(boxes.id, exchange.replacementBoxId!))
    const after = await shipReplacement(test.shop, { exchangeId: exchange.id, trackingNumber: '' })
    expect(after.state).toBe('shipped')
    expect(await facts.boxOf(exchange.replacementBoxId!)).toMatchObject(left)
    expect(await facts.kindsAbout(exchange.id)).not.toContain('replacement-shipped')
  })

  it.runIf(inject('databaseKind') === 'postgres')(
    'gives the last belt to one of two simultaneous requests',
    async () => {
      const [one, other] = [await sent(), await sent()]
      const ofLast = and(eq(beltVariants.productId, one.box.productId!), eq(beltVariants.size, '44'))
      await test.shop.db.update(beltVariants).set({ stock: 1 }).where(ofLast)
      const wish = { kind: 'size', size: '44', askedBy: 'member' } as const
      let asking: Promise<PromiseSettledResult<unknown>[]>
      await test.shop.db.transaction(async (tx) => {
        // Until both have come as far as they can, neither sets a belt aside.
        await tx.execute(sql`lock table boxes in share mode`)
        asking = Promise.allSettled(
          [one, other].map(({ box }) => requestExchange(test.shop, { ...wish, boxId: box.id })),
        )
        const waiting = sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
        await vi.waitFor(async () => expect(await rowsOf(test.shop.db, waiting)).toHaveLength(2), 60_000)
      })
      const asked = await asking!
      expect(asked.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    },
  )

  it('double-clicked is one exchange, and blocks any other request', async () => {
    const { box } = await sent()
    const wish = { boxId: box.id, askedBy: 'member' as const }
    const [one, same, other] = await Promise.allSettled([
      requestExchange(test.shop, { ...wish, kind: 'size', size: '40' }),
      requestExchange(test.shop, { ...wish, kind: 'size', size: '40' }),
      requestExchange(test.shop, { ...wish, kind: 'size', size: '38' }),
    ])
    const made = await test.shop.db.select().from(exchanges).where(eq(exchanges.boxId, box.id))
    expect(made).toHaveLength(1)
    const isRefused = { status: 'rejected', reason: { code: 'not_possible' } }
    const isMade = { status: 'fulfilled', value: { id: made[0]!.id } }
    expect([one, same, other]).toMatchObject(
      made[0]!.wantedSize === '40' ? [isMade, isMade, isRefused] : [isRefused, isRefused, isMade],
    )
    const boxesPutAside = await facts.boxOf(made[0]!.replacementBoxId!)
    expect(boxesPutAside.size).toBe(made[0]!.wantedSize)
  })
})

describe('another belt', () => {
  it('of the drop ships, and both count as sent', async () => {
    const { box, membership } = await sent()
    const other = await facts.otherBelt(box.productId!)
    const exchange = await requestExchange(test.shop, {
      boxId: box.id,
      kind: 'style',
      productId: other.id,
      askedBy: 'member',
    })
    expect(await facts.boxOf(box.id)).toMatchObject({ isReplaced: false })
    expect(await facts.boxOf(exchange.replacementBoxId!)).toMatchObject({ productId: other.id, size: '36' })
    // The database itself refuses both of them within 36 months.
    const [next] = (await ledgerOf(test, membership.id)).boxes.filter(({ state }) => state === 'owed')
    for (const productId of [box.productId!, other.id]) {
      const repeat = test.shop.db.update(boxes).set({ productId }).where(eq(boxes.id, next!.id))
      await expect(repeat).rejects.toThrow()
    }
  })

  it('already sent, or from another drop, can’t be chosen', async () => {
    const { box } = await sent()
    const [elsewhere] = await test.shop.db
      .insert(products)
      .values({
        ...(await facts.otherBelt(box.productId!)),
        id: crypto.randomUUID(),
        sku: `SKU-${crypto.randomUUID()}`,
        slug: crypto.randomUUID(),
        drop: '2025-01',
      })
      .returning()
    const wish = { boxId: box.id, kind: 'style', askedBy: 'member', productId: elsewhere!.id } as const
    await expect(requestExchange(test.shop, wish)).rejects.toThrow('You can’t choose this belt')
    // One that the shop has put away isn't offered, either.
    const other = await facts.otherBelt(box.productId!)
    const isOther = eq(products.id, other.id)
    await test.shop.db.update(products).set({ isActive: false }).where(isOther)
    const away = requestExchange(test.shop, { ...wish, productId: other.id })
    await expect(away).rejects.toThrow('You can’t choose this belt')
    await test.shop.db.update(products).set({ isActive: true }).where(isOther)
  })
})

describe('a damaged belt', () => {
  it('is replaced at once, without waiting for its return', async () => {
    const { box } = await sent()
    const exchange = await requestExchange(test.shop, { boxId: box.id, kind: 'damaged', askedBy: 'member' })
    expect(await facts.boxOf(exchange.replacementBoxId!)).toMatchObject({ state: 'assigned', size: '36' })
    test.clock.set('2027-03-01T15:00:00Z')
    await fileExchanges(test.shop)
    await shipReplacement(test.shop, { exchangeId: exchange.id, trackingNumber: '' })
    expect(await facts.boxOf(exchange.replacementBoxId!)).toMatchObject({ state: 'shipped' })
  })
})

describe('of a gift that is still secret', () => {
  const secret = giftItem('6-months', { size: '36', styles: ['dress'] })
  it.each([
    ['is sent again', 'replacement', ['exchange-requested', 'replacement-shipped']],
    ['is sent again, and then credited', 'credit', ['exchange-requested', 'exchange-changed']],
  ] as const)('a lost belt %s, which the recipient hears after the notice', async (_case, remedy, told) => {
    const giftDetails = { ...secret.giftDetails!, emailDate: '2026-12-24T00:00:00.000Z' }
    const { box, email } = await sent({ ...secret, giftDetails })
    const wish = { boxId: box.id, kind: 'lost', remedy: 'replacement', askedBy: 'owner' } as const
    const { id } = await requestExchange(test.shop, wish)
    if (remedy === 'credit') await changeRemedy(test.shop, { exchangeId: id, remedy })
    else await shipReplacement(test.shop, { exchangeId: id, trackingNumber: '' })
    await test.work()
    const theirs = () => test.mails.filter(({ to }) => to === email).map(({ kind }) => kind as string)
    expect(theirs()).toEqual([])
    test.clock.set('2026-12-24T14:30:00Z')
    await test.work()
    expect(theirs()).toEqual(expect.arrayContaining([...told]))
  })

  it('a lost belt’s email offers its giver what their page does', async () => {
    const giftDetails = { ...secret.giftDetails!, emailDate: '2026-12-24T00:00:00.000Z' }
    const { box } = await sent({ ...secret, giftDetails })
    const giver = await signInMember(test, 'maya@example.com')
    const claims = async () => {
      const { belts } = (await giver.get('/api/account/sent-belts')).body
      return belts.find(({ boxId }: { boxId: string }) => boxId === box.id).claims
    }
    const change = (fields: Partial<typeof boxes.$inferInsert>) =>
      test.shop.db.update(boxes).set(fields).where(eq(boxes.id, box.id))
    await change({ state: 'shipped', shippedAt: test.clock.now(), deliveredAt: null })
    expect(await claims(), 'on its way').toEqual([])
    await change({ trouble: 'lost' })
    expect(await claims()).toEqual(['refund'])
    const { to, text } = (await boxTrouble(test.shop, `${box.id}:lost`)) as MailContent
    expect(to).toBe('maya@example.com')
    expect(text).toContain('refund the card that paid, or send it again if you reply to this email')
  })
})

describe('the thirty days', () => {
  it.each([
    ['still apply in the last second of the last day', '2027-01-08T04:59:59Z', 'may'],
    ['end at midnight shop time', '2027-01-08T05:00:00Z', 'may not'],
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

  it('haven’t started for an unshipped belt', async () => {
    const { membership } = await sent()
    const owed = (await ledgerOf(test, membership.id)).boxes.find(({ state }) => state === 'owed')!
    const asked = requestExchange(test.shop, { boxId: owed.id, kind: 'return', askedBy: 'owner' })
    await expect(asked).rejects.toThrow('hasn’t shipped yet')
  })
})
