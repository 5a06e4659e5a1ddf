import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { connectEmbedded } from '../../db/connect-embedded.ts'
import { demoIntents, orders, outbox } from '../../db/schema.ts'
import { selfItem } from '../../test/carts.ts'
import { guestOrder } from '../../test/guest-order.ts'
import { sized } from '../../test/random.ts'
import { removeData, type ShopProcess, startShopProcess } from '../../test/shop-process.ts'

const root = path.resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(path.join(os.tmpdir(), 'shop-disk-'))
afterAll(() => removeData(folder))

const open = (dataDir: string, sign: string) =>
  startShopProcess({
    dataDir,
    env: {
      FULL_DISK_SIGN: sign,
      NODE_OPTIONS: `--import ${pathToFileURL(path.join(root, 'test/full-disk.ts'))}`,
      LOG_LEVEL: 'warn',
    },
  })

// Each waits for the shop to recover, so both run at once.
describe.concurrent.each([
  ...sized([], [['has no room for another page of a table', 'grow'] as const]),
  ['takes not one write', 'any'] as const,
])('a disk that %s', (_, kind) => {
  it('still serves pages, says when to retry, and makes one order per payment once there is room', async () => {
    const dataDir = path.join(folder, kind)
    const sign = `${dataDir}.full`
    const shop: ShopProcess = await open(dataDir, sign)
    const status = async (page: string) => (await fetch(`${shop.address}${page}`)).status
    async function post(what: string, body: unknown) {
      const answer = await fetch(`${shop.address}${what}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(60_000),
      })
      const retryAfter = answer.headers.get('retry-after')
      return { status: answer.status, retryAfter, body: (await answer.json()) as Record<string, string> }
    }
    async function start(email: string) {
      const cart = [selfItem('monthly', { shippingDetails: { ...selfItem().shippingDetails!, email } })]
      const { clientSecret } = (await post('/api/create-payment-intent', { cartItems: cart })).body
      return { email, cart, clientSecret: clientSecret! }
    }
    async function pay({ email, cart, clientSecret }: Awaited<ReturnType<typeof start>>) {
      const confirmed = await post('/api/demo-payments/confirm', { clientSecret, ...card, email })
      return guestOrder(cart, confirmed.body.paymentIntentId!, email)
    }
    expect(await status('/')).toBe(200)
    const started = []
    for (let buyer = 0; buyer < sized(4, 12); buyer++) started.push(await start(`buyer${buyer}@example.com`))
    // All at once, so that the disk is full before the worker has made their orders.
    const paid = await Promise.all(started.map(pay))

    writeFileSync(sign, kind)
    const told = []
    for (const order of paid) told.push(await post('/api/orders/guest', order))
    // The worker may have made those orders already, and a table may have room left: new carts fill it.
    for (let buyer = 0; buyer < 20 && told.every((each) => each.status === 200); buyer++) {
      const { shippingDetails } = selfItem()
      const email = `late${buyer}@example.com`
      const cartItems = [selfItem('monthly', { shippingDetails: { ...shippingDetails!, email } })]
      told.push(await post('/api/create-payment-intent', { cartItems }))
    }
    const refused = told.filter((each) => each.status !== 200)
    expect(refused.length).toBeGreaterThan(0)
    for (const each of refused) {
      expect(each).toMatchObject({ status: 503, retryAfter: '10', body: { code: 'database_away' } })
      expect(each.body.message).toMatch(/your payment is safe/i)
    }
    expect([await status('/'), await status('/cart'), await status('/health')]).toEqual([200, 200, 200])
    expect(shop.output()).toContain('The disk of the database is full: make room')

    rmSync(sign)
    // Nobody restarts it: it recovers on its own.
    await vi.waitFor(async () => expect(await status('/ready')).toBe(200), { timeout: 60_000, interval: 200 })
    const numbers = []
    for (const order of paid) numbers.push((await post('/api/orders/guest', order)).body.orderNumber)
    expect(new Set(numbers).size).toBe(paid.length)
    numbers.push(
      (await post('/api/orders/guest', await pay(await start('later@example.com')))).body.orderNumber,
    )

    // A stop on a full disk ends in order, and a start there says what to do.
    writeFileSync(sign, kind)
    expect(await shop.stop()).toBe(0)
    await expect(open(dataDir, sign)).rejects.toThrow(/is full .* make room .* then start again/)
    rmSync(sign)
    const { db, close } = await connectEmbedded(dataDir, path.join(root, 'db/migrations'))
    const intents = await db.select().from(demoIntents)
    const made = await db.select().from(orders)
    const mails = await db.select().from(outbox).where(eq(outbox.kind, 'order-confirmation'))
    await close()
    expect(made.map((order) => order.orderNumber).sort()).toEqual(numbers.sort())
    expect(made.map((order) => order.stripePaymentIntentId).sort()).toEqual(
      intents
        .filter((each) => each.status === 'succeeded')
        .map((each) => each.id)
        .sort(),
    )
    // One for each, sent or due: those that were being sent wait for their lease (kill.soak.test.ts has it pass).
    expect(mails.length).toBe(made.length)
    const sent = mails.filter((mail) => mail.sentAt).map((mail) => `_${mail.id}.json`)
    const files = globSync('mail/*_order-confirmation_*.json', { cwd: dataDir })
    expect(sent.every((end) => files.some((file) => file.endsWith(end)))).toBe(true)
  })
})

const card = { cardNumber: '4242 4242 4242 4242', expiration: '12 / 30', securityCode: '123' }
