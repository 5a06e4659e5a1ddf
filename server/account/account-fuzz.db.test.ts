import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toJSONSchema } from 'zod/mini'
import { type AccountContractName, accountContracts } from '../../domain/account/contracts.ts'
import type { Contract } from '../../domain/contract.ts'
import { addressOf, type Json, type KnownIds, rightFor } from '../../test/any-input.ts'
import { giftItem, selfItem } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { signInMember } from '../../test/member.ts'
import { join } from '../../test/members.ts'
import { sized } from '../../test/random.ts'
import { storedRows } from '../../test/stored-rows.ts'

const seed = 20261121
// What a limit counts is stored whether or not the call is refused.
const counted = ['login_attempts']

let test: TestShop
let maya: Awaited<ReturnType<typeof signInMember>>
let ids: KnownIds
beforeAll(async () => {
  test = await createTestShop()
  const made = await join(test, [selfItem('6-months'), giftItem('6-months')])
  maya = await signInMember(test, 'maya@example.com')
  ids = { id: made.map((membership) => membership.id) }
})
afterAll(() => test.close())

function partOf(call: Contract, key: 'params' | 'query' | 'body'): fc.Arbitrary<unknown> {
  const part = call[key]
  if (!part || part === 'file') return fc.constant({})
  return rightFor(toJSONSchema(part, { io: 'input', unrepresentable: 'any' }) as Json, ids)
}

const named = (Object.keys(accountContracts) as AccountContractName[]).filter((name) => {
  const call: Contract = accountContracts[name]
  return call.params || call.query || call.body
})

describe.each(named)('%s', (name) => {
  it('answers any input below 500, and changes nothing when it refuses', async () => {
    const call: Contract = accountContracts[name]
    const [method, path] = call.endpoint.split(' ') as [string, string]
    const held = async () => {
      const all = Object.entries(await storedRows(test.shop.db))
      return Object.fromEntries(all.filter(([table]) => !counted.includes(table)))
    }
    let before = await held()
    const input = fc.record({
      params: partOf(call, 'params'),
      query: partOf(call, 'query'),
      body: fc.oneof(
        { arbitrary: partOf(call, 'body'), weight: 5 },
        { arbitrary: fc.jsonValue(), weight: 1 },
      ),
    })
    await fc.assert(
      fc.asyncProperty(input, async ({ params, query, body }) => {
        const address = addressOf(path, params as Json, query as Json)
        const answer = await test.app.request(address, {
          method,
          headers: maya.headers,
          ...(method === 'GET' ? {} : { body: JSON.stringify(body) ?? '' }),
        })
        const after = await held()
        expect(answer.status, await answer.text()).toBeLessThan(500)
        if (answer.status >= 400) expect(after).toEqual(before)
        before = after
      }),
      { numRuns: sized(4, 30), seed },
    )
  })
})
