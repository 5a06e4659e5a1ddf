import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { sized } from '../../test/random.ts'
import { startS3Simulator } from '../../test/s3-simulator.ts'
import type { BucketAddress } from '../shop/backup-place.ts'
import { s3Bucket } from './s3-bucket.ts'

const megabyte = 1024 * 1024
let folder: string
let s3: Awaited<ReturnType<typeof startS3Simulator>>
beforeEach(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'shop-s3-'))
  s3 = await startS3Simulator({ pageSize: 2 })
})
afterEach(async () => {
  await s3.close()
  rmSync(folder, { recursive: true })
})
const bucket = (changes: Partial<BucketAddress> = {}) =>
  s3Bucket({ ...s3.address, ...changes }, folder, { silence: 200, pauses: [5, 5, 5] })

function draft(bytes: number): [file: string, content: Buffer] {
  const [file, content] = [path.join(folder, 'draft'), randomBytes(bytes)]
  writeFileSync(file, content)
  return [file, content]
}

it('stores small and large files, lists them in pages, reads and deletes them', async () => {
  const place = bucket()
  const [file, small] = draft(1_000)
  for (const name of ['a', 'b', 'c']) await place.store(file, name)
  const [, large] = draft(17 * megabyte)
  await place.store(file, 'large')
  s3.objects.set('elsewhere/d', Buffer.from('not ours'))
  expect(await place.list()).toEqual([
    ...['a', 'b', 'c'].map((name) => ({ name, bytes: 1_000 })),
    { name: 'large', bytes: 17 * megabyte },
  ])
  expect((await buffer(await place.read('large'))).equals(large)).toBe(true)
  expect((await buffer(await place.read('b'))).equals(small)).toBe(true)
  // Sent in parts, so that memory use doesn't grow with the file.
  expect(s3.largestBody()).toBeLessThanOrEqual(5 * megabyte)
  await place.remove('b')
  expect([...s3.objects.keys()]).toEqual(['nightly/a', 'nightly/c', 'nightly/large', 'elsewhere/d'])
  expect(place.label).toBe(`${new URL(s3.address.endpoint).host}/belts/nightly`)
})

it.each(['busy', 'cut', 'silent'] as const)('tries again what a %s server did not answer', async (kind) => {
  const [file, content] = draft(11 * megabyte)
  // A silent one costs the whole patience each time.
  s3.ail({ kind, times: kind === 'silent' ? sized(1, 3) : 3 })
  await bucket().store(file, 'it')
  expect(s3.objects.get('nightly/it')!.equals(content)).toBe(true)
})

it('a slow server is waited for', async () => {
  s3.ail({ kind: 'slow', times: 9 })
  const slow = s3Bucket(s3.address, folder, { silence: 2_000 })
  const [file] = draft(1_000)
  await slow.store(file, 'it')
  expect(s3.objects.has('nightly/it')).toBe(true)
})

// Takes seconds: at the desk, scheduled-backups.db.test.ts denies a bucket.
it.runIf(sized(false, true))(
  'leaves nothing half that counts as a backup when an upload fails for good',
  async () => {
    const [file] = draft(11 * megabyte)
    s3.ail({ kind: 'denied', times: 1_000, only: /partNumber=2/ })
    await expect(bucket().store(file, 'it')).rejects.toThrow('the key may not do this')
    s3.ail(null)
    expect(await bucket().list()).toEqual([])
    expect(s3.uploads.size).toBe(0)
  },
)

it.each<[string, Partial<BucketAddress>, RegExp]>([
  ['a wrong secret', { secret: 'another' }, /answered 403: the secret key is wrong/],
  ['a wrong key', { keyId: 'AKIDOTHER' }, /doesn’t know the access key/],
  ['a wrong region', { region: 'us-east-1' }, /the region is wrong/],
  ['a wrong bucket', { bucket: 'nowhere' }, /no (such )?bucket/],
  ['our own network', { mayBeLocal: false }, /inside our own network/],
  ['a name that is not there', { endpoint: 'https://s3.invalid' }, /s3.invalid can’t be reached/],
])('says what is wrong with %s', async (_, changes, sentence) => {
  await expect(bucket(changes).list()).rejects.toThrow(sentence)
  const [file] = draft(10)
  await expect(bucket(changes).store(file, 'it')).rejects.toThrow(sentence)
})

it('a file that is gone says so', async () => {
  await expect(bucket().read('nothing')).rejects.toThrow('the file is gone')
})
