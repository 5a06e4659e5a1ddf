import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest'
import { backupRuns, orders, settings } from '../../db/schema.ts'
import { type SignedIn, signIn, testPassword } from '../../test/admin.ts'
import { selfItem } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { join } from '../../test/members.ts'
import { migrations } from '../../test/restore-target.ts'
import { startS3Simulator } from '../../test/s3-simulator.ts'
import { watchLines } from '../health/watch-lines.ts'
import { DamagedBackup, type TryRestore } from '../shop/backup-place.ts'
import { pauseBackups } from './backup-plan.ts'
import { openDump } from './open-dump.ts'
import { restoreApart } from './restore-apart.ts'
import { makeSealKey } from './seal.ts'
import { tendBackups } from './tend-backups.ts'

const [minute, hour] = [60_000, 60 * 60_000]
const day = 24 * hour
let test: TestShop
let owner: SignedIn
let key: string
let s3: Awaited<ReturnType<typeof startS3Simulator>>
let really: TryRestore
const folder = mkdtempSync(path.join(os.tmpdir(), 'shop-nightly-'))
const place = { kind: 'folder' as const, folder: path.join(folder, 'nightly') }
beforeAll(async () => {
  test = await createTestShop({ env: { DATA_DIR: path.join(folder, 'data') } })
  await join(test, [selfItem('monthly')])
  owner = await signIn(test)
  s3 = await startS3Simulator()
  // Into the same kind of database as the shop's.
  const databaseUrl = inject('databaseKind') === 'postgres' ? inject('databaseTemplate') : null
  really = restoreApart({ ...test.shop.config, databaseUrl }, migrations)
})
beforeEach(async () => {
  await test.shop.db.delete(backupRuns)
  rmSync(place.folder, { recursive: true, force: true })
  test.shop.diskFree = async () => null
  test.shop.config = { ...test.shop.config, backupPlace: null }
  // Restoring takes seconds: most of these tests are about something else.
  test.shop.backups.tryRestore = async () => ({ rows: 1, orders: 1, into: 'embedded' })
  owner = await signIn(test)
})
afterAll(async () => {
  await s3.close()
  await test.close()
  rmSync(folder, { recursive: true, force: true })
})

const plan = { hour: 3, keptDays: 3, keptMonths: 1 }
const save = (changes: object = {}) =>
  owner.post('/api/admin/backups/plan', { ...plan, place, password: testPassword, ...changes })
const tend = () => tendBackups(test.shop)
const runs = async () =>
  (await test.shop.db.select().from(backupRuns)).sort((a, b) => +a.askedAt - +b.askedAt)
const files = () => readdirSync(place.folder).sort()
async function health(id = 'backups') {
  const found = (await watchLines(test.shop)).find((each) => each.id === id)
  return found && [found.state, found.value]
}

it('needs a recovery key, which is shown once and stored nowhere', async () => {
  const refused = await save()
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('recovery key first')])
  expect(await health()).toEqual(['good', 'not set up'])
  key = (await owner.post('/api/admin/backups/key', { password: testPassword })).body.key
  expect(key).toMatch(/^AGE-SECRET-KEY-1[0-9A-Z]{58}$/)
  const stored = JSON.stringify(await test.shop.db.select().from(settings))
  expect(stored).not.toContain('AGE-SECRET-KEY')
  expect((await owner.get('/api/admin/backups')).body.keyMadeAt).toBe(test.clock.now().toISOString())
})

