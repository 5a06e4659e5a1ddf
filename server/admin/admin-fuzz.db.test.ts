import { setTimeout } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toJSONSchema } from 'zod/mini'
import { curationRuns } from '../../db/schema.ts'
import { type AdminContractName, adminContracts } from '../../domain/admin/contracts.ts'
import type { Contract } from '../../domain/contract.ts'
import { type SignedIn, signIn } from '../../test/admin.ts'
import { addressOf, type Json, type KnownIds, rightFor } from '../../test/any-input.ts'
import { giftItem, selfItem } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { sized } from '../../test/random.ts'
import { storedRows } from '../../test/stored-rows.ts'

const seed = 20261121
/** what a call asks for → the list that has it */
const lists = {
  orderId: 'orders',
  productTypeId: 'product-types',
  questionId: 'quiz-questions',
  beltId: 'belts',
  messageId: 'messages',
  subscriberId: 'subscribers',
  mailId: 'mails',
  userId: 'staff',
}
const names = Object.keys(adminContracts) as AdminContractName[]

let test: TestShop
let owner: SignedIn
/** ids of rows that there are, by the name under which a call asks for one */
let ids: KnownIds
beforeAll(async () => {
  test = await createTestShop()
  const cart = [selfItem(), giftItem('6-months')]
  const { clientSecret } = (await test.post('/api/create-payment-intent', { cartItems: cart })).body
  await test.order(cart, (await test.pay(clientSecret)).body.paymentIntentId)
  await test.work()
  const letter = { name: 'Jo', email: 'jo@example.com', subject: 'Size', message: 'Which size is mine?' }
  await test.post('/api/contact', letter)
  await test.post('/api/newsletter/subscribe', { email: 'jo@example.com', source: 'footer' })
  owner = await signIn(test)
  await signIn(test, 'support')
  ids = Object.fromEntries(
    await Promise.all(
      Object.entries(lists).map(async ([key, list]) => {
        const { body } = await owner.get(`/api/admin/${list}`)
        const rows = Object.values(body).find(Array.isArray) as { id: string; username?: string }[]
        return [key, rows.flatMap((row) => (row.username === owner.username ? [] : row.id)).slice(0, 4)]
      }),
    ),
  )
  const { body } = await owner.get(`/api/admin/orders/${ids.orderId![0]}`)
  ids.boxIds = body.memberships.flatMap(({ boxes }: { boxes: { id: string }[] }) => boxes.map(({ id }) => id))
  ids.shippingInfoId = body.order.shippingAddresses.map(({ id }: { id: string }) => id)
})
afterAll(() => test.close())

function partOf(call: Contract, key: 'params' | 'query' | 'body'): fc.Arbitrary<unknown> {
  const part = call[key]
  if (!part) return fc.constant({})
  if (part === 'file') return fc.uint8Array({ maxLength: 200 })
  const schema = toJSONSchema(part, { io: 'input', unrepresentable: 'any' }) as Json
  return rightFor(schema, ids)
}

function inputsOf(call: Contract) {
  return fc.record({
    params: partOf(call, 'params'),
    query: partOf(call, 'query'),
    body:
      call.body === 'file'
        ? partOf(call, 'body')
        : fc.oneof({ arbitrary: partOf(call, 'body'), weight: 5 }, { arbitrary: fc.jsonValue(), weight: 1 }),
  })
}

describe.each(names)('%s', (name) => {
  it('answers any input below 500, and changes nothing when it refuses', async () => {
    const call: Contract = adminContracts[name]
    if (!call.params && !call.query && !call.body) return
    const [method, path] = call.endpoint.split(' ') as [string, string]
    let before = await storedRows(test.shop.db)
    await fc.assert(
      fc.asyncProperty(inputsOf(call), async ({ params, query, body }) => {
        const address = addressOf(path, params, query)
        const sent = method === 'GET' ? undefined : body
        const answer = await owner.request(method, address, sent)
        const text = await answer.text()
        const said = `${method} ${address} ${JSON.stringify(sent)} ${text.slice(0, 300)}`
        expect(answer.status, said).toBeLessThan(500)
        expect(answer.status, 'the session goes on').not.toBe(401)
        let after = await storedRows(test.shop.db)
        if (after !== before) {
          await curated()
          after = await storedRows(test.shop.db)
        }
        if (answer.status >= 400) expect(unattempted(after), said).toEqual(unattempted(before))
        before = after
      }),
      { seed, numRuns: sized(3, 30), endOnFailure: true },
    )
  })
})

/** A curation that a call began goes on by itself: what it writes is not of the next call. */
async function curated() {
  const isRunning = eq(curationRuns.state, 'running')
  while ((await test.shop.db.$count(curationRuns, isRunning)) > 0) await setTimeout(5)
}

/** Wrong passwords and seen devices are recorded even when the call itself is refused. */
function unattempted({ login_attempts: _, sessions: __, ...rows }: Record<string, string>) {
  return rows
}
