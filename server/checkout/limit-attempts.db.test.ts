import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { checkouts } from '../../db/schema.ts'
import type { CartItem } from '../../domain/cart.ts'
import { giftItem, selfItem } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { proofFor } from '../../test/solve-proof.ts'
import { attemptKeys } from './find-or-open-checkout.ts'

let test: TestShop
let day = 1
beforeAll(async () => {
  test = await createTestShop({ env: { TRUST_PROXY: '1' } })
})
// Every test is a day of its own, so that none sees the attempts of another.
beforeEach(() => {
  test.pauses.length = 0
  test.clock.set(`2027-03-${String(++day).padStart(2, '0')}T15:00:00Z`)
})
afterAll(() => test.close())

let lastPerson = 0
function cartOf(email = `buyer-${++lastPerson}@example.com`): CartItem[] {
  const item = selfItem('monthly')
  return [{ ...item, shippingDetails: { ...item.shippingDetails!, email } }]
}

const begin = (cart: CartItem[], address: string) =>
  test.post('/api/create-payment-intent', { cartItems: cart }, { 'x-forwarded-for': address })

/** Begins payments without paying until one is refused; returns how many began. */
async function beginUntilRefused(next: () => [CartItem[], string]) {
  for (let began = 0; began < 200; began++) {
    const { status, body } = await begin(...next())
    if (status === 429) return { began, body }
    expect(status).toBe(200)
  }
  throw new Error('nothing was refused')
}

describe('someone testing cards', () => {
  it('from one email is slowed down, then refused with a clear message, and may return later', async () => {
    const email = 'tester@example.com'
    const fetch = vi.spyOn(test.shop.payments, 'fetch')
    const { began, body } = await beginUntilRefused(() => [cartOf(email), `10.0.0.${++lastPerson % 250}`])
    expect(began).toBe(60)
    // Each is asked about once a minute at most, however often anyone clicks.
    expect(new Set(fetch.mock.calls.map(([intentId]) => intentId)).size).toBe(fetch.mock.calls.length)
    fetch.mockRestore()
    expect(test.pauses).toEqual([...test.pauses].sort((one, other) => one - other))
    expect([test.pauses[0], test.pauses.length, test.pauses.at(-1)]).toEqual([250, 29, 3000])
    expect(body).toMatchObject({ code: 'too_many_requests', details: { retryAfterSeconds: '600' } })
    expect(body.message).toContain('Your cart is safe')
    test.clock.advance(11 * 60_000)
    expect((await begin(cartOf(email), '10.0.0.1')).status).toBe(200)
  })

  it('on one payment is stopped after ten refusals, and the cart may start another', async () => {
    const cart = cartOf()
    const { clientSecret } = (await begin(cart, '10.1.0.1')).body
    const codes = []
    for (let times = 0; times < 12; times++) {
      codes.push((await test.pay(clientSecret, { cardNumber: '4000 0000 0000 0002' })).body.code)
    }
    expect(codes.slice(0, 10)).toEqual(Array(10).fill('card_declined'))
    expect(codes.slice(10)).toEqual(['too_many_requests', 'too_many_requests'])
    const again = await begin(cart, '10.1.0.1')
    expect(again.status).toBe(200)
    expect(again.body.clientSecret).not.toBe(clientSecret)
  })

  it('with the same cart is refused even from new addresses', async () => {
    const cart = cartOf()
    let address = 0
    for (let payments = 0; payments < 2; payments++) {
      const { clientSecret } = (await begin(cart, `10.2.0.${++address}`)).body
      for (let times = 0; times < 10; times++) {
        await test.pay(clientSecret, { cardNumber: '4000 0000 0000 0002' })
      }
    }
    expect((await begin(cart, `10.2.0.${++address}`)).status).toBe(429)
  })

  it('from new addresses of one customer’s network counts as one', () => {
    const keysOf = (address: string) => attemptKeys(cartOf(), 'hash', { address })
    expect(keysOf('2001:db8:1:2::1').addressKey).toBe(keysOf('2001:db8:1:2:ffff:eeee:dddd:cccc').addressKey)
    expect(keysOf('2001:db8:1:2::1').addressKey).not.toBe(keysOf('2001:db8:1:3::1').addressKey)
    expect(keysOf('203.0.113.1').addressKey).not.toBe(keysOf('203.0.113.2').addressKey)
  })

  it('with gifts is recognized by the giver’s email, whoever receives them', () => {
    const keyOf = (cart: CartItem[]) => attemptKeys(cart, 'hash', { address: '10.0.0.1' }).emailKey
    const gift = giftItem('monthly')
    gift.giftDetails!.senderEmail = 'giver@example.com'
    expect(keyOf([gift])).toBe(keyOf(cartOf('giver@example.com')))
  })

  it.each([
    ['/56', 240, (n: number) => `2001:db8:1:1${(n % 256).toString(16).padStart(2, '0')}::1`],
    ['/48', 480, (n: number) => `2001:db8:2:${((n * 257) % 65_536).toString(16)}::1`],
  ])(
    'from new addresses of a %s is refused after %i, without affecting the neighbor',
    async (_, most, from) => {
      await leave(most - 1, (n) => [`left-${n}@example.com`, from(n)])
      expect((await beginWithWork(cartOf(), from(most))).status).toBe(200)
      expect((await beginWithWork(cartOf(), from(most + 1))).body.code).toBe('too_many_requests')
      expect((await beginWithWork(cartOf(), '2001:db8:3::1')).status).toBe(200)
    },
  )

  it('with someone else’s email doesn’t lock out its owner', async () => {
    await leave(60, (n) => [`victim+${n}@example.com`, '10.60.0.1'])
    const cart = cartOf('victim@example.com')
    expect((await begin(cart, '203.0.113.77')).body.code).toBe('proof_needed')
    expect((await beginWithWork(cart, '203.0.113.77')).status).toBe(200)
    expect((await beginWithWork(cartOf('victim+1000@example.com'), '10.60.0.2')).status).toBe(429)
  })

  it('from everywhere makes the shop ask for proof of work, and real buyers get through', async () => {
    await leave(300, (n) => [`bot-${n}@example.com`, `10.${70 + (n % 150)}.${n % 250}.1`])
    expect((await begin(cartOf(), '10.250.0.1')).status).toBe(200)
    const cart = cartOf()
    expect((await begin(cart, '203.0.113.78')).body.code).toBe('proof_needed')
    expect((await beginWithWork(cart, '203.0.113.78')).status).toBe(200)
    // No one does the work twice for one payment.
    expect((await begin(cart, '203.0.113.78')).status).toBe(200)
  })

  it('leaves at most a few hundred carts behind', async () => {
    await leave(400, (n) => [`hoard-${n}@example.com`, `10.80.0.${n % 3}`])
    const newest = `left_${lastPerson}`
    const keptOf = async () => {
      const { networkKey: theirs } = attemptKeys([], '', { address: '10.80.0.1' })
      return test.shop.db.$count(checkouts, eq(checkouts.networkKey, theirs))
    }
    // Each can still be paid within half an hour.
    expect((await beginWithWork(cartOf(), '10.80.0.77')).status).toBe(200)
    expect(await keptOf()).toBe(401)
    test.clock.advance(31 * 60_000)
    for (let turn = 0; turn < 60; turn++) await beginWithWork(cartOf(), `10.80.0.${turn % 3}`)
    const { networkKey } = attemptKeys([], '', { address: '10.80.0.1' })
    const left = await test.shop.db.select().from(checkouts).where(eq(checkouts.networkKey, networkKey))
    expect(left.length).toBeLessThanOrEqual(201)
    expect(left.map(({ intentId }) => intentId)).toContain(newest)
    // What a buyer may still be paying isn’t taken away.
    expect(left.filter((each) => each.status === 'open').length).toBeGreaterThanOrEqual(60)
  })
})

