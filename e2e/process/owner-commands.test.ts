import { spawn } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { selfItem } from '../../test/carts.ts'
import { command, type Done } from '../../test/owner-command.ts'
import { startPostgres, type TestPostgres } from '../../test/postgres.ts'
import { removeData, startShopProcess } from '../../test/shop-process.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** `npm run shop -- words` with these settings, in a process of its own, as an owner gives it. */
function commandInProcess(env: Record<string, string>, ...words: string[]): Promise<Done> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [path.join(root, 'scripts/shop.ts'), ...words], {
      cwd: root,
      env: { ...process.env, ...env },
    })
    const done: Done = { code: null, said: '', complained: '' }
    child.stdout.on('data', (chunk: Buffer) => {
      done.said += chunk
    })
    child.stderr.on('data', (chunk: Buffer) => {
      done.complained += chunk
    })
    child.once('close', (code) => resolve({ ...done, code }))
  })
}

async function post(address: string, call: string, body: object) {
  const response = await fetch(`${address}/api/${call}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const madeSpring = ['promotion:create', '--code', 'spring', '--percent', '20', '--uses', '50']

// Each of these opens a database, and some the built shop, in processes of their own.
describe('a command beside a running shop on the embedded database', () => {
  it('creates a code, stops and starts payments, and the shop follows at once', async () => {
    const shop = await startShopProcess()
    const env = { DATA_DIR: shop.dataDir }
    expect(await commandInProcess(env, ...madeSpring)).toEqual({
      code: 0,
      said: 'The code SPRING is ready: 20% off the first payment, for 50 orders.\n',
      complained: '',
    })
    const cartItems = [selfItem()]
    expect(
      (await post(shop.address, 'promotion', { promotionCode: 'spring', cartItems })).body,
    ).toMatchObject({
      discountCents: 1390,
    })

    expect((await command(env, 'payments:stop', '--say', 'Back at noon.')).code).toBe(0)
    expect(await post(shop.address, 'create-payment-intent', { cartItems })).toMatchObject({
      status: 503,
      body: { message: 'Back at noon.' },
    })
    expect((await command(env, 'payments:start')).code).toBe(0)
    expect((await post(shop.address, 'create-payment-intent', { cartItems })).status).toBe(200)

    const admin = await command(env, 'admin:create', '--username', 'nora')
    expect(admin.said).toMatch(/^Administrator nora as owner, password \S{16} \(shown only now, .*\)\n$/)
    expect(await command(env, 'admin:create', '--username', 'nora')).toMatchObject({
      code: 1,
      complained: 'There is a user nora already, or this email: choose another name.\n',
    })
    expect(await shop.stop()).toBe(0)

    // What was written through the shop is there without it, and the other way round.
    expect((await command(env, 'promotion:list')).said).toBe(
      'SPRING  20% off the first payment; used 0 of 50 times\n',
    )
    expect((await command(env, 'promotion:end', '--code', 'spring')).code).toBe(0)
    const again = await startShopProcess({ dataDir: shop.dataDir })
    expect((await command(env, 'promotion:list')).said).toMatch(/; ended\n$/)
    await again.stop()
    removeData(shop.dataDir)
  })

  it('makes a backup, and restores it only while the shop is stopped', async () => {
    const shop = await startShopProcess()
    const env = { DATA_DIR: shop.dataDir }
    const kept = path.join(shop.dataDir, 'kept.jsonl.gz')
    expect((await command(env, 'backup', kept)).said).toContain(`are in ${kept}, read again and whole`)
    expect(await command(env, 'restore', kept)).toMatchObject({
      code: 1,
      complained: `The shop that uses ${shop.dataDir} is open: stop it, then restore.\n`,
    })
    await shop.stop()
    expect((await command(env, 'restore', kept)).said).toContain('What was there before is kept in')
    const again = await startShopProcess({ dataDir: shop.dataDir })
    await again.stop()
    removeData(shop.dataDir)
  })

  it('works only for the user who started the shop', async () => {
    const shop = await startShopProcess()
    const locks = readdirSync(shop.dataDir).filter((name) => name.endsWith('.sock'))
    expect(locks).toHaveLength(1)
    expect(statSync(path.join(shop.dataDir, locks[0]!)).mode & 0o777).toBe(0o600)
    await shop.stop()
    removeData(shop.dataDir)
  })

  it('runs even when two start at once on a stopped shop', async () => {
    const shop = await startShopProcess()
    await shop.stop()
    const DATA_DIR = shop.dataDir
    const made = await Promise.all(
      ['ONE', 'TWO'].map((code) =>
        commandInProcess({ DATA_DIR }, 'promotion:create', '--code', code, '--percent', '5'),
      ),
    )
    expect(made.map((done) => [done.code, done.complained])).toEqual([
      [0, ''],
      [0, ''],
    ])
    const { said } = await command({ DATA_DIR }, 'promotion:list')
    for (const code of ['ONE', 'TWO']) expect(said).toContain(code)
    removeData(DATA_DIR)
  })
})

describe('a command on a PostgreSQL server', () => {
  let postgres: TestPostgres
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres.stop())

  it('goes to the database itself', async () => {
    const env = { DATABASE_URL: postgres.url('postgres') }
    expect((await command(env, 'seed')).code).toBe(0)
    expect((await command(env, ...madeSpring)).code).toBe(0)
    expect((await command(env, ...madeSpring)).complained).toMatch(/^The code SPRING exists already/)
  })

  it.each([
    [['promotion:make'], /^There is no command promotion:make: npm run shop -- --help shows them all\.\n$/],
    [['promotion:create', '--code', 'SALE', '--amount', '10.5'], /^An amount is in dollars and cents/],
  ])('that is wrong (%j) exits with 2 and one sentence', async (words, sentence) => {
    const done = await command({ DATABASE_URL: postgres.url('postgres') }, ...words)
    expect(done.complained).toMatch(sentence)
    expect([done.code, done.said, done.complained.trim().split('\n').length]).toEqual([2, '', 1])
  })
})
