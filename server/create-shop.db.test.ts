import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OpenDatabase } from '../db/database.ts'
import { fastFolder } from '../test/fast-folder.ts'
import { openTestDatabase } from '../test/open-test-database.ts'
import { migrations } from '../test/restore-target.ts'
import { createShop } from './create-shop.ts'
import { openShop } from './open-shop.ts'
import { parseConfig } from './shop/config.ts'

let database: OpenDatabase
let folder: string
beforeAll(async () => {
  database = await openTestDatabase()
  folder = fastFolder('create-shop')
})
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

const stripe = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY_TEST: 'pk_test_1' }

it.each([
  ['a demo draws specimens of labels', {}, ['demo', 'demo']],
  ['a shop that takes payments has no labels until its carrier is set', stripe, ['stripe', undefined]],
])('%s', async (_, env, kinds) => {
  const { shop, close } = await createShop(
    parseConfig({ DATA_DIR: folder, ...env }),
    { migrations },
    database,
  )
  expect([shop.payments.kind, shop.carrier?.kind]).toEqual(kinds)
  await close()
  // The database it was given is still open.
  await database.ping()
})

it('a shop can’t open at another machine’s address, and says which it could use', async () => {
  // 203.0.113.0/24 is kept for examples (RFC 5737).
  const config = parseConfig({ PORT: '0', HOST: '203.0.113.7', DATA_DIR: folder })
  await expect(
    openShop({ config, places: { migrations }, pages: async () => new Response() }),
  ).rejects.toThrow('This machine has no address 203.0.113.7: set HOST to 127.0.0.1 or 0.0.0.0.')
})
