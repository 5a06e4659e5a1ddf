import { globSync } from 'node:fs'
import path from 'node:path'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectEmbedded } from '../../db/connect-embedded.ts'
import { connectServer } from '../../db/connect-server.ts'
import type { OpenDatabase } from '../../db/database.ts'
import { boxes, checkouts, demoIntents, memberships, orders, outbox } from '../../db/schema.ts'
import { patientBuyer } from '../../test/buyer.ts'
import { laterGift, selfItem, toCalifornia } from '../../test/carts.ts'
import { startPostgres, type TestPostgres } from '../../test/postgres.ts'
import { runSeed, seededRandom, sized } from '../../test/random.ts'
import { removeData, type ShopProcess, startShopProcess } from '../../test/shop-process.ts'

const migrations = path.resolve(import.meta.dirname, '../../db/migrations')
const purchases = sized(20, 1000)
const kills = sized(2, 25)
const buyers = sized(4, 8)
// `npm test` kills a shop on PostgreSQL while Stripe charges (kill-with-stripe.soak.test.ts), and breaks an embedded database in
// the middle of purchases (disk-full.test.ts).
const kinds = ['embedded', 'postgres'] as const

let postgres: TestPostgres
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

describe.concurrent.each(kinds)('a shop killed at random moments on %s', (kind) => {
  it('has exactly one order and one email per payment', { timeout: 1_800_000 }, async () => {
    const seed = runSeed()
    const random = seededRandom(seed)
    const env = kind === 'postgres' ? { DATABASE_URL: postgres.url('postgres') } : undefined
    let shop: ShopProcess = await startShopProcess({ ...(env ? { env } : {}) })
    const { dataDir } = shop
    const numbers = new Set<string>()
    let begun = 0

    async function buyUntilNoneIsLeft() {
      const buyer = patientBuyer(() => shop.address)
      while (begun < purchases) {
        const shape = begun++ % 4
        const cart = [
          [selfItem('monthly')],
          [laterGift('12-months')],
          [toCalifornia(selfItem('6-months')), laterGift('6-months')],
          [selfItem('monthly'), selfItem('12-months')],
        ][shape]!
        const number = await buyer.buy(cart, random() < 0.3)
        if (number) {
          expect(numbers.has(number), `seed ${seed}: ${number} was given twice`).toBe(false)
          numbers.add(number)
        }
      }
    }

    async function killNowAndThen() {
      for (let killed = 0; killed < kills; killed++) {
        const goal = Math.floor((purchases / (kills + 1)) * (killed + random()))
        while (begun < goal) await new Promise((resolve) => setTimeout(resolve, 5))
        await shop.kill()
        if (killed === kills - 1) await (await openAfterLeases(kind, dataDir)).close()
        shop = await startShopProcess({ dataDir, ...(env ? { env } : {}) })
      }
    }

    await Promise.all([killNowAndThen(), ...Array.from({ length: buyers }, buyUntilNoneIsLeft)])
    // Every start repairs what the last one left; a sent email doesn’t mean that its order is finished. The embedded
    // database can't be asked beside a running shop, so a start may be stopped before its repair.
    let database: OpenDatabase
    for (let stops = 1; ; stops++) {
      await settle(shop, dataDir)
      await shop.stop()
      database = await openAfterLeases(kind, dataDir)
      const left = [...(await unfinishedIn(database.db)), ...(await unsentIn(database.db))]
      if (left.length === 0 || stops === 10) break
      await database.close()
      shop = await startShopProcess({ dataDir, ...(env ? { env } : {}) })
    }

    const { db } = database
    const paid = await db.select().from(demoIntents).where(eq(demoIntents.status, 'succeeded'))
    const made = await db.select().from(orders)
    const mails = globSync('mail/*_order-confirmation_*.json', { cwd: dataDir })
    const [ledger] = await db.select({ owed: sql<string>`sum(${boxes.valueCents})` }).from(boxes)
    const unfinished = await unfinishedIn(db)
    const twice = await db
      .select({ item: memberships.orderItemId })
      .from(memberships)
      .groupBy(memberships.orderItemId)
      .having(sql`count(*) > 1`)
    await database.close()
    const about = `seed ${seed}`
    expect(paid.length, about).toBeGreaterThanOrEqual(purchases)
    expect(made.map((order) => order.stripePaymentIntentId).sort(), about).toEqual(
      paid.map((intent) => intent.id).sort(),
    )
    expect(
      [...numbers].every((number) => made.some((order) => order.orderNumber === number)),
      about,
    ).toBe(true)
    expect(mails.length, about).toBe(made.length)
    expect(unfinished, about).toEqual([])
    expect(twice, about).toEqual([])
    const subtotals = made.reduce((sum, order) => sum + order.subtotalCents, 0)
    expect(Math.round(Number(ledger?.owed) * 100), about).toBe(subtotals)
    removeData(dataDir)
  })
})

/** Paid, and not everything done for it yet. */
const unfinishedIn = (db: OpenDatabase['db']) =>
  db
    .select({ id: checkouts.id, status: checkouts.status, lastError: checkouts.lastError })
    .from(checkouts)
    .innerJoin(demoIntents, eq(checkouts.intentId, demoIntents.id))
    .where(sql`${demoIntents.status} = 'succeeded' and ${checkouts.status} <> 'done'`)

/** Confirmations that are still to be sent. */
const unsentIn = (db: OpenDatabase['db']) =>
  db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(eq(outbox.kind, 'order-confirmation'), isNull(outbox.sentAt)))

/** Waits for the repairs: the reconciler runs at startup, and an interrupted email is resent after its lease. */
async function settle(shop: ShopProcess, dataDir: string) {
  for (let round = 0; round < 3_000; round++) {
    if (globSync('mail/*_order-confirmation_*.json', { cwd: dataDir }).length >= purchases) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error(`not every mail was sent:\n${shop.output()}`)
}

/**
 * The database of a shop that no process runs, as it would be found a minute later: the leases of emails whose sender was
 * killed have passed. `server/mailing/drain-outbox.db.test.ts` holds that they last no longer.
 */
async function openAfterLeases(kind: 'embedded' | 'postgres', dataDir: string): Promise<OpenDatabase> {
  const database =
    kind === 'embedded'
      ? await connectEmbedded(dataDir, migrations)
      : await connectServer(postgres.url('postgres'), migrations)
  await database.db
    .update(outbox)
    .set({ runAt: new Date() })
    .where(and(isNull(outbox.sentAt), gt(outbox.attempts, 0)))
  return database
}
