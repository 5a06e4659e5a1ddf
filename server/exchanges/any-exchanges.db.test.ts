import { and, asc, eq, inArray, lte } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import {
  beltVariants,
  boxes,
  demoRefunds,
  exchanges,
  membershipPayments,
  products,
  refunds,
  storeCredit,
} from '../../db/schema.ts'
import { addDrops, dropsBetween } from '../../domain/drop.ts'
import { ShopError } from '../../domain/errors.ts'
import { openExchanges, undoneExchanges } from '../../domain/exchange.ts'
import { giftItem, selfItem, toCalifornia } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { join } from '../../test/members.ts'
import { runSeed, seededRandom, sized } from '../../test/random.ts'
import { refundBoxes } from '../billing/refund-boxes.ts'
import { cancelExchange } from './cancel-exchange.ts'
import { changeRemedy } from './change-remedy.ts'
import { answerOffer, decideClaim, declineClaim, markRepaired } from './decide-claim.ts'
import { fileExchanges } from './file-exchanges.ts'
import { requestExchange } from './request-exchange.ts'
import { creditReturn, receiveReturn, refundReturn, refuseReturn } from './returns.ts'
import { shipReplacement } from './ship-replacement.ts'

const months = sized(3, 8)
const sizes = ['32', '34', '36', '38', '40']

/** What a member, a giver and the admin do with belts, by chance; refusals are answers. */
async function live(test: TestShop, random: () => number) {
  const { db } = test.shop
  const chance = (share: number) => random() < share
  const pick = <Item>(items: Item[]): Item | undefined => items[Math.floor(random() * items.length)]
  const attempt = (act: () => Promise<unknown>) =>
    act().catch((error: unknown) => {
      if (!(error instanceof ShopError)) throw error
    })
  const belts = await db.select().from(products).where(eq(products.gender, 'male'))
  await db.update(beltVariants).set({ stock: 3 })
  const gift = giftItem('12-months', { size: '36', styles: ['dress'] })
  gift.giftDetails!.emailDate = '2030-01-01T00:00:00.000Z'
  const members = await join(test, [toCalifornia(selfItem('12-months')), gift, selfItem('6-months')])

  for (let index = 0; index < months; index++) {
    const month = addDrops('2026-12', index)
    test.clock.set(`${month}-05T15:00:00Z`)
    // A drop is sent: to each a belt that the database lets them have.
    const due = await db
      .select()
      .from(boxes)
      .where(and(eq(boxes.kind, 'owed'), eq(boxes.state, 'owed'), lte(boxes.drop, month)))
    for (const box of due) {
      const sent = {
        state: 'delivered' as const,
        size: '36',
        shippedAt: test.shop.now(),
        deliveredAt: test.shop.now(),
      }
      for (const belt of belts.toSorted(() => random() - 0.5)) {
        const isGiven = await db
          .update(boxes)
          .set({ ...sent, productId: belt.id })
          .where(eq(boxes.id, box.id))
          .then(
            () => true,
            () => false,
          )
        if (isGiven) break
      }
    }
    for (let day = 6; day < 28; day += 3) {
      test.clock.set(`${month}-${String(day).padStart(2, '0')}T15:00:00Z`)
      if (chance(0.3)) await db.update(beltVariants).set({ stock: 2 })
      const sent = await db
        .select()
        .from(boxes)
        .where(inArray(boxes.state, ['shipped', 'delivered']))
        .orderBy(asc(boxes.shippedAt))
      const all = await db.select().from(exchanges)
      const untouched = sent.filter(
        ({ id }) => !all.some(({ boxId, state }) => boxId === id && !undoneExchanges.includes(state)),
      )
      const box = pick(chance(0.8) ? untouched.slice(-4) : sent)
      const waiting = all.filter(({ state }) => openExchanges.includes(state))
      const open = pick(chance(0.9) ? waiting : all)
      if (box && chance(0.7)) {
        const kind = pick(['size', 'style', 'damaged', 'return'] as const)!
        const isGift = members.some(({ id, isGift }) => id === box.membershipId && isGift)
        await attempt(() =>
          requestExchange(test.shop, {
            boxId: box.id,
            kind,
            askedBy: 'member',
            ...(kind === 'return' ? { remedy: isGift && chance(0.5) ? 'credit' : 'refund' } : {}),
            ...(kind === 'damaged' && chance(0.6)
              ? { remedy: pick(['repair', 'replacement', 'refund'] as const)! }
              : {}),
            ...(kind === 'size' ? { size: pick(sizes)! } : {}),
            ...(kind === 'style' ? { productId: pick(belts)!.id, size: pick(sizes)! } : {}),
          }),
        )
      }
      if (open) {
        const exchangeId = open.id
        await attempt(() =>
          pick([
            () => receiveReturn(test.shop, { exchangeId, isAsNew: chance(0.5) }),
            () => receiveReturn(test.shop, { exchangeId, isAsNew: true }),
            () => receiveReturn(test.shop, { exchangeId, isAsNew: false }),
            () => shipReplacement(test.shop, { exchangeId, trackingNumber: '' }),
            () => changeRemedy(test.shop, { exchangeId, remedy: 'refund' }),
            () => changeRemedy(test.shop, { exchangeId, remedy: 'credit' }),
            () =>
              changeRemedy(test.shop, {
                ...{ exchangeId, remedy: 'replacement', productId: pick(belts)!.id, size: pick(sizes)! },
              }),
            () => refundReturn(test.shop, { exchangeId }),
            () => creditReturn(test.shop, { exchangeId }),
            () => refuseReturn(test.shop, { exchangeId, reason: 'Worn' }),
            () => cancelExchange(test.shop, { exchangeId, actor: 'member' }),
            () => decideClaim(test.shop, { exchangeId, remedy: 'repair' }),
            () => decideClaim(test.shop, { exchangeId, remedy: 'replacement' }),
            () => decideClaim(test.shop, { exchangeId, remedy: 'refund' }),
            () => decideClaim(test.shop, { exchangeId, remedy: 'credit' }),
            () => answerOffer(test.shop, { exchangeId, remedy: 'credit', actor: 'member' }),
            () => declineClaim(test.shop, { exchangeId, reason: 'Cut' }),
            () => markRepaired(test.shop, { exchangeId }),
          ])!(),
        )
        // What was received gets its remedy sooner or later.
        if (chance(0.6)) {
          await attempt(() => shipReplacement(test.shop, { exchangeId, trackingNumber: '' }))
          await attempt(() => refundReturn(test.shop, { exchangeId }))
          await attempt(() => creditReturn(test.shop, { exchangeId }))
        }
      }
      if (chance(0.05)) await attempt(() => refundBoxes(test.shop, { membershipId: pick(members)!.id }))
      await fileExchanges(test.shop)
    }
  }
}

