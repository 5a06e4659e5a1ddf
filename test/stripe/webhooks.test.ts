import { createServer } from 'node:http'
import Stripe from 'stripe'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listen } from '../listen.ts'
import { seededRandom } from '../random.ts'
import { connect } from './connect.ts'
import { type StripeSimulator, startStripeSimulator } from './start-stripe-simulator.ts'

let simulator: StripeSimulator
let stripe: Stripe
let got: Stripe.Event[]
let isDown: boolean

beforeEach(async () => {
  simulator = await startStripeSimulator({ now: new Date('2026-03-02T12:00:00Z') })
  stripe = connect(simulator)
  got = []
  isDown = false
  simulator.webhooks.sendTo(async (rawBody, signature) => {
    if (isDown) throw new Error('The shop is down.')
    got.push(stripe.webhooks.constructEvent(rawBody, signature, simulator.webhooks.secret))
  })
})
afterEach(() => simulator.close())

const make = async (names: string[]) => {
  for (const name of names) await stripe.customers.create({ name })
}
const names = () => got.map((event) => (event.data.object as Stripe.Customer).name)

test('an event carries the object as it was then', async () => {
  simulator.webhooks.hold()
  const customer = await stripe.customers.create({ name: 'before' })
  await stripe.customers.update(customer.id, { name: 'after' })
  await simulator.webhooks.deliver()
  expect(names()).toEqual(['before', 'after'])
})

test('held events wait, and can be delivered, lost, or duplicated in any order', async () => {
  simulator.webhooks.hold()
  await make(['a', 'b', 'c'])
  expect([simulator.webhooks.pending().length, names()]).toEqual([3, []])
  const [first] = simulator.webhooks.pending()
  await simulator.webhooks.deliver((event) => event.id === first!.id)
  simulator.webhooks.lose()
  expect([simulator.webhooks.pending().length, names()]).toEqual([0, ['a']])
  await make(['d', 'e', 'f'])
  await simulator.webhooks.deliverTwiceShuffled(seededRandom(3))
  expect(names().slice(1).sort()).toEqual(['d', 'd', 'e', 'e', 'f', 'f'])
  await simulator.webhooks.release()
  await make(['g'])
  await simulator.webhooks.settled()
  expect(names().at(-1)).toBe('g')
})

test('events are listed by one type or by several, never both', async () => {
  const both = stripe.events.list({ type: 'customer.created', types: ['customer.updated'] })
  await expect(both).rejects.toMatchObject({ type: 'StripeInvalidRequestError', param: 'type' })
})

test('undelivered events are listed, and can be read and resent', async () => {
  isDown = true
  await make(['a'])
  await simulator.webhooks.settled()
  isDown = false
  await make(['b'])
  await simulator.webhooks.settled()
  expect(names()).toEqual(['b'])
  const missed = await stripe.events.list({ delivery_success: false, types: ['customer.created'] })
  expect(missed.data.map(({ data }) => (data.object as Stripe.Customer).name)).toEqual(['a'])
  await simulator.webhooks.deliver()
  expect((await stripe.events.list({ delivery_success: false })).data).toEqual([])
})

test('events are listed newest first, by time and type', async () => {
  await make(['a'])
  await simulator.advanceTo('2026-03-03T12:00:00Z')
  await make(['b', 'c'])
  await stripe.products.create({ name: 'Belt' })
  const since = { gte: Date.parse('2026-03-03T00:00:00Z') / 1000 }
  const events = await stripe.events.list({ created: since, types: ['customer.created'] })
  expect(events.data.map(({ data }) => (data.object as Stripe.Customer).name)).toEqual(['c', 'b'])
  const older = await stripe.events.list({ starting_after: events.data[1]!.id, limit: 1 })
  expect((older.data[0]!.data.object as Stripe.Customer).name).toBe('a')
  const newer = await stripe.events.list({ ending_before: events.data[1]!.id, limit: 1 })
  expect(newer.data[0]!.id).toBe(events.data[0]!.id)
  expect((await stripe.events.retrieve(events.data[0]!.id)).type).toBe('customer.created')
})

test('a foreign signature is rejected', () => {
  const body = JSON.stringify({ id: 'evt_1', object: 'event' })
  const signature = stripe.webhooks.generateTestHeaderString({ payload: body, secret: 'whsec_other' })
  expect(() => stripe.webhooks.constructEvent(body, signature, simulator.webhooks.secret)).toThrow(
    Stripe.errors.StripeSignatureVerificationError,
  )
})

test('an endpoint with a URL gets the raw body and signature', async () => {
  const seen: string[] = []
  const endpoint = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => {
      body += chunk
    })
    request.on('end', () => {
      const signature = String(request.headers['stripe-signature'])
      seen.push(stripe.webhooks.constructEvent(body, signature, simulator.webhooks.secret).type)
      response.end()
    })
  })
  const { address, close } = await listen(endpoint)
  simulator.webhooks.sendTo(`${address}/webhooks`)
  await make(['a'])
  await simulator.webhooks.settled()
  expect(seen).toEqual(['customer.created'])
  await close()
})

test('time advances in order, and the shop follows', async () => {
  const moments: string[] = []
  const timed = await startStripeSimulator({
    now: new Date('2026-03-02T12:00:00Z'),
    onTime: (now) => moments.push(now.toISOString()),
  })
  const intent = await connect(timed).paymentIntents.create({ amount: 500, currency: 'usd' })
  timed.confirm(intent.client_secret!, { number: '4000000000007726' })
  await connect(timed).refunds.create({ payment_intent: intent.id })
  await timed.advanceTo('2026-03-05T00:00:00Z')
  expect(moments).toEqual(['2026-03-02T13:00:00.000Z', '2026-03-05T00:00:00.000Z'])
  await timed.close()
})
