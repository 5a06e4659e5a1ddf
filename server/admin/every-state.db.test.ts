import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { rowsOf } from '../../db/database.ts'
import { accountContracts } from '../../domain/account/contracts.ts'
import { adminContracts } from '../../domain/admin/contracts.ts'
import { dropMachine } from '../../domain/admin/drop-state.ts'
import { boxMachine } from '../../domain/box.ts'
import { checkoutMachine } from '../../domain/checkout-status.ts'
import type { Contract } from '../../domain/contract.ts'
import { exchangeMachine } from '../../domain/exchange.ts'
import { letterMachine, subscriberMachine } from '../../domain/letter.ts'
import type { Machine } from '../../domain/machine.ts'
import { membershipMachine } from '../../domain/membership.ts'
import { orderMachine } from '../../domain/order.ts'
import { quizMachine } from '../../domain/quiz-version.ts'
import { reviewMachine } from '../../domain/review.ts'
import { signIn } from '../../test/admin.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { fillShop } from '../../test/full-shop.ts'
import { signInMember } from '../../test/member.ts'
import { sized } from '../../test/random.ts'

/** Where each machine's rows are. */
const machines: [table: string, column: string, Machine<string>][] = [
  ['boxes', 'state', boxMachine],
  ['memberships', 'status', membershipMachine],
  ['orders', 'status', orderMachine],
  ['checkouts', 'status', checkoutMachine],
  ['exchanges', 'state', exchangeMachine],
  ['drops', 'state', dropMachine],
  ['newsletter_subscribers', 'status', subscriberMachine],
  ['letters', 'state', letterMachine],
  ['reviews', 'state', reviewMachine],
  ['quiz_versions', 'state', quizMachine],
]
/** Where the ids of a parameter come from. */
const idsOf: Record<string, string> = {
  orderId: 'select id from orders',
  beltId: 'select id from products where is_active',
  productTypeId: 'select id from product_types',
  messageId: 'select id from contact_messages',
  subscriberId: 'select id from newsletter_subscribers',
  mailId: 'select id from outbox',
  membershipId: 'select id from memberships',
  boxId: 'select id from boxes',
  exchangeId: 'select id from exchanges',
  letterId: 'select id from letters',
  drop: 'select drop as id from boxes order by drop',
}

let test: TestShop
beforeAll(async () => {
  test = await createTestShop()
  await fillShop(test)
  await test.post('/api/contact', {
    name: 'Jo',
    email: 'jo@example.com',
    subject: 'Size',
    message: 'Which size?',
  })
  await test.work()
})
afterAll(() => test.close())

/** The addresses of every call that reads, with ids of rows that are there. */
async function reads(contracts: Record<string, Contract>): Promise<string[]> {
  const found: string[] = []
  for (const { endpoint } of Object.values(contracts)) {
    const [method, path] = endpoint.split(' ') as [string, string]
    if (method !== 'GET') continue
    let address: string | null = path
    for (const [, name] of path.matchAll(/:(\w+)/g)) {
      const [row] = idsOf[name!]
        ? await rowsOf<{ id: string }>(test.shop.db, sql`${sql.raw(idsOf[name!]!)} limit 1`)
        : []
      address = row && address ? address.replace(`:${name}`, row.id) : null
    }
    if (address) found.push(address)
  }
  return found
}

it('rows in any state of any machine are counted and shown by every call that reads', async () => {
  const { db } = test.shop
  const owner = await signIn(test)
  const member = await signInMember(test, 'maya@example.com')
  const admin = await reads(adminContracts)
  const account = await reads(accountContracts)
  expect(admin.length).toBeGreaterThan(60)
  const rounds = Math.max(...machines.map(([, , { states }]) => states.length))
  const failed: string[] = []
  const reached = new Set<string>()
  for (let round = 0; round < rounds; round++) {
    const now = machines.map(([table, column, { states }]) => ({
      table,
      column,
      state: states[round % states.length]!,
    }))
    for (const { table, column, state } of now) {
      // Rows whose other columns don't allow it (a shipped box has a day) stay as they are.
      await db.execute(
        sql.raw(`do $$ declare it record; begin for it in select ctid from ${table} loop begin
          update ${table} set ${column} = '${state}' where ctid = it.ctid; exception when others then end; end loop; end $$`),
      )
      const [row] = await rowsOf<{ here: boolean; any: boolean }>(
        db,
        sql.raw(`select bool_or(${column} = '${state}') as here, count(*) > 0 as any from ${table}`),
      )
      if (row!.here) reached.add(`${table} ${state}`)
    }
    test.clock.advance(1_000)
    // Each of them in a third of the rounds; the soak asks all of them in each.
    for (const [who, addresses] of [
      [{ cookie: owner.cookie }, admin],
      [member.headers, account],
    ] as const)
      for (const address of addresses.filter((_, at) => (at + round) % sized(3, 1) === 0)) {
        const answer = await test.app.request(address, { headers: { ...who } })
        const { status } = answer
        if (status >= 500)
          failed.push(`${address} with ${now.map(({ state }) => state).join(', ')}: ${await answer.text()}`)
      }
  }
  expect(failed).toEqual([])
  // Boxes above all: each of their states was there.
  for (const state of boxMachine.states) expect(reached).toContain(`boxes ${state}`)
  for (const state of membershipMachine.states) expect(reached).toContain(`memberships ${state}`)
  for (const state of orderMachine.states) expect(reached).toContain(`orders ${state}`)
}, 120_000)