it('is made each night, restored in a rehearsal, and opened by the owner’s key alone', async () => {
  test.shop.backups.tryRestore = really
  expect((await save()).status).toBe(200)
  await tend()
  const [made] = await runs()
  expect(made).toMatchObject({ error: null, damage: null, place: place.folder, orders: 1 })
  expect(made!.verifiedAt).toEqual(test.clock.now())
  expect(files()).toEqual([made!.name])
  expect(await health()).toEqual(['good', '0 minutes ago'])
  const file = path.join(place.folder, made!.name!)
  expect(readFileSync(file, 'latin1')).toMatch(/^age-encryption\.org\/v1\n/)
  const { manifest } = await openDump(file, [key])
  expect(manifest.tables.orders!.rows).toBe(await test.shop.db.$count(orders))
  await expect(openDump(file)).rejects.toThrow('--key-file')
  await expect(openDump(file, [(await makeSealKey()).identity])).rejects.toThrow('another one')
  // The rehearsal leaves nothing behind.
  expect(existsSync(path.join(folder, 'data/backups/restore-check'))).toBe(false)
  await tend()
  expect(await runs()).toHaveLength(1)
  test.clock.advance(9 * hour)
  expect(await health()).toEqual(['good', '9 hours ago'])
  owner = await signIn(test)
  const download = await owner.request('GET', `/api/admin/backups/files/${made!.name}`)
  expect(Buffer.from(await download.arrayBuffer()).equals(readFileSync(file))).toBe(true)
})

it('keeps as many as the owner wants', async () => {
  expect((await save()).status).toBe(200)
  for (let night = 0; night < 6; night++) {
    await tend()
    test.clock.advance(day)
  }
  expect(await runs()).toHaveLength(6)
  expect(files()).toHaveLength(3)
})

it('is never made twice at a time, by however many processes', async () => {
  await save()
  await Promise.all([tend(), tend(), tend()])
  await owner.post('/api/admin/backups/run', { task: 'backup' })
  await owner.post('/api/admin/backups/run', { task: 'backup' })
  test.clock.advance(minute)
  await Promise.all([tend(), tend(), tend()])
  expect((await runs()).map(({ askedBy }) => askedBy)).toEqual([null, 'test-owner'])
  // The newest of its day stays.
  expect(files()).toHaveLength(1)
})

it('that was killed in the middle counts for nothing, and is made again', async () => {
  await save()
  const at = test.clock.now()
  await test.shop.db.insert(backupRuns).values({ task: 'backup', askedAt: at, startedAt: at, seenAt: at })
  const left = path.join(place.folder, 'shop-000000-20261121-080000.jsonl.gz.age.unfinished')
  writeFileSync(left, 'half')
  utimesSync(left, new Date(0), new Date(0))
  test.clock.advance(2 * minute)
  await tend()
  expect((await runs()).map(({ endedAt }) => endedAt)).toEqual([null])
  test.clock.advance(2 * minute)
  await tend()
  expect((await owner.get('/api/admin/backups/files')).body.files).toEqual([])
  test.clock.advance(31 * minute)
  await tend()
  expect((await runs()).map(({ error, verifiedAt }) => [error, verifiedAt !== null])).toEqual([
    ['Its process stopped in the middle.', false],
    [null, true],
  ])
  expect(files()).toHaveLength(1)
})

it('that another process has taken over writes nothing anymore', async () => {
  await save()
  test.shop.backups.tryRestore = async () => {
    await test.shop.db.update(backupRuns).set({ endedAt: test.clock.now(), error: 'Taken over.' })
    return { rows: 1, orders: 1, into: 'embedded' }
  }
  await tend()
  expect(await runs()).toMatchObject([{ error: 'Taken over.', verifiedAt: null }])
})

const tellsOf = async () => (await runs()).map(({ error }) => error)

it('to a bucket is heard of when it is denied: a look the first night, an alarm after two', async () => {
  test.shop.config = { ...test.shop.config, backupPlace: s3.address }
  await save({ place: undefined })
  expect(s3.objects.size).toBe(0)
  s3.ail({ kind: 'denied', times: 1e6 })
  await tend()
  expect((await tellsOf())[0]).toContain('the key may not do this')
  expect((await health())![0]).toBe('watch')
  // Not every minute, but again and again.
  for (let minutes = 0; minutes < 65; minutes += 5) {
    test.clock.advance(5 * minute)
    await tend()
  }
  expect(await runs()).toHaveLength(2)
  test.clock.advance(2 * day)
  expect(await health()).toEqual(['bad', 'none yet'])
  s3.ail(null)
  await tend()
  expect(await health()).toEqual(['good', '0 minutes ago'])
  expect([...s3.objects.keys()]).toEqual([expect.stringMatching(/^nightly\/shop-[0-9a-f]{6}-/)])
  owner = await signIn(test)
  const { body } = await owner.get('/api/admin/backups/files')
  expect(body).toMatchObject({ error: '', files: [{ verifiedAt: test.clock.now().toISOString() }] })
  expect(existsSync(path.join(folder, 'data/backups'))).toBe(true)
  expect(readdirSync(path.join(folder, 'data/backups'))).toEqual([])
})

