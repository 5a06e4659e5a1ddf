import { globSync } from 'node:fs'
import path from 'node:path'
import { and, gt, inArray, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectServer } from '../../db/connect-server.ts'
import { checkouts, orders, outbox } from '../../db/schema.ts'
import { owedCheckouts } from '../../domain/checkout-status.ts'
import { patientBuyer } from '../../test/buyer.ts'
import { anyCart } from '../../test/carts.ts'
import { startPostgres, type TestPostgres } from '../../test/postgres.ts'
import { runSeed, seededRandom, sized } from '../../test/random.ts'
import { removeData, type ShopProcess, startShopProcess } from '../../test/shop-process.ts'
import { type StripeSimulator, startStripeSimulator } from '../../test/stripe/start-stripe-simulator.ts'

const migrations = path.resolve(import.meta.dirname, '../../db/migrations')
const purchases = sized(12, 200)
const kills = sized(2, 8)
const buyers = sized(4, 8)

let postgres: TestPostgres
let stripe: StripeSimulator
beforeAll(async () => {
  postgres = await startPostgres()
  stripe = await startStripeSimulator()
})
afterAll(async () => {
  await stripe.close()
  await postgres.stop()
})

describe('a shop killed at random moments while Stripe charges', () => {
  it('has exactly one order and one email per payment', async () => {
    const seed = runSeed()
    const random = seededRandom(seed)
    const about = `seed ${seed}`
    const env = {
      DATABASE_URL: postgres.url('postgres'),
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_PUBLISHABLE_KEY_TEST: 'pk_test_simulated',
      STRIPE_WEBHOOK_SECRET: stripe.webhooks.secret,
      STRIPE_API_BASE: stripe.address,
      TRUST_PROXY: '1',
    }
    let shop: ShopProcess = await startShopProcess({ env })
    const { dataDir } = shop
    // A third never arrives: the shop has to ask for what they would have said.
    stripe.webhooks.sendTo(async (body, signature) => {
      if (random() < 0.3) return
      const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
      await fetch(`${shop.address}/webhooks/stripe`, { method: 'POST', headers, body }).catch(() => null)
    })
    const numbers = new Set<string>()
    let begun = 0

    async function buyUntilNoneIsLeft() {
      const buyer = patientBuyer(() => shop.address, {
        pay: async (clientSecret, email) =>
          stripe.confirm(clientSecret, { number: '4242424242424242', email }),
      })
      while (begun < purchases) {
        const number = await buyer.buy(anyCart(random, `buyer-${begun++}@example.com`), random() < 0.3)
        if (!number) continue
        expect(numbers.has(number), `${about}: ${number} was given twice`).toBe(false)
        numbers.add(number)
      }
    }

    async function killNowAndThen() {
      for (let killed = 0; killed < kills; killed++) {
        const goal = Math.floor((purchases / (kills + 1)) * (killed + random()))
        while (begun < goal) await new Promise((resolve) => setTimeout(resolve, 5))
        await shop.kill()
        shop = await startShopProcess({ dataDir, env })
      }
    }

    await Promise.all([killNowAndThen(), ...Array.from({ length: buyers }, buyUntilNoneIsLeft)])
    await shop.kill()
    const paid = stripe.payments().filter((payment) => payment.status === 'succeeded')
    const database = await connectServer(postgres.url('postgres'), migrations)
    // As a minute later: the leases of emails whose sender was killed have passed.
    await database.db
      .update(outbox)
      .set({ runAt: new Date() })
      .where(and(isNull(outbox.sentAt), gt(outbox.attempts, 0)))
    // A start repairs what the last one left; a sent email doesn’t mean that its order is finished.
    shop = await startShopProcess({ dataDir, env })
    await waitForMails(dataDir, paid.length, shop)
    const owed = () => database.db.select().from(checkouts).where(inArray(checkouts.status, owedCheckouts))
    await expect.poll(owed, { message: about }).toEqual([])
    await shop.stop()
    const made = await database.db.select().from(orders)
    await database.close()
    expect(paid.length, about).toBeGreaterThanOrEqual(purchases)
    expect(made.map((order) => order.stripePaymentIntentId).sort(), about).toEqual(
      paid.map((payment) => payment.id).sort(),
    )
    const known = made.map((order) => order.orderNumber)
    expect(
      [...numbers].filter((number) => !known.includes(number)),
      about,
    ).toEqual([])
    expect(mailsIn(dataDir), about).toBe(made.length)
    const total = made.reduce((sum, order) => sum + order.totalCents, 0)
    expect(total, about).toBe(stripe.totals().charged)
    removeData(dataDir)
  })
})

const mailsIn = (dataDir: string) => globSync('mail/*_order-confirmation_*.json', { cwd: dataDir }).length

async function waitForMails(dataDir: string, count: number, shop: ShopProcess) {
  for (let round = 0; round < 3_000; round++) {
    if (mailsIn(dataDir) >= count) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error(`not every mail was sent:\n${shop.output()}`)
}
