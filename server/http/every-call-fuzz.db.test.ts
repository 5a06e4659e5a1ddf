import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type SignedIn, signIn } from '../../test/admin.ts'
import { addressOf, type Json, type KnownIds, nearly, rightFor } from '../../test/any-input.ts'
import { giftItem, selfItem } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { signInMember } from '../../test/member.ts'
import { runSeed, sized } from '../../test/random.ts'
import { storedRows } from '../../test/stored-rows.ts'

/** Requests in all; `npm run soak` sends 10,000. */
const requests = sized(300, 10_000)
/** What neither a stranger nor another member may ever read. */
const secrets = ['ines.quiet@example.com', 'Ines Quiet', '17 Hidden Lane', '$argon2', 'pi_demo_', '_secret_']
/** Tables that record calls, even refused ones. */
const notes = ['sessions', 'account_sessions', 'login_attempts']

type Operation = {
  method: string
  path: string
  params: Json
  query: Json
  body: Json | null
  isFile: boolean
}
type Caller = { name: string; headers: Record<string, string>; mayRead: RegExp }

let test: TestShop
let operations: Operation[]
let callers: Caller[]
let ids: KnownIds
beforeAll(async () => {
  test = await createTestShop()
  await buy([selfItem('monthly')], 'maya@example.com')
  const others = giftItem('6-months', {
    shippingDetails: { ...giftItem().shippingDetails!, fullName: 'Ines Quiet', address: '17 Hidden Lane' },
    giftDetails: { ...giftItem().giftDetails!, recipientEmail: 'ines.quiet@example.com' },
  })
  await buy([others], 'giver@example.com')
  const owner: SignedIn = await signIn(test)
  const viewer = await signIn(test, 'viewer')
  const maya = await signInMember(test, 'maya@example.com')
  const { orders } = (await owner.get('/api/admin/orders')).body as { orders: { id: string }[] }
  const whole = await Promise.all(
    orders.map(async ({ id }) => (await owner.get(`/api/admin/orders/${id}`)).body),
  )
  const memberships = whole.flatMap((order) => order.memberships as { id: string; boxes: { id: string }[] }[])
  // Adds its figures up once, and keeps them.
  await viewer.get('/api/admin/dashboard')
  ids = {
    // As most calls name whatever they are about.
    id: [...orders, ...memberships].map((each) => each.id),
    orderId: orders.map((order) => order.id),
    membershipId: memberships.map((each) => each.id),
    boxId: memberships.flatMap((each) => each.boxes.map((box) => box.id)),
  }
  callers = [
    { name: 'a stranger', headers: {}, mayRead: /^$/ },
    { name: 'a member', headers: maya.headers, mayRead: /^$/ },
    // Admin roles see customers, which is their work, but no sign-in or payment secrets.
    {
      name: 'a viewer',
      headers: { cookie: viewer.cookie, origin: 'http://localhost' },
      mayRead: /^(Ines|ines|17|pi_)/,
    },
  ]
  operations = operationsOf((await owner.get('/api/admin/openapi.json')).body.paths)
})
afterAll(() => test.close())

async function buy(cart: ReturnType<typeof selfItem>[], email: string) {
  const { clientSecret } = (await test.post('/api/create-payment-intent', { cartItems: cart })).body
  const { paymentIntentId } = (await test.pay(clientSecret, { email })).body
  expect((await test.order(cart, paymentIntentId, email)).status).toBe(200)
}

it('every documented call answers any input below 500, leaks no secret, and stores nothing when it refuses', {
  timeout: 3_600_000,
}, async () => {
  const seed = runSeed()
  let before = await storedRows(test.shop.db)
  let mayHaveChanged = false
  let sent = 0
  let accepted = 0
  const anyCall = fc.constantFrom(...operations).chain((operation) =>
    fc.record({
      operation: fc.constant(operation),
      caller: fc.constantFrom(...callers),
      params: rightFor(operation.params, ids),
      query: rightFor(operation.query, ids),
      body: operation.body ? nearly(operation.body, ids) : fc.constant(undefined),
    }),
  )
  await fc.assert(
    fc.asyncProperty(anyCall, async ({ operation, caller, params, query, body }) => {
      const address = addressOf(operation.path, params, query)
      const answer = await test.app.request(address, {
        method: operation.method,
        headers: { 'content-type': 'application/json', ...caller.headers },
        ...(body === undefined || operation.method === 'GET' ? {} : { body: JSON.stringify(body) ?? '' }),
      })
      const text = await answer.text()
      const said = `${caller.name}: ${operation.method} ${address} ${JSON.stringify(body)} -> ${answer.status} ${text.slice(0, 300)}`
      expect(answer.status, said).toBeLessThan(500)
      const isTooLong = answer.status === 414
      if (operation.path.startsWith('/api/admin') && caller.name !== 'a viewer' && !isTooLong)
        expect(answer.status, said).toBe(401)
      for (const secret of secrets) {
        if (!caller.mayRead.test(secret) && !echoes(secret, body, address))
          expect(text, said).not.toContain(secret)
      }
      if (answer.status < 400) accepted++
      // The dashboard recounts when asked.
      const isAddedUp = operation.path === '/api/admin/dashboard'
      mayHaveChanged ||= answer.status < 400 && (operation.method !== 'GET' || isAddedUp)
      // Every so often: everything refused since then has stored nothing.
      if (++sent % 25 !== 0) return
      const after = await storedRows(test.shop.db)
      if (!mayHaveChanged) expect(withoutNotes(after), said).toEqual(withoutNotes(before))
      before = after
      mayHaveChanged = false
    }),
    { seed, numRuns: requests, endOnFailure: true },
  )
  expect(sent).toBe(requests)
  expect(accepted, `SEED=${seed}`).toBeGreaterThan(requests / 100)
})

// Some answers echo what was sent: that is no leak.
const echoes = (secret: string, body: unknown, address: string) =>
  `${JSON.stringify(body)}${address}`.includes(secret)

function withoutNotes(rows: Record<string, string>) {
  return Object.fromEntries(Object.entries(rows).filter(([table]) => !notes.includes(table)))
}

// biome-ignore lint/suspicious/noExplicitAny: a document of another standard
function operationsOf(paths: any): Operation[] {
  // biome-ignore lint/suspicious/noExplicitAny: as above
  return Object.entries<any>(paths).flatMap(([path, methods]) =>
    // biome-ignore lint/suspicious/noExplicitAny: as above
    Object.entries<any>(methods).map(([method, operation]) => {
      const content = operation.requestBody?.content
      return {
        method: method.toUpperCase(),
        path,
        params: parametersOf(operation, 'path'),
        query: parametersOf(operation, 'query'),
        body: content?.['application/json']?.schema ?? null,
        isFile: Boolean(content?.['application/octet-stream']),
      }
    }),
  )
}

// biome-ignore lint/suspicious/noExplicitAny: as above
function parametersOf(operation: any, place: string): Json {
  const parameters = (operation.parameters ?? []).filter((each: Json) => each.in === place)
  return {
    type: 'object',
    properties: Object.fromEntries(
      parameters.map((each: { name: string; schema: Json }) => [each.name, each.schema]),
    ),
    required: parameters.filter((each: Json) => each.required).map((each: { name: string }) => each.name),
  }
}
