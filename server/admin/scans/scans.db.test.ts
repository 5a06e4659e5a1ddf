import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { PDFDocument } from 'pdf-lib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { beltVariants, boxes, products } from '../../../db/schema.ts'
import { boxReference } from '../../../domain/drop.ts'
import { type SignedIn, signIn } from '../../../test/admin.ts'
import { createTestShop, type TestShop } from '../../../test/create-test-shop.ts'
import { packedDrop } from '../../../test/packed-drop.ts'
import { sizesOf } from './scan-at-packing.ts'

const drop = '2026-12'
let test: TestShop
let packer: SignedIn
beforeAll(async () => {
  test = await createTestShop()
  packer = await packedDrop(test, 4)
})
afterAll(() => test.close())

const variant = async (beltId: string, size: string) =>
  (
    await test.shop.db
      .select()
      .from(beltVariants)
      .where(and(eq(beltVariants.productId, beltId), eq(beltVariants.size, size)))
  )[0]!
const firstBelt = async () => (await test.shop.db.select().from(products).orderBy(products.sku))[0]!

describe('incoming inventory', () => {
  const receive = (code: string, id: string = randomUUID(), pieces = 1) =>
    packer.post('/api/admin/stock/receipts', { id, code, pieces })

  it('counts once per scan, however often it is sent or by how many people', async () => {
    const belt = await firstBelt()
    const { id, stock } = await variant(belt.id, '34')
    const other = await signIn(test, 'owner')
    const twice = randomUUID()
    const scans = await Promise.all([
      ...Array.from({ length: 6 }, () => receive(boxReference(id))),
      ...Array.from({ length: 6 }, () =>
        other.post('/api/admin/stock/receipts', { id: randomUUID(), code: `${belt.sku}-34`, pieces: 1 }),
      ),
      receive(boxReference(id).toLowerCase(), twice),
      receive(boxReference(id), twice),
    ])
    expect(scans.map(({ status }) => status)).toEqual(scans.map(() => 200))
    for (const none of [0, -1]) expect((await receive(boxReference(id), undefined, none)).status).toBe(400)
    expect((await variant(belt.id, '34')).stock).toBe(stock + 13)
    const { receipts } = (await packer.get('/api/admin/stock/receipts')).body
    expect(receipts).toHaveLength(13)
    expect(new Set(receipts.map((each: { username: string }) => each.username))).toEqual(
      new Set(['test-packer', 'test-owner']),
    )
  })

  it('is undone once, and not when already assigned', async () => {
    const belt = await firstBelt()
    const { id, stock } = await variant(belt.id, '34')
    const { receipt } = (await receive(boxReference(id))).body
    const undo = () => packer.post(`/api/admin/stock/receipts/${receipt.id}/undo`)
    const [promised] = await test.shop.db.select().from(boxes).limit(1)
    await test.shop.db.update(beltVariants).set({ stock: 1 }).where(eq(beltVariants.id, id))
    await test.shop.db
      .update(boxes)
      .set({ state: 'assigned', packedAt: null, productId: belt.id, size: '34' })
      .where(eq(boxes.id, promised!.id))
    const refused = await undo()
    expect([refused.status, refused.body.message]).toEqual([
      409,
      expect.stringContaining('promised to Member'),
    ])
    expect((await variant(belt.id, '34')).stock).toBe(1)
    await test.shop.db.update(boxes).set(promised!).where(eq(boxes.id, promised!.id))
    await test.shop.db.update(beltVariants).set({ stock }).where(eq(beltVariants.id, id))
    await test.shop.db
      .update(beltVariants)
      .set({ stock: stock + 1 })
      .where(eq(beltVariants.id, id))
    expect((await undo()).body.receipt).toMatchObject({ isUndone: true, stock })
    expect((await undo()).body.receipt).toMatchObject({ isUndone: true, stock })
  })

  it('stays within limits, and can’t be undone after shipping', async () => {
    const belt = await firstBelt()
    const { id, stock } = await variant(belt.id, '38')
    const keep = (pieces: number) =>
      test.shop.db.update(beltVariants).set({ stock: pieces }).where(eq(beltVariants.id, id))
    await keep(99_999)
    expect((await receive(boxReference(id), randomUUID(), 2)).status).toBe(409)
    const { receipt } = (await receive(boxReference(id))).body
    await keep(0)
    const { status, body } = await packer.post(`/api/admin/stock/receipts/${receipt.id}/undo`)
    expect([status, body.message]).toEqual([409, expect.stringContaining('has left the shelf already')])
    await keep(stock)
  })

  it('with the wrong label is refused with what to do', async () => {
    const { status, body } = await receive('3F9A-2C71-04BE')
    expect([status, body.message]).toEqual([404, expect.stringContaining('Scan the label on the belt')])
  })
})

