import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  boxes,
  boxFeedback,
  dropNotices,
  drops,
  exchanges,
  products,
  reviews,
  settings,
} from '../../db/schema.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { insertBoxes } from '../../test/many-boxes.ts'
import { beltOnPage, dropOnPage, sentCounts, shopProof, shownDrops, shownPaths } from './belt-pages.ts'
import { newestReviews } from './shown-reviews.ts'

let test: TestShop
beforeAll(async () => {
  // The 21st of November: who joins now gets the belt of December.
  test = await createTestShop()
  await test.shop.db.insert(settings).values({ key: 'currentDrop', value: '2025-11' })
  const [ashbury] = await test.shop.db.select().from(products).where(eq(products.slug, 'the-ashbury'))
  const { id: _, ...copy } = ashbury!
  await test.shop.db.insert(products).values([
    { ...copy, sku: 'MD1-202512-LATER', slug: 'the-later', drop: '2025-12' },
    { ...copy, sku: 'MD1-202510-PUTAWAY', slug: 'the-put-away', drop: '2025-10', isActive: false },
  ])
})
afterAll(() => test.close())

it('a belt of the current drop has a page, with others of its drop beside it', async () => {
  const page = await beltOnPage(test.shop, 'the-ashbury')
  expect(page).toMatchObject({
    drop: { drop: '2025-11', isCurrent: true },
    isSold: true,
    belt: { name: 'The Ashbury' },
  })
  expect(page!.beside.map((belt) => [belt.name, belt.gender])).toEqual([
    ['The Whitlock', 'male'],
    ['The Marlowe', 'male'],
    ['The Ridgeway', 'male'],
  ])
})

it('a belt has those of its own style beside it, before the first ones of the drop', async () => {
  const { beside } = (await beltOnPage(test.shop, 'the-ridgeway'))!
  expect(beside.map(({ name }) => name)).toEqual(['The Foundry', 'The Fieldhand', 'The Ashbury'])
})

it('an archived belt keeps its page but isn’t sold, and an unseen one has none', async () => {
  expect(await beltOnPage(test.shop, 'the-put-away')).toMatchObject({
    isSold: false,
    drop: { drop: '2025-10', isCurrent: false },
  })
  expect(await beltOnPage(test.shop, 'the-later')).toBeNull()
  expect(await beltOnPage(test.shop, 'no-such-belt')).toBeNull()
})

it('an archived belt of the current drop isn’t shown beside others or listed', async () => {
  const { db } = test.shop
  const [ashbury] = await db.select().from(products).where(eq(products.slug, 'the-ashbury'))
  const { id: _, ...copy } = ashbury!
  const retired = { sku: 'MD1-202511-RETIRED', slug: 'the-retired', name: 'The Retired', isActive: false }
  await db.insert(products).values({ ...copy, ...retired, displayOrder: 0 })
  expect(await beltOnPage(test.shop, 'the-retired')).toMatchObject({
    isSold: false,
    drop: { isCurrent: true },
  })
  const { beside } = (await beltOnPage(test.shop, 'the-ashbury'))!
  expect(beside.map(({ name }) => name)).toEqual(['The Whitlock', 'The Marlowe', 'The Ridgeway'])
  const [current] = await shownDrops(test.shop)
  expect(current!.belts.map(({ name }) => name)).not.toContain('The Retired')
  await db.delete(products).where(eq(products.slug, 'the-retired'))
})

it('drops are current, past, hidden while they can be joined, or missing', async () => {
  const { shop } = test
  expect(await dropOnPage(shop, '2025-11')).toMatchObject({ standing: 'current' })
  expect(await dropOnPage(shop, '2025-10')).toMatchObject({
    standing: 'past',
    belts: [{ slug: 'the-put-away' }],
  })
  expect(await dropOnPage(shop, '2026-12')).toEqual({ standing: 'veiled' })
  for (const drop of ['2027-01', '2026-10', '2025-12', '2025-09', '2026-13', 'next'])
    expect(await dropOnPage(shop, drop), drop).toBeNull()
  expect(
    (await shownDrops(shop)).map(({ drop, isCurrent, belts }) => [drop, isCurrent, belts.length]),
  ).toEqual([
    ['2025-11', true, 18],
    ['2025-10', false, 1],
  ])
  expect(await shownPaths(shop)).toHaveLength(2 + 19)
  // Nothing of a month comes any more that the owner has moved.
  const { db } = shop
  const cutOffAt = new Date('2026-12-01T04:59:59.999Z')
  await db.insert(drops).values({ drop: '2026-12', cutOffAt, shipBy: '2026-12-05' })
  const move = { drop: '2026-12', kind: 'month', toDrop: '2027-01', words: 'It’s late.', username: 'owner' }
  await db.insert(dropNotices).values(move)
  expect(await dropOnPage(shop, '2026-12')).toBeNull()
  expect(await dropOnPage(shop, '2027-01')).toEqual({ standing: 'veiled' })
  await db.delete(dropNotices)
  await db.delete(drops)
})

