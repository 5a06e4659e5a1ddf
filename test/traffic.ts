import { laterGift, selfItem, toCalifornia } from './carts.ts'
import { guestOrder } from './guest-order.ts'
import { proofFor } from './solve-proof.ts'

/** What a crowd experienced: for each kind of visit the milliseconds of every request, and what went wrong. */
export type Crowd = {
  milliseconds: Record<string, number[]>
  failures: string[]
  /** order numbers, as told to the buyers */
  orders: string[]
}

type Options = {
  address: string
  /** total visits; each makes several requests */
  visits: number
  /** concurrent visitors */
  atOnce: number
  /** the admin's session, as a Cookie header; absent: nobody is in the admin */
  adminCookie?: string
  random: () => number
  /** visitors already counted, so that no two are the same */
  from?: number
}

/**
 * A shop's day in minutes, sent from this process to another: most visitors look around, some take the quiz, some buy,
 * some write, the owner works in the admin, and strangers knock on closed doors. Every visitor has their own address,
 * which the shop believes if TRUST_PROXY is set.
 */
export async function sendCrowd({
  address,
  visits,
  atOnce,
  adminCookie,
  random,
  from: before = 0,
}: Options): Promise<Crowd> {
  const crowd: Crowd = { milliseconds: {}, failures: [], orders: [] }
  let begun = 0

  async function visitor() {
    while (begun < visits) {
      const number = before + ++begun
      const from = `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`
      await visit(number, pick(random), (kind, path, body, expected = 200) =>
        ask(from, kind, path, body, expected),
      )
    }
  }

  async function ask(
    from: string,
    kind: string,
    path: string,
    body: unknown,
    expected: number,
    proof: Record<string, string> = {},
  ): Promise<Record<string, string> | null> {
    const began = performance.now()
    const answer = await fetch(`${address}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        'x-forwarded-for': from,
        'content-type': 'application/json',
        ...proof,
        ...(kind === 'admin' && adminCookie ? { cookie: adminCookie, origin: address } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch((error: Error) => error)
    const text = answer instanceof Error ? '' : await answer.text().catch(() => '')
    crowd.milliseconds[kind] ??= []
    crowd.milliseconds[kind].push(performance.now() - began)
    // So many in a minute look like an attack; a browser sends a proof then, without asking anybody.
    if (text.includes('"proof_needed"') && !proof['x-proof-of-work'])
      return ask(from, kind, path, body, expected, await proofFor({ status: 429, body: JSON.parse(text) }))
    if (answer instanceof Error) crowd.failures.push(`${path}: ${answer.message}`)
    else if (answer.status !== expected)
      crowd.failures.push(`${path}: ${answer.status} ${text.slice(0, 200)}`)
    else if (text.startsWith('{')) return JSON.parse(text) as Record<string, string>
    return null
  }

  async function visit(number: number, kind: Kind, request: Ask) {
    if (kind === 'browse') {
      for (const path of ['/', '/returns', '/contact', '/cart']) await request(kind, path)
    } else if (kind === 'quiz') {
      await request(kind, '/')
      for (let step = 1; step <= 6; step++) {
        await request(kind, '/api/quiz-step', { version: 1, step, recipientType: 'unknown' })
      }
    } else if (kind === 'buy') {
      const number_ = await buy(number, request)
      if (number_) crowd.orders.push(number_)
    } else if (kind === 'write') {
      const email = `writer${number}@example.com`
      await request(kind, '/api/contact', {
        name: 'Jo',
        email,
        subject: 'Size',
        message: 'Which size is mine?',
      })
      await request(kind, '/api/newsletter/subscribe', { email, source: 'footer' })
    } else if (kind === 'admin' && adminCookie) {
      for (const path of ['/api/admin/orders', '/api/admin/dashboard', '/api/admin/messages'])
        await request(kind, path)
    } else {
      await request('knock', '/api/admin/orders', undefined, 401)
      await request('knock', '/api/account/session', { token: 'guessed' }, 404)
      await request('knock', '/webhooks/stripe', { type: 'planted' }, 404)
    }
  }

  await Promise.all(Array.from({ length: atOnce }, visitor))
  return crowd
}

type Ask = (
  kind: string,
  path: string,
  body?: unknown,
  expected?: number,
) => Promise<Record<string, string> | null>
type Kind = 'browse' | 'quiz' | 'buy' | 'write' | 'admin' | 'knock'

const shares: [Kind, number][] = [
  ['browse', 0.5],
  ['quiz', 0.7],
  ['buy', 0.82],
  ['write', 0.88],
  ['admin', 0.95],
  ['knock', 1],
]

function pick(random: () => number): Kind {
  const at = random()
  return shares.find(([, until]) => at < until)?.[0] ?? 'browse'
}

async function buy(number: number, request: Ask): Promise<string | null> {
  const email = `buyer${number}@example.com`
  const shippingDetails = { ...selfItem().shippingDetails!, email }
  const cart = [
    [selfItem('monthly', { shippingDetails })],
    [toCalifornia(selfItem('6-months', { shippingDetails }))],
    [selfItem('monthly', { shippingDetails }), laterGift('12-months')],
  ][number % 3]!
  await request('browse', '/')
  const started = await request('buy', '/api/create-payment-intent', { cartItems: cart })
  const paid =
    started &&
    (await request('buy', '/api/demo-payments/confirm', {
      clientSecret: started.clientSecret,
      cardNumber: '4242 4242 4242 4242',
      expiration: '12 / 30',
      securityCode: '123',
      email,
    }))
  const order =
    paid && (await request('buy', '/api/orders/guest', guestOrder(cart, paid.paymentIntentId!, email)))
  return order?.orderNumber ?? null
}

/**
 * Signs in to a running shop.
 * @returns the session's cookie, as in a Cookie header
 * @throws Error if the shop refuses
 */
export async function signInOverHttp(address: string, username: string, password: string): Promise<string> {
  const answer = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: address },
    body: JSON.stringify({ username, password }),
  })
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0]
  if (!cookie) throw new Error(`sign-in: ${answer.status} ${await answer.text()}`)
  return cookie
}
