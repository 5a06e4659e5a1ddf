import path from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectServer } from '../../db/connect-server.ts'
import { demoIntents, orders } from '../../db/schema.ts'
import { startPostgres, type TestPostgres } from '../../test/postgres.ts'
import { runSeed, seededRandom, sized } from '../../test/random.ts'
import { removeData, type ShopProcess, startShopProcess } from '../../test/shop-process.ts'
import { sendCrowd, signInOverHttp } from '../../test/traffic.ts'

const migrations = path.resolve(import.meta.dirname, '../../db/migrations')
const password = 'twelve saddle stitches'
/** `npm run bench -- crowd` sends many more, and measures. */
const visits = sized(120, 4000)

let postgres: TestPostgres
let shop: ShopProcess
beforeAll(async () => {
  postgres = await startPostgres()
  const env = {
    DATABASE_URL: postgres.url('postgres'),
    ADMIN_PASSWORD: password,
    LOG_LEVEL: 'error',
    TRUST_PROXY: '1',
  }
  shop = await startShopProcess({ env })
})
afterAll(async () => {
  await shop.stop()
  removeData(shop.dataDir)
  await postgres.stop()
})

// Some seconds: about a thousand requests, fifty of them of purchases.
it('a crowd of visitors, buyers and attackers, with an owner in the admin, meets no error, and every payment has its order', async () => {
  const seed = runSeed()
  const adminCookie = await signInOverHttp(shop.address, 'admin', password)
  const crowd = await sendCrowd({
    address: shop.address,
    visits,
    atOnce: 12,
    adminCookie,
    random: seededRandom(seed),
  })
  expect(crowd.failures, `SEED=${seed}`).toEqual([])
  const database = await connectServer(postgres.url('postgres'), migrations)
  const made = await database.db.select().from(orders)
  const paid = await database.db.select().from(demoIntents).where(eq(demoIntents.status, 'succeeded'))
  await database.close()
  expect(made.map((order) => order.orderNumber).sort(), `SEED=${seed}`).toEqual(crowd.orders.toSorted())
  expect(paid).toHaveLength(made.length)
  expect(made.length).toBeGreaterThan(0)
  expect(shop.output()).not.toContain('"level":50')
})
