import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rowsOf } from '../../../db/database.ts'
import { orders, shippingInfo } from '../../../db/schema.ts'
import { type SignedIn, signIn } from '../../../test/admin.ts'
import { createTestShop, type TestShop } from '../../../test/create-test-shop.ts'
import { insertOrders } from '../../../test/many-orders.ts'
import { sized } from '../../../test/random.ts'
import { type OrderFilter, ordersPage } from './find-orders.ts'

// Up to the order that is looked for, and some more.
const count = sized(13_000, 20_000)
let test: TestShop
let owner: SignedIn
beforeAll(async () => {
  test = await createTestShop()
  owner = await signIn(test)
  // Enough rows for the planner to prefer an index when there is one: its choice here holds for a million.
  await insertOrders(test.shop.db, count, new Date('2026-11-21T15:00:00Z'))
  for (const table of ['orders', 'order_words', 'order_items', 'shipping_info']) {
    await test.shop.db.execute(sql.raw(`analyze ${table}`))
  }
})
afterAll(() => test.close())

async function numbers(query: string): Promise<string[]> {
  const { status, body } = await owner.get(`/api/admin/orders?${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.orders.map((order: { orderNumber: string }) => order.orderNumber)
}

describe('an order is found', () => {
  beforeAll(() =>
    test.shop.db
      .update(shippingInfo)
      .set({ trackingNumber: '9400 1118 9922 3197 4284 90' })
      .where(sql`email = 'buyer12345@example.com'`),
  )

  it.each([
    ['its number', 'BC-0001-2345'],
    ['its number as read aloud', '0001-2345'],
    ['its number without dashes', 'bc00012345'],
    ['its number with spaces', 'BC 0001 2345'],
    ['its number at the end of a sentence', '(BC-0001-2345).'],
    ['an email as mail programs write it', '"Buyer" <buyer12345@example.com>,'],
    ['its number without dashes or letters', '00012345'],
    ['the start of an email', 'buyer12345@'],
    ['part of its number without dashes', '0001234'],
    ['its street, city and ZIP code', '12345 alder street, Portland, OR 97209'],
    ['its parcel', '9400 1118 9922 3197 4284 90'],
    ['names in any order and case', 'FRITZ 12 lena'],
  ])('by %s', async (_, search) => {
    const found = await numbers(`search=${encodeURIComponent(search)}`)
    expect(found).toContain(search.startsWith('FRITZ') ? 'BC-0001-2102' : 'BC-0001-2345')
    expect(found.length).toBeLessThan(60)
  })

  it('by name only, never by email, for a packer', async () => {
    const packer = await signIn(test, 'packer')
    const asked = (search: string) => packer.get(`/api/admin/orders?search=${encodeURIComponent(search)}`)
    for (const address of ['buyer12345@example.com', 'buyer12345@', 'BC-0001-2345 buyer12345@'])
      expect((await asked(address)).body.orders, address).toEqual([])
    const { body } = await asked('BC-0001-2345')
    expect(body.orders).toMatchObject([{ orderNumber: 'BC-0001-2345', purchaserEmail: null }])
  })

  it('by its recipient’s new name, and no longer by the old one', async () => {
    const [one] = await test.shop.db.select().from(shippingInfo).where(sql`email = 'buyer77@example.com'`)
    const change = (recipientName: string) =>
      test.shop.db.update(shippingInfo).set({ recipientName }).where(sql`id = ${one!.id}`)
    await change('Åsa Ødegård')
    expect(await numbers(`search=${encodeURIComponent('Ødeg')}`)).toEqual(['BC-0000-0077'])
    await change('Ann Other')
    expect(await numbers(`search=${encodeURIComponent('Ødeg')}`)).toEqual([])
  })

  it('by nothing that only looks like a pattern', async () => {
    expect(await numbers('search=%25')).toEqual([])
    expect(await numbers('search=buyer_')).toEqual([])
  })

  it('by status, gift, plan and shop days, alone and combined', async () => {
    const { body } = await owner.get(
      '/api/admin/orders?status=processing&recipientType=gift&plan=12-months&from=2026-11-20&to=2026-11-20&limit=200',
    )
    expect(body.orders.length).toBeGreaterThan(0)
    for (const order of body.orders) {
      expect(order).toMatchObject({ status: 'processing', recipientType: 'gift' })
      const day = new Date(order.createdAt).toLocaleDateString('en-CA', { timeZone: 'America/New_York' })
      expect(day).toBe('2026-11-20')
      expect(
        order.orderItems.map((item: { preferences: { planId: string } }) => item.preferences.planId),
      ).toContain('12-months')
    }
  })
})

describe('order counts', () => {
  it('stay exact while many orders come, change and go at once', async () => {
    const before = (await owner.get('/api/admin/orders?limit=1')).body
    const made = await Promise.all(
      Array.from({ length: 24 }, async (_, index) => {
        const [row] = await test.shop.db
          .insert(orders)
          .values({
            orderNumber: `BC-MANY-${index}`,
            subtotalCents: 6950,
            totalCents: 6950,
            recipientType: index % 2 ? 'gift' : 'self',
          })
          .returning()
        return row!
      }),
    )
    await test.shop.db.delete(orders).where(sql`id = ${made[1]!.id}`)
    await test.shop.db.update(orders).set({ recipientType: 'gift' }).where(sql`id = ${made[0]!.id}`)
    const { total, gifts } = (await owner.get('/api/admin/orders?limit=1')).body
    expect(total - before.total).toBe(23)
    expect(gifts - before.gifts).toBe(12)
    const [counted] = await rowsOf(
      test.shop.db,
      sql`select count(*) as total, count(*) filter (where recipient_type = 'gift') as gifts from orders`,
    )
    expect([total, gifts]).toEqual([Number(counted!.total), Number(counted!.gifts)])
    await test.shop.db.delete(orders).where(sql`order_number like 'BC-MANY-%'`)
  })
})

describe('no query scans a whole table', () => {
  const later = '2026-11-15T00:00:00.000000Z_00000000-0000-4000-8000-000000000000'
  const filters: [string, OrderFilter, string?][] = [
    ['first page', {}],
    ['a later page', {}, later],
    ['number', { search: 'BC-0001-2345' }],
    ['name', { search: 'lena 12' }],
    ['address', { search: 'buyer12345' }],
    ['status', { status: 'processing' }],
    ['gifts', { recipientType: 'gift' }, later],
    ['plan', { plan: '12-months' }],
    ['days', { from: '2026-11-12', to: '2026-11-13' }],
    ['search and status', { search: 'maya', status: 'pending' }],
    ['a city that every order has', { search: 'Portland, OR' }, later],
  ]
  it.each(filters)('%s', async (_, filter, cursor) => {
    const rows = await rowsOf(test.shop.db, sql`explain ${await ordersPage(test.shop, filter, 51, cursor)}`)
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).not.toContain('Seq Scan')
  })
})
