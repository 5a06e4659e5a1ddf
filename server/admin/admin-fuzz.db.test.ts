import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toJSONSchema } from 'zod/mini'
import { type AdminCallName, adminCalls } from '../../domain/admin/calls.ts'
import type { Call } from '../../domain/call.ts'
import { type SignedIn, signIn } from '../../test/admin.ts'
import { giftItem, selfItem } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { storedRows } from '../../test/stored-rows.ts'

const seed = 20261121
const nobody = '00000000-0000-4000-8000-000000000000'
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
const names = Object.keys(adminCalls) as AdminCallName[]

let test: TestShop
let owner: SignedIn
/** ids of rows that there are, by the name under which a call asks for one */
let ids: Record<string, string[]>
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

// All of UTF-16, lone surrogates and NUL included; what looks like another language's code; what has a meaning elsewhere.
const wild = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.nat(0xffff), { maxLength: 20 }).map((units) => String.fromCharCode(...units)),
  fc.constantFrom(
    '',
    ' ',
    '%',
    '\\',
    "'; drop table users;--",
    '=1+1',
    '<img src=x onerror=alert(1)>',
    '../..',
    '\r\nBcc: a@b.c',
  ),
  fc.constant('x'.repeat(5000)),
)
const edges = [0, -1, 1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308]
/** Texts that are right somewhere, and at the edge of what the tables or the calendar hold. */
const days = [
  '2026-11-01',
  '2026-11-30',
  '0000-01-01',
  '0001-01-01',
  '2026-02-30',
  '2026-11-21',
  '2026-12-05',
  '9999-12-30',
  '9999-12-31',
]
const drops = ['0000-01', '0001-01', '2026-12', '2027-01', '9999-12', '2026-11']
const words: Record<string, string[]> = {
  drop: drops,
  cutOffDay: days,
  shipBy: days,
  from: days,
  to: days,
  holidays: days,
  expiresOn: days,
  cursor: [
    nobody,
    `9999-99-99T99:99:99.999999Z_${nobody}`,
    `2026-11-21T15:00:00.000000Z_${'-'.repeat(36)}`,
    `2026-11-21T15:00:00.000000Z_${nobody}`,
    `2026-02-30T15:00:00.000000Z_${nobody}`,
  ],
  slug: ['a-slug', 'dress', 'B'],
  sku: ['MD1-202612-ASHBURY', 'WD1-202611-X'],
  size: ['34', '36', '999'],
  code: ['SPRING-10', 'a b'],
  email: ['jo@example.com', 'a@b.co', '"<script>"@example.com'],
  supportEmail: ['', 'jo@example.com', 'jo@example.com\r\nBcc: a@b.co'],
  csv: [
    'email,name\n"a@b.co,"x',
    'email\na@b.co\n=1+1@b.co',
    'email,__proto__\nb@b.co,x',
    '\ufeffemail;name',
  ],
  imageUrl: ['/pictures/belts/none'],
  search: ['Jo', 'BC-', '#bc-1 x', '%_\\', `${'x'.repeat(99)}😀`],
}
type Json = Record<string, unknown> & { type?: string; properties?: Record<string, Json>; items?: Json }

/** Something that nearly fits a schema: mostly what it asks for, at its edges, and now and then another thing. */
function nearly(schema: Json, key = ''): fc.Arbitrary<unknown> {
  const other = fc.oneof(fc.jsonValue({ maxDepth: 2 }), wild)
  return fc.oneof({ arbitrary: rightFor(schema, key), weight: 30 }, { arbitrary: other, weight: 1 })
}

function rightFor(schema: Json, key = ''): fc.Arbitrary<unknown> {
  const either = (schema.anyOf ?? schema.oneOf) as Json[] | undefined
  if (either) return fc.oneof(...either.map((each) => rightFor(each, key)))
  if (schema.enum) return fc.constantFrom(...(schema.enum as unknown[]))
  if (schema.const !== undefined) return fc.constant(schema.const)
  switch (schema.type) {
    case 'object': {
      const properties = Object.entries(schema.properties ?? {}).map(([name, each]) => [
        name,
        nearly(each, name),
      ])
      const all: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(properties)
      return fc.record(all, { requiredKeys: (schema.required as string[]) ?? [] })
    }
    case 'array':
      return fc.array(nearly(schema.items ?? {}, key), { maxLength: 3 })
    case 'boolean':
      return fc.boolean()
    case 'number':
    case 'integer': {
      const { minimum = 0, maximum = 60 } = schema as { minimum?: number; maximum?: number }
      return fc.oneof(
        { arbitrary: fc.integer({ min: Math.max(minimum, 0), max: Math.min(maximum, 60) }), weight: 4 },
        { arbitrary: fc.constantFrom(minimum, maximum, ...edges), weight: 1 },
      )
    }
    default:
      return textFor(schema, key)
  }
}

function textFor(schema: Json, key: string): fc.Arbitrary<unknown> {
  const id = fc.constantFrom(...[nobody, ...(ids[key] ?? [])])
  if (schema.format === 'uuid') return id
  if (key === 'boxIds') return fc.array(id, { maxLength: 3 }).map((each) => each.join(','))
  const known = words[key] ? fc.constantFrom(...words[key]) : fc.string({ minLength: 1, maxLength: 12 })
  return fc.oneof({ arbitrary: known, weight: 9 }, { arbitrary: wild, weight: 1 })
}

function partOf(call: Call, key: 'params' | 'query' | 'body'): fc.Arbitrary<unknown> {
  const part = call[key]
  if (!part) return fc.constant({})
  if (part === 'file') return fc.uint8Array({ maxLength: 200 })
  const schema = toJSONSchema(part, { io: 'input', unrepresentable: 'any' }) as Json
  return rightFor(schema)
}

function inputsOf(call: Call) {
  return fc.record({
    params: partOf(call, 'params'),
    query: partOf(call, 'query'),
    body:
      call.body === 'file'
        ? partOf(call, 'body')
        : fc.oneof({ arbitrary: partOf(call, 'body'), weight: 5 }, { arbitrary: fc.jsonValue(), weight: 1 }),
  })
}

function addressOf(path: string, params: unknown, query: unknown): string {
  const words = (value: unknown) => String(typeof value === 'object' ? JSON.stringify(value) : value)
  const filled = path.replace(/:(\w+)/g, (_, key) => encode(words((params as Json)[key])) || '%20')
  const search = Object.entries((query ?? {}) as Json).map(([key, value]) => `${key}=${encode(words(value))}`)
  return search.length > 0 ? `${filled}?${search.join('&')}` : filled
}

// A lone surrogate cannot be written in an address; a point alone would be another path.
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll('.', '%2E').slice(0, 3000).replace(/%.?$/, '')
}

describe.each(names)('%s', (name) => {
  it('answers whatever comes with less than 500, and changes nothing where it refuses', async () => {
    const call: Call = adminCalls[name]
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
        const after = await storedRows(test.shop.db)
        if (answer.status >= 400) expect(unattempted(after), said).toEqual(unattempted(before))
        before = after
      }),
      { seed, numRuns: 20, endOnFailure: true },
    )
  })
})

/** A wrong password is counted, and that a device was seen is noted: both also where the call itself is refused. */
function unattempted({ login_attempts: _, sessions: __, ...rows }: Record<string, string>) {
  return rows
}
