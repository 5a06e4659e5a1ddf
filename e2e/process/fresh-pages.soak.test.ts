import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startPostgres, type TestPostgres } from '../../test/postgres.ts'
import { removeData, type ShopProcess, startShopProcess } from '../../test/shop-process.ts'

const password = 'twelve saddle stitches'

let postgres: TestPostgres
let one: ShopProcess
let other: ShopProcess
beforeAll(async () => {
  postgres = await startPostgres()
  const env = { DATABASE_URL: postgres.url('postgres'), ADMIN_PASSWORD: password, LOG_LEVEL: 'error' }
  one = await startShopProcess({ env })
  other = await startShopProcess({ env })
})
afterAll(async () => {
  for (const shop of [one, other]) {
    await shop.stop()
    removeData(shop.dataDir)
  }
  await postgres.stop()
})

// Some seconds: a database and two whole shops start.
it('a belt edited in one process shows on the other’s home page, even after a dropped connection', async () => {
  const owner = await signIn(one)
  const { belts } = await owner('GET', '/api/admin/belts')
  const { id, drop: _drop, stock: _stock, isUsed: _isUsed, ...belt } = belts[0]
  const rename = (name: string) => owner('PATCH', `/api/admin/belts/${id}`, { belt: { ...belt, name } })
  const home = async () => (await fetch(`${other.address}/`)).text()
  const seen = (name: string) => vi.waitFor(async () => expect(await home()).toContain(name), 60_000)

  expect(await home()).toContain(belt.name)
  await rename('The First Change')
  await seen('The First Change')

  const client = new pg.Client({ connectionString: postgres.url('postgres') })
  await client.connect()
  const cut = await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen %'`,
  )
  await client.end()
  expect(cut.rowCount).toBe(2)
  await rename('The Missed Change')
  await seen('The Missed Change')
  await rename('The Heard Change')
  await seen('The Heard Change')
})

/** The calls of the admin as the owner's browser makes them. */
async function signIn({ address }: ShopProcess) {
  const headers = { 'content-type': 'application/json', origin: address }
  const answer = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ username: 'admin', password }),
  })
  expect(answer.status).toBe(200)
  const cookie = answer.headers.getSetCookie()[0]!.split(';')[0]!
  return async (method: string, path: string, body?: unknown) => {
    const response = await fetch(address + path, {
      method,
      headers: { ...headers, cookie },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    expect(response.status, await response.clone().text()).toBe(200)
    return response.json()
  }
}
