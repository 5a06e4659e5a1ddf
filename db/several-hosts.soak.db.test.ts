import path from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startPostgres, type TestPostgres } from '../test/postgres.ts'
import { connectServer } from './connect-server.ts'
import { type OpenDatabase, rowsOf } from './database.ts'
import { addressesOf } from './several-hosts.ts'

const migrations = path.resolve(import.meta.dirname, 'migrations')
let server: TestPostgres
let standby: Awaited<ReturnType<TestPostgres['makeStandby']>>
let database: OpenDatabase
beforeAll(async () => {
  server = await startPostgres()
  await (await connectServer(server.url('postgres'), migrations)).close()
  standby = await server.makeStandby()
})
afterAll(async () => {
  await database?.close()
  await standby?.stop()
  await server?.stop()
})

const write = () =>
  rowsOf(database.db, `insert into settings (key, value) values (gen_random_uuid()::text, '1') returning key`)

it('one of several hosts takes writes, another one after a failover, without a restart', async () => {
  const [one, other] = [new URL(standby.url('postgres')), new URL(server.url('postgres'))]
  const hosts = `${one.host},${other.host}`
  const url = `postgres://shop:shop@${hosts}/postgres?target_session_attrs=read-write&application_name=belts`
  database = await connectServer(url, migrations)
  await write()
  const notices: string[] = []
  database.listen('news', { notice: (news) => notices.push(news), connected() {}, trouble() {} })
  await server.goAway()
  // Nothing takes writes: it says so, in time.
  await expect(write()).rejects.toThrow()
  await standby.promote()
  await vi.waitFor(write, { timeout: 30_000, interval: 200 })
  await vi.waitFor(
    async () => {
      await rowsOf(database.db, `select pg_notify('news', 'again')`)
      expect(notices).toContain('again')
    },
    { timeout: 30_000, interval: 500 },
  )
})

it.each<[string, string[]]>([
  [
    'postgres://u:p@a:1,b:2/shop?target_session_attrs=any&sslmode=require',
    ['postgres://u:p@a:1/shop?sslmode=require', 'postgres://u:p@b:2/shop?sslmode=require'],
  ],
  ['postgresql://a,b,c/shop', ['postgresql://a/shop', 'postgresql://b/shop', 'postgresql://c/shop']],
  ['postgres://u:p@a:1/shop?options=x,y', ['postgres://u:p@a:1/shop?options=x,y']],
  ['postgres://u@localhost/shop?host=%2Fvar%2Frun', ['postgres://u@localhost/shop?host=%2Fvar%2Frun']],
  ['postgres://u:p@[::1]:1,[::2]:2/shop', ['postgres://u:p@[::1]:1/shop', 'postgres://u:p@[::2]:2/shop']],
])('%s is read as %j', (url, addresses) => expect(addressesOf(url)).toEqual(addresses))
