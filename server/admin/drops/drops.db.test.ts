import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { drops, products } from '../../../db/schema.ts'
import { type SignedIn, signIn } from '../../../test/admin.ts'
import { createTestShop, type TestShop } from '../../../test/create-test-shop.ts'
import { currentBelts } from '../../catalog/current-drop.ts'

let test: TestShop
let owner: SignedIn
beforeAll(async () => {
  test = await createTestShop({ now: '2026-11-21T15:00:00Z' })
  owner = await signIn(test)
})
afterAll(() => test.close())

const december = { drop: '2026-12', cutOffDay: '2026-11-30', shipBy: '2026-12-05' }
const shown = async () => new Set((await currentBelts(test.shop)).map((belt) => belt.sku.split('-')[1]))

it('the first drop holds the sample belts, and the next is proposed with its days', async () => {
  const { body } = await owner.get('/api/admin/drops')
  expect(body.drops).toEqual([
    {
      drop: '2025-11',
      cutOffDay: '2025-10-31',
      shipBy: '2025-11-05',
      state: 'open',
      belts: 18,
      activeBelts: 18,
      pieces: 18 * 7 * 20,
      boxesOwed: 0,
      isCurrent: true,
      isCreated: false,
    },
  ])
  expect(body.next).toEqual(december)
})

it('a drop is prepared unseen, and shown on the home page when the owner says so', async () => {
  expect((await owner.post('/api/admin/drops', december)).body).toEqual({ drop: '2026-12' })
  const [row] = await test.shop.db.select().from(drops)
  // The last moment of November in New York.
  expect(row?.cutOffAt.toISOString()).toBe('2026-12-01T04:59:59.999Z')
  expect((await owner.post('/api/admin/drops', december)).status).toBe(409)
  const wrong = await owner.post('/api/admin/drops', { ...december, drop: '2027-01', shipBy: '2026-11-30' })
  expect(wrong.body.fields.shipBy).toContain('Choose a later day')
  const empty = await owner.post('/api/admin/drops/2026-12/current')
  expect([empty.status, empty.body.message]).toEqual([
    409,
    'December 2026’s drop has no active belt to show. Add one first.',
  ])

  const [copy] = await test.shop.db.select().from(products).limit(1)
  const { id: _id, ...fields } = copy!
  await test.shop.db
    .insert(products)
    .values({ ...fields, sku: 'MD1-202612-ASHBURY', slug: 'the-ashbury-2', drop: '2026-12' })
  expect(await shown()).toEqual(new Set(['202511']))
  expect((await owner.post('/api/admin/drops/2026-12/current')).body).toEqual({ success: true })
  expect(await shown()).toEqual(new Set(['202612']))
  const { body } = await owner.get('/api/admin/drops')
  expect(body.drops.map((each: { drop: string; isCurrent: boolean }) => [each.drop, each.isCurrent])).toEqual(
    [
      ['2026-12', true],
      ['2025-11', false],
    ],
  )
  expect(body.next.drop).toBe('2027-01')
})

it('the previous drop is shown when the current one has no active belt', async () => {
  await test.shop.db.update(products).set({ isActive: false }).where(eq(products.drop, '2026-12'))
  expect(await shown()).toEqual(new Set(['202511']))
})

it('a month prepared with days and a belt leaves the home page alone until shown', async () => {
  const fresh = await createTestShop({ now: '2026-11-21T15:00:00Z' })
  const admin = await signIn(fresh)
  const live = async () => (await currentBelts(fresh.shop)).length
  expect(await live()).toBe(18)
  const { drop: _drop, ...days } = december
  expect((await admin.patch('/api/admin/drops/2026-12', days)).status).toBe(200)
  const [known] = (await admin.get('/api/admin/belts')).body.belts
  const { id: _id, drop: _own, stock: _stock, isUsed: _isUsed, ...fields } = known
  const belt = { ...fields, sku: 'MD1-202612-ASHBURY', isActive: true }
  const made = await admin.post('/api/admin/belts', { drop: '2026-12', belt })
  expect(made.body.belt).toMatchObject({ drop: '2026-12', isActive: true })
  expect(await live()).toBe(18)
  expect((await admin.post('/api/admin/drops/2026-12/current')).status).toBe(200)
  expect(await live()).toBe(1)
  await fresh.close()
})

it('a packer sees the drops but can’t create any', async () => {
  const packer = await signIn(test, 'packer')
  expect((await packer.get('/api/admin/drops')).status).toBe(200)
  expect((await packer.post('/api/admin/drops', december)).status).toBe(403)
  expect((await packer.post('/api/admin/drops/2025-11/current')).status).toBe(403)
})
