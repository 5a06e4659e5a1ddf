import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { orders } from '../../../db/schema.ts'
import { createTestShop, type TestShop } from '../../../test/create-test-shop.ts'
import { runSeed } from '../../../test/random.ts'
import { findOrders } from './find-orders.ts'

let test: TestShop
beforeAll(async () => {
  test = await createTestShop()
})
afterAll(() => test.close())

/** Few instants, so that many orders share one. */
const instant = fc.integer({ min: 0, max: 5 }).map((minute) => new Date(Date.UTC(2026, 10, 21, 15, minute)))
let made = 0
async function insert(instants: Date[]): Promise<string[]> {
  if (instants.length === 0) return []
  const rows = await test.shop.db
    .insert(orders)
    .values(
      instants.map((createdAt) => ({
        orderNumber: `BC-${++made}`,
        subtotalCents: 0,
        totalCents: 0,
        recipientType: 'self',
        createdAt,
      })),
    )
    .returning({ id: orders.id })
  return rows.map((row) => row.id)
}

it('paging neither loses nor repeats an order while others arrive', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(instant, { maxLength: 15 }),
      fc.array(fc.array(instant, { maxLength: 4 }), { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 1, max: 5 }),
      async (first, arrivals, limit) => {
        await test.shop.db.delete(orders)
        const known = await insert(first)
        const seen: string[] = []
        let cursor: string | undefined
        let round = 0
        do {
          const [page] = await Promise.all([
            findOrders(test.shop, {}, limit, cursor),
            insert(arrivals[round++] ?? []),
          ])
          seen.push(...page.ids)
          cursor = page.nextCursor ?? undefined
        } while (cursor)
        expect(new Set(seen).size).toBe(seen.length)
        expect(known.filter((id) => !seen.includes(id))).toEqual([])
      },
    ),
    { seed: runSeed(), numRuns: 40 },
  )
})
