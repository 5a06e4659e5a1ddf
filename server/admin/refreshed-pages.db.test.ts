import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { BeltView } from '../../domain/admin/belt-contracts.ts'
import { type SignedIn, signIn } from '../../test/admin.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { readSetting } from '../settings/settings.ts'

// Visitors see cached pages: after any change in the admin, every process has to rerender them.
let test: TestShop
let owner: SignedIn
let belt: BeltView
beforeAll(async () => {
  test = await createTestShop()
  owner = await signIn(test)
  belt = (await owner.get('/api/admin/belts')).body.belts[0]
})
afterAll(() => test.close())

const fieldsOf = ({ id: _, drop: _1, stock: _2, isUsed: _3, slug: _4, design: _5, ...fields }: BeltView) =>
  fields
const file = 'SKU,Material\nMD1-202511-ASHBURY,Suede\n'
const sendFile = async (path: string) => {
  const headers = { 'content-type': 'application/octet-stream' }
  const answer = await owner.request('POST', path, new TextEncoder().encode(file), headers)
  return { status: answer.status, body: await answer.json() }
}
const newOne = () => ({ ...fieldsOf(belt), name: 'The New', sku: 'MC9-202511-NEW' })
const idOf = async (name: string) =>
  (await owner.get(`/api/admin/belts?search=${encodeURIComponent(name)}`)).body.belts[0].id
const days = { cutOffDay: '2026-11-30', shipBy: '2026-12-05' }

/** An owner’s actions, in a workable order. */
const acts: [string, () => Promise<{ status: number }>][] = [
  ['a belt is created', () => owner.post('/api/admin/belts', { drop: '2025-11', belt: newOne() })],
  [
    'a belt is changed',
    async () =>
      owner.patch(`/api/admin/belts/${await idOf('The New')}`, { belt: { ...newOne(), material: 'Suede' } }),
  ],
  ['a belt is deleted', async () => owner.del(`/api/admin/belts/${await idOf('The New')}`)],
  ['a drop is created', () => owner.post('/api/admin/drops', { drop: '2026-12', ...days })],
  [
    'a drop gets other days',
    () => owner.patch('/api/admin/drops/2026-12', { ...days, shipBy: '2026-12-08' }),
  ],
  [
    'belts come again in it',
    () => owner.post('/api/admin/drops/2026-12/belts/copies', { belts: [{ id: belt.id, name: belt.name }] }),
  ],
  ['a drop is shown', () => owner.post('/api/admin/drops/2026-12/current')],
  [
    'belts come as a file',
    async () => {
      const { seen } = (await sendFile('/api/admin/belts.csv/preview?drop=2025-11')).body
      return sendFile(`/api/admin/belts.csv?drop=2025-11&seen=${seen}`)
    },
  ],
  [
    'the shop is named',
    () => owner.patch('/api/admin/settings', { shopName: 'The Strap', supportEmail: '', holidays: [] }),
  ],
  [
    'the quiz is published',
    async () => {
      await owner.post('/api/admin/quiz-versions/draft', { version: 1 })
      return owner.post('/api/admin/quiz-versions/publish', { version: 2 })
    },
  ],
  ['a plan costs more', () => owner.patch('/api/admin/plans/monthly', { price: '72.50' })],
  [
    'tax is collected in a state',
    () =>
      owner.post('/api/admin/sales-tax/rules', {
        ...{ state: 'NY', from: '2026-11-25', way: 'rate', ratePercent: '4' },
      }),
  ],
]

it.each(acts)('pages are rerendered when %s', async (_, act) => {
  const before = await readSetting(test.shop, 'catalogVersion')
  const { status, ...answer } = await act()
  expect(status, JSON.stringify(answer)).toBe(200)
  expect(await readSetting(test.shop, 'catalogVersion')).not.toBe(before)
})

it('the visible drop stays until another is shown, whatever is prepared', async () => {
  const { db } = test.shop
  const later = { ...fieldsOf(belt), name: 'The Later', sku: 'MC9-202701-LATER' }
  await owner.post('/api/admin/drops', { drop: '2027-01', cutOffDay: '2026-12-31', shipBy: '2027-01-05' })
  for (const prepare of [
    () => owner.post('/api/admin/belts', { drop: '2027-01', belt: later }),
    () => owner.post('/api/admin/drops/2027-01/belts/copies', { belts: [{ id: belt.id, name: 'The Copy' }] }),
  ]) {
    // An earlier release didn’t store which one is shown.
    await db.execute(sql`delete from settings where key = 'currentDrop'`)
    const { drop } = (await owner.get('/api/admin/belts')).body
    expect((await prepare()).status).toBe(200)
    expect((await owner.get('/api/admin/belts')).body.drop).toBe(drop)
    await db.execute(sql`delete from products where drop = '2027-01'`)
  }
})