/** Unpaid checkouts as so many calls would have left them. */
async function leave(many: number, who: (n: number) => [email: string, address: string]) {
  const now = test.shop.now()
  const rows = Array.from({ length: many }, (_, n) => {
    const [email, address] = who(n)
    const hash = `left ${++lastPerson}`
    return {
      ...attemptKeys(cartOf(email), hash, { address }),
      snapshot: { items: [] },
      kind: 'payment',
      subtotalCents: 6950,
      intentId: `left_${lastPerson}`,
      createdAt: new Date(now.getTime() - many + n),
      checkedAt: now,
    }
  })
  await test.shop.db.insert(checkouts).values(rows)
}

async function beginWithWork(cart: CartItem[], address: string) {
  const answer = await begin(cart, address)
  if (answer.body.code !== 'proof_needed') return answer
  const headers = { 'x-forwarded-for': address, ...(await proofFor(answer)) }
  return test.post('/api/create-payment-intent', { cartItems: cart }, headers)
}

describe('real buyers', () => {
  it('behind one address buy freely, without being slowed down', async () => {
    for (let purchase = 0; purchase < 64; purchase++) {
      const cart = cartOf()
      const { status, body } = await begin(cart, '10.3.0.1')
      expect(status).toBe(200)
      const paid = (await test.pay(body.clientSecret)).body
      expect((await test.order(cart, paid.paymentIntentId)).status).toBe(200)
    }
    expect(test.pauses).toEqual([])
  })

  it('whose payments are still unknown aren’t refused: the shop asks first', async () => {
    const email = 'office@example.com'
    for (let purchase = 0; purchase < 65; purchase++) {
      const { status, body } = await begin(cartOf(email), '10.6.0.1')
      expect(status).toBe(200)
      await test.pay(body.clientSecret)
    }
    expect(test.pauses).toEqual([])
  })

  it('who click again, reload or open a second tab make no new attempt', async () => {
    const cart = cartOf()
    const secrets = new Set<string>()
    for (let click = 0; click < 50; click++) secrets.add((await begin(cart, '10.4.0.1')).body.clientSecret)
    expect(secrets.size).toBe(1)
  })

  it('are identified by the last address our own proxy saw, not by their claim', async () => {
    const { began } = await beginUntilRefusedFrom('10.5.0.1')
    expect(began).toBe(120)
    expect((await begin(cartOf(), '10.5.0.1, 10.5.0.2')).status).toBe(200)
  })
})

async function beginUntilRefusedFrom(address: string) {
  return beginUntilRefused(() => [cartOf(), `${++lastPerson}.1.1.1, ${address}`])
}