describe('packing a box with a scanner', () => {
  const scan = async (code: string, boxId?: string) =>
    (await packer.post(`/api/admin/drops/${drop}/scan`, { code, boxId })).body

  it('accepts the right belt and rejects any other in words', async () => {
    const { next, packed, checked } = (await packer.get(`/api/admin/drops/${drop}/scan`)).body
    expect([packed, checked]).toEqual([4, 0])
    const [box] = await test.shop.db.select().from(boxes).where(eq(boxes.id, next.boxId))
    const right = boxReference((await variant(box!.productId!, '36')).id)
    const wrongSize = boxReference((await variant(box!.productId!, '38')).id)
    expect(await scan(right)).toMatchObject({
      verdict: 'unknown',
      sentence: expect.stringContaining('Scan its packing slip'),
    })
    expect(await scan(next.reference)).toMatchObject({ verdict: 'box', box: next })
    expect(await scan(wrongSize, next.boxId)).toMatchObject({
      verdict: 'wrong',
      sentence: `Wrong size. This is ${next.belt}, size 38. ${next.name}’s box gets ${next.belt}, size 36.`,
      checked: 0,
    })
    const [otherBelt] = (await test.shop.db.select().from(products).orderBy(products.sku)).filter(
      (each) => each.gender === 'male' && each.id !== box!.productId,
    )
    const wrong = await scan(boxReference((await variant(otherBelt!.id, '36')).id), next.boxId)
    expect([wrong.verdict, wrong.checked]).toEqual(['wrong', 0])
    expect(await scan('nonsense', next.boxId)).toMatchObject({ verdict: 'unknown', box: next })
    expect(await scan(right, next.boxId)).toMatchObject({ verdict: 'right', checked: 1 })
    expect(await scan(right, next.boxId)).toMatchObject({ verdict: 'again', checked: 1 })
    expect((await packer.get(`/api/admin/drops/${drop}/scan`)).body.next.boxId).not.toBe(next.boxId)
    expect((await packer.get(`/api/admin/drops/${drop}/pack`)).body).toMatchObject({ packed: 4, checked: 1 })
    // Taken back, it is to be checked again.
    await packer.post(`/api/admin/drops/${drop}/unpack`, { boxIds: [next.boxId] })
    await packer.post(`/api/admin/drops/${drop}/pack`)
    expect((await packer.get(`/api/admin/drops/${drop}/scan`)).body).toMatchObject({ packed: 4, checked: 0 })
  })
})

it('labels print one per belt or several per size, on sheets or one per page', async () => {
  const belt = await firstBelt()
  const pages = async (query: string) => {
    const answer = await packer.request(
      'GET',
      `/api/admin/stock/labels.pdf?drop=${belt.drop}&beltId=${belt.id}&${query}`,
    )
    if (answer.status !== 200) return (await answer.json()).message
    const document = await PDFDocument.load(await answer.arrayBuffer())
    return [document.getPageCount(), document.getPage(0).getSize()]
  }
  expect(await pages('paper=roll&each=2')).toEqual([14, { width: 162, height: 90 }])
  expect(await pages('paper=sheet&each=4')).toEqual([1, { width: 612, height: 792 }])
  expect(await pages('paper=sheet&each=4&first=3')).toEqual([1, { width: 612, height: 792 }])
  expect(await pages('paper=sheet&each=4&first=4')).toEqual([2, { width: 612, height: 792 }])
  await test.shop.db.update(beltVariants).set({ stock: 500 }).where(eq(beltVariants.productId, belt.id))
  expect(await pages('paper=roll')).toMatch(/3500 labels\. Print at most 3000/)
  await test.shop.db.update(beltVariants).set({ stock: 0 }).where(eq(beltVariants.productId, belt.id))
  expect(await pages('paper=sheet')).toMatch(/nothing to print/)
})

it('labels follow the home page’s order, men’s belts first', async () => {
  const { db } = test.shop
  const first = await firstBelt()
  await db.update(products).set({ displayOrder: 90 }).where(eq(products.id, first.id))
  const sizes = await sizesOf(db, first.drop)
  const genders = [...new Set(sizes.map(({ gender }) => gender))]
  expect(genders).toEqual(['male', 'female'])
  expect(sizes.findLast(({ gender }) => gender === 'male')!.beltId).toBe(first.id)
})