/** paid = shipped + owed + refunded + credited, for every payment; and the provider gave back what the books say. */
async function checkMoney(test: TestShop, where: string) {
  const { db } = test.shop
  const all = await db.select().from(boxes)
  const sum = (rows: { valueCents: number }[]) => rows.reduce((total, row) => total + row.valueCents, 0)
  const given = await db.select().from(refunds)
  for (const payment of await db.select().from(membershipPayments)) {
    const bought = all.filter(({ paymentId }) => paymentId === payment.id)
    expect(sum(bought), where).toBe(payment.amountCents)
    const refunded = bought.filter(({ refundId }) => refundId !== null)
    const ofPayment = given.filter(({ paymentId }) => paymentId === payment.id)
    expect(
      ofPayment.reduce((total, row) => total + row.amountCents, 0),
      where,
    ).toBe(sum(refunded))
    expect(
      ofPayment.reduce((total, row) => total + row.taxCents, 0),
      where,
    ).toBeLessThanOrEqual(payment.taxCents)
    expect(
      refunded.every(({ state }) => state === 'returned' || state === 'refunded'),
      where,
    ).toBe(true)
  }
  const atProvider = (await db.select().from(demoRefunds)).reduce((total, row) => total + row.amountCents, 0)
  expect(atProvider, where).toBe(given.reduce((total, row) => total + row.amountCents + row.taxCents, 0))
  const credited = all.filter(
    ({ kind, state, refundId }) => kind === 'owed' && state === 'returned' && refundId === null,
  )
  const lines = await db.select().from(storeCredit)
  expect(
    lines.reduce((total, row) => total + row.amountCents, 0),
    where,
  ).toBe(sum(credited))
}

/** No one gets a belt twice within 36 months except as its own replacement, and nothing missing is sent. */
async function checkBelts(test: TestShop, where: string) {
  const { db } = test.shop
  const all = await db.select().from(boxes)
  const asked = await db.select().from(exchanges)
  const standing = all.filter(
    ({ productId, isReplaced, state }) =>
      productId && !isReplaced && !['skipped', 'cancelled', 'refunded'].includes(state),
  )
  for (const one of standing)
    for (const other of standing)
      if (one.id < other.id && one.personId === other.personId && one.productId === other.productId)
        expect(Math.abs(dropsBetween(one.drop, other.drop)), where).toBeGreaterThanOrEqual(36)
  for (const replaced of all.filter(({ isReplaced }) => isReplaced)) {
    const exchange = asked.find(
      ({ boxId, state }) => boxId === replaced.id && !undoneExchanges.includes(state),
    )
    expect(exchange?.wantedProductId, where).toBe(replaced.productId)
  }
  const pieces = await db.select().from(beltVariants)
  expect(
    pieces.every(({ stock }) => stock >= 0),
    where,
  ).toBe(true)
}

describe('with random exchanges and remedies', () => {
  const seed = runSeed()

  // Seconds, because every act is a transaction of its own.
  it('money is conserved per payment, and nobody gets a belt twice', async () => {
    const test = await createTestShop({ now: '2026-11-21T15:00:00Z' })
    try {
      await live(test, seededRandom(seed))
      const made = await test.shop.db.select().from(exchanges)
      expect(made.length, `SEED=${seed}: something happened`).toBeGreaterThan(0)
      await checkMoney(test, `SEED=${seed}`)
      await checkBelts(test, `SEED=${seed}`)
    } finally {
      await test.close()
    }
  })
})
