import { spawn } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askHolder } from '../../db/lock-folder.ts'
import { selfItem } from '../../test/carts.ts'
import { removeData, type ShopProcess, startShopProcess } from '../../test/shop-process.ts'

const root = path.resolve(import.meta.dirname, '../..')

type Done = { code: number | null; said: string; complained: string }

/** A command with these settings, in a process of its own, as an owner gives it. */
function commandInProcess(script: string, env: Record<string, string>, ...words: string[]): Promise<Done> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [path.join(root, script), ...words], {
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

// One shop for all, in this order; server/run-terminal.db.test.ts has what needs no running shop.
describe('a command beside a running shop on the embedded database', () => {
  let shop: ShopProcess
  let env: Record<string, string>
  beforeAll(async () => {
    shop = await startShopProcess()
    env = { DATA_DIR: shop.dataDir }
  })
  afterAll(async () => {
    await shop.stop()
    removeData(shop.dataDir)
  })

  /** What a command's process asks the shop, and gets, without the second that a process takes. */
  async function ask(command: string, args: Record<string, string> = {}) {
    const answer = await askHolder(shop.dataDir, JSON.stringify({ command, args }))
    return JSON.parse(answer!) as { lines?: string[]; problem?: string }
  }

  async function post(call: string, body: object) {
    const response = await fetch(`${shop.address}/api/${call}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }

  it('works only for the user who started the shop', () => {
    const locks = readdirSync(shop.dataDir).filter((name) => name.endsWith('.sock'))
    expect(locks).toHaveLength(1)
    expect(statSync(path.join(shop.dataDir, locks[0]!)).mode & 0o777).toBe(0o600)
  })

  it('creates a code, stops and starts payments, and the shop follows at once', async () => {
    const made = ['promotion:create', '--code', 'spring', '--percent', '20', '--uses', '50']
    expect(await commandInProcess('scripts/shop.ts', env, ...made)).toEqual({
      code: 0,
      said: 'The code SPRING is ready: 20% off the first payment, for 50 orders.\n',
      complained: '',
    })
    const cartItems = [selfItem()]
    expect((await post('promotion', { promotionCode: 'spring', cartItems })).body).toMatchObject({
      discountCents: 1390,
    })

    expect(await ask('payments:stop', { say: 'Back at noon.' })).toHaveProperty('lines')
    expect(await post('create-payment-intent', { cartItems })).toMatchObject({
      status: 503,
      body: { message: 'Back at noon.' },
    })
    expect(await ask('payments:start')).toHaveProperty('lines')
    expect((await post('create-payment-intent', { cartItems })).status).toBe(200)

    const admin = await ask('admin:create', { username: 'nora' })
    expect(admin.lines).toEqual([
      expect.stringMatching(/^Administrator nora as owner, password \S{16} \(shown only now, .*\)$/),
    ])
    expect(await ask('admin:create', { username: 'nora' })).toMatchObject({
      problem: 'There is a user nora already, or this email: choose another name.',
    })
  })

  it('makes a backup, and restores it only while the shop is stopped', async () => {
    const kept = path.join(shop.dataDir, 'kept.jsonl.gz')
    const { lines } = await ask('backup', { file: kept })
    expect(lines![0]).toContain(`are in ${kept}, read again and whole`)
    expect(await commandInProcess('server.mjs', env, 'restore', kept)).toEqual({
      code: 1,
      said: '',
      complained: `The shop that uses ${shop.dataDir} is open: stop it, then restore.\n`,
    })
    expect(await ask('restore', { place: kept })).toMatchObject({
      problem: 'The shop is open: stop it, then restore.',
    })
  })

  it('runs even when two start at once on a stopped shop', async () => {
    expect(await shop.stop()).toBe(0)
    const done = await Promise.all([
      commandInProcess('server.mjs', env, 'promotion:end', '--code', 'spring'),
      commandInProcess('server.mjs', env, 'promotion:create', '--code', 'TWO', '--percent', '5'),
    ])
    expect(done.map(({ code, complained }) => [code, complained])).toEqual([
      [0, ''],
      [0, ''],
    ])
    // What was written through the shop is there without it, and the other way round.
    shop = await startShopProcess({ dataDir: shop.dataDir })
    const { lines } = await ask('promotion:list')
    expect(lines!.toSorted()).toEqual([
      'SPRING  20% off the first payment; used 0 of 50 times; ended',
      'TWO     5% off the first payment; used 0 times',
    ])
  })
})