it('isn’t made on a full disk, which would stop a shop that sells from there', async () => {
  await save()
  test.shop.diskFree = async () => 70 * 1024 * 1024
  const yesterday = new Date(test.clock.now().getTime() - day)
  await test.shop.db.insert(backupRuns).values({
    ...{ task: 'backup', bytes: 100 * 1024 * 1024, askedAt: yesterday, endedAt: yesterday },
  })
  await tend()
  expect((await tellsOf()).at(-1)).toMatch(/isn’t enough room .* needs 214 MB and 70 MB are free/)
  expect(files()).toEqual([])
})

it('that can’t be restored is an alarm at once, until another one can', async () => {
  await save()
  test.shop.backups.tryRestore = async (file, keys) => {
    const bytes = readFileSync(file)
    bytes[bytes.length - 400]! ^= 1
    writeFileSync(file, bytes)
    return really(file, keys)
  }
  await tend()
  expect((await health('backup-damaged'))![0]).toBe('bad')
  expect((await tellsOf())[0]).toContain('damaged')
  test.shop.backups.tryRestore = async () => ({ rows: 1, orders: 1, into: 'embedded' })
  test.clock.advance(31 * minute)
  await tend()
  expect(await health('backup-damaged')).toBeUndefined()
  expect(await health()).toEqual(['good', '0 minutes ago'])
})

it('says that the check failed, not the backup, when the machine is at fault', async () => {
  const dataDir = path.join(folder, 'a file')
  writeFileSync(dataDir, '')
  const none = restoreApart({ ...test.shop.config, dataDir }, migrations)
  await save()
  await tend()
  const file = path.join(place.folder, files()[0]!)
  const failure = none(file, [key])
  await expect(failure).rejects.toThrow(/data folder/)
  await expect(failure).rejects.not.toBeInstanceOf(DamagedBackup)
})

it('waits in a restored shop, which may be a rehearsal beside the real one', async () => {
  await save()
  await pauseBackups(test.shop.db)
  await tend()
  expect(await runs()).toEqual([])
  expect((await owner.post('/api/admin/backups/run', { task: 'backup' })).status).toBe(409)
  const found = (await watchLines(test.shop)).find(({ id }) => id === 'backups')
  expect([found?.state, found?.advice]).toEqual(['watch', expect.stringContaining('restored from a backup')])
  await save()
  await tend()
  expect(files()).toHaveLength(1)
})

it.each<[object, string, RegExp]>([
  [{ place: { kind: 'folder', folder: 'backups' } }, 'folder', /whole path/],
  [{ place: { kind: 'folder', folder: '/proc/nowhere/backups' } }, 'place', /no folder \/proc\/nowhere/],
  [{ place: { ...bucket(), endpoint: 'http://s3.example.com' } }, 'endpoint', /beginning with https:/],
  [{ place: { ...bucket(), endpoint: 'https://127.0.0.1:9000' } }, 'place', /our own network/],
  [{ place: { ...bucket(), secret: '' } }, 'secret', /secret key/],
])('refuses %j with a sentence', async (changes, field, sentence) => {
  const { status, body } = await save(changes)
  expect([status, body.fields?.[field]]).toEqual([400, expect.stringMatching(sentence)])
})

function bucket() {
  const where = { kind: 's3', endpoint: 'https://s3.example.com', bucket: 'belts', folder: '' }
  return { ...where, region: '', keyId: 'AKID', secret: 'sesame' }
}
