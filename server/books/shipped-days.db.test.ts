import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { rowsOf } from '../../db/database.ts'
import { selfItem } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { join } from '../../test/members.ts'
import { sized } from '../../test/random.ts'
import { refreshShippedDays } from './shipped-days.ts'

let test: TestShop
beforeAll(async () => {
  test = await createTestShop()
  await join(test, [selfItem('12-months'), selfItem('6-months'), selfItem('monthly')])
  for (const table of tables) await run(`create table bought_${table} as table ${table}`)
  await run(
    `update bought_boxes set state = 'shipped', shipped_at = '2026-11-02T15:00:00Z' where ordinal = 2`,
  )
})
afterAll(() => test.close())

const tables = ['memberships', 'membership_payments', 'boxes'] as const
const run = (statement: string) => test.shop.db.execute(sql.raw(statement))

type Box = Record<'id' | 'payment' | 'plan' | 'state', string> & { cents: number; at: Date; isPaid: boolean }

/** Every box that has left, day by day, added up here: plan, state, boxes, sales, cents. */
async function plainSum(): Promise<string[]> {
  const boxes = await rowsOf<Box>(
    test.shop.db,
    sql`select b.id, b.payment_id as payment, coalesce(p.plan_id, m.plan_id) as plan, (b.value * 100)::int as cents,
        coalesce(b.ship_to ->> 'state', p.ship_state) as state, p.amount + p.credit > 0 as "isPaid",
        coalesce(b.shipped_at, b.delivered_at, b.updated_at) as at
      from boxes b join membership_payments p on p.id = b.payment_id join memberships m on m.id = b.membership_id
      where b.state in ('shipped', 'delivered', 'returned')`,
  )
  const inOrder = boxes
    .map((box) => ({ ...box, at: new Date(box.at) }))
    .sort((one, other) => one.at.getTime() - other.at.getTime() || (one.id < other.id ? -1 : 1))
  const days = new Map<string, [number, number, number]>()
  const sold = new Set<string>()
  for (const { payment, plan, state, cents, isPaid, at } of inOrder) {
    const day = at.toLocaleDateString('sv', { timeZone: test.shop.config.timeZone })
    const [count, sales, sum] = days.get(`${day} ${plan} ${state}`) ?? [0, 0, 0]
    const isSale = isPaid && !sold.has(payment)
    sold.add(payment)
    days.set(`${day} ${plan} ${state}`, [count + 1, sales + Number(isSale), sum + cents])
  }
  return [...days].map(([key, sums]) => [key, ...sums].join(' ')).sort()
}

async function kept(): Promise<string[]> {
  await refreshShippedDays(test.shop)
  const rows = await rowsOf<{ line: string }>(
    test.shop.db,
    sql`select concat_ws(' ', day, plan_id, state, boxes, sales, (value * 100)::int) as line from shipped_days`,
  )
  return rows.map(({ line }) => line).sort()
}

/** What may happen to a box, and to its payment, at some moment of a year. */
const changes = {
  leaves: (at: string) => `update boxes set state = 'shipped', shipped_at = ${at}`,
  'left before it was kept when': (at: string) =>
    `update boxes set state = 'delivered', shipped_at = null, delivered_at = null, updated_at = ${at}`,
  arrives: (at: string) => `update boxes set state = 'delivered', delivered_at = ${at}, updated_at = now()`,
  'is in the house after all': () =>
    `update boxes set state = 'packed', shipped_at = null, delivered_at = null`,
  'went to another state': () => `update boxes set ship_to = '{"state": "GA"}'`,
  'is worth something else': () => `update boxes set value = value + 0.01`,
  'was on the house': () =>
    `update membership_payments set amount = case amount when 0 then 69.50 else 0 end`,
  'was paid with store credit': () => `update membership_payments set amount = 0, credit = 69.50`,
  'was paid for another state': () => `update membership_payments set ship_state = 'NY'`,
  'was of another plan': () => `update membership_payments set plan_id = '6-months'`,
  'has the plan of its membership': () => `update membership_payments set plan_id = null`,
  'has a membership of another plan': () =>
    `update memberships set plan_id = case plan_id when 'monthly' then '12-months' else 'monthly' end`,
  'was never there': () => `delete from boxes`,
}
const columnOf = { boxes: 'id', membership_payments: 'payment_id', memberships: 'membership_id' } as const

/** All is as it was bought again, and some second boxes have left. */
async function beginAgain() {
  await run('delete from boxes')
  await run(
    'update membership_payments p set amount = b.amount, credit = b.credit, ship_state = b.ship_state, plan_id = b.plan_id from bought_membership_payments b where b.id = p.id',
  )
  await run('update memberships m set plan_id = b.plan_id from bought_memberships b where b.id = m.id')
  await run('insert into boxes select * from bought_boxes')
}

it('matches a plain sum of all boxes, whatever happens to them', async () => {
  const change = fc.record({
    what: fc.constantFrom(...(Object.keys(changes) as (keyof typeof changes)[])),
    box: fc.nat(18),
    hour: fc.integer({ min: 0, max: 24 * 40 }),
  })
  const step = fc.array(change, { minLength: 1, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      await beginAgain()
      for (const step of steps) {
        for (const { what, box, hour } of step) {
          const statement = changes[what](`timestamptz '2026-10-20T04:30:00Z' + interval '${hour} hours'`)
          const column = columnOf[tables.find((table) => statement.split(' ').includes(table))!]
          await run(
            `${statement} where id = (select ${column} from bought_boxes order by payment_id, ordinal offset ${box} limit 1)`,
          )
        }
        expect(await kept()).toEqual(await plainSum())
      }
    }),
    { numRuns: sized(15, 200), seed: 112 },
  )
})