it('member feedback is shown from 30 answers on, with the count', async () => {
  const { db } = test.shop
  const [ashbury] = await db.select().from(products).where(eq(products.slug, 'the-ashbury'))
  await insertBoxes(db, 31, '2026-11', '2026-10-20')
  const sent = await db.update(boxes).set({ productId: ashbury!.id, state: 'delivered' }).returning()
  const answers = sent.map(({ id }, index) => ({
    boxId: id,
    fit: index % 10 === 0 ? 'tight' : 'right',
    taste: index === 0 ? null : 'love',
    at: new Date('2026-11-15'),
  }))
  await db.insert(boxFeedback).values(answers.slice(0, 29))
  expect((await beltOnPage(test.shop, 'the-ashbury'))!.proof).toEqual({ fit: null, love: null })
  expect(await shopProof(test.shop)).toBeNull()
  await db.insert(boxFeedback).values(answers.slice(29))
  expect((await beltOnPage(test.shop, 'the-ashbury'))!.proof).toEqual({
    fit: { good: 27, answers: 31 },
    love: { good: 30, answers: 30 },
  })
  await db.update(boxes).set({ shippedAt: new Date('2026-11-03') })
  expect(await shopProof(test.shop)).toEqual({
    fit: { good: 27, answers: 31 },
    love: { good: 30, answers: 30 },
    sent: 31,
    returned: 0,
  })
  // Back for good are those that came, for money or credit: not another size, nor one on its way.
  const [came, onItsWay, swapped] = sent
  const own = { askedBy: 'member', expiresAt: new Date('2026-12-20') }
  const receivedAt = new Date('2026-11-20')
  await db.insert(exchanges).values([
    { ...own, boxId: came!.id, kind: 'return', remedy: 'credit', state: 'received', receivedAt },
    { ...own, boxId: onItsWay!.id, kind: 'return', remedy: 'refund' },
    { ...own, boxId: swapped!.id, kind: 'damaged', remedy: 'repair', state: 'received', receivedAt },
  ])
  expect(await shopProof(test.shop)).toMatchObject({ sent: 31, returned: 1 })
  expect(await sentCounts(test.shop)).toEqual({ sent: 31, returned: 1 })
  await db.delete(exchanges)
})

it('the newest reviews are shown, a dozen on the belt’s page, three with text on the home page', async () => {
  const { db } = test.shop
  const sent = await db.select().from(boxes)
  const written = sent.slice(0, 14).map(({ id, personId, productId }, at) => ({
    ...{ boxId: id, personId, productId: productId!, stars: 4, state: 'published' as const },
    ...{ text: at === 13 ? '' : `Review ${at}`, writtenAt: new Date(Date.parse('2026-11-10') + at * 60_000) },
  }))
  await db.insert(reviews).values(written)
  const page = (await beltOnPage(test.shop, 'the-ashbury'))!.reviews!
  expect(page).toMatchObject({ count: 14, average: 4 })
  expect(page.shown.map(({ text }) => text)).toEqual([
    '',
    ...Array.from({ length: 11 }, (_, back) => `Review ${12 - back}`),
  ])
  // The evening before, where the shop is.
  expect(page.shown[0]!.writtenOn).toBe('2026-11-09')
  const home = async () => (await newestReviews(test.shop)).map(({ text }) => text)
  expect(await home()).toEqual(['Review 12', 'Review 11', 'Review 10'])
  // Someone who wears a belt nobody else has seen may have reviewed it.
  const isIt = eq(products.slug, 'the-ashbury')
  await db.update(products).set({ drop: '2025-12' }).where(isIt)
  expect(await home()).toEqual([])
  await db.update(products).set({ drop: '2025-11' }).where(isIt)
})
