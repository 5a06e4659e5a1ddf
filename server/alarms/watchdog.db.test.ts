import { afterAll, beforeAll, expect, it } from 'vitest'
import { workerProcesses, workerRounds } from '../../db/schema.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { Watch } from '../watch/beat.ts'
import { parts } from '../watch/parts.ts'
import { startWatchdog } from '../watch/watchdog.ts'
import { startWorker } from '../worker.ts'
import { oneBeat } from './alarms.ts'

let test: TestShop
beforeAll(async () => {
  test = await createTestShop()
})
afterAll(() => test.close())

const hangs = () => new Promise(() => {})

it('starts the next round after one that hangs, and ends the process once several do', async () => {
  const watch = new Watch('here:1', test.clock.now)
  const ended: string[] = []
  const options = { limit: 10, endProcess: () => ended.push('process') }
  const dog = startWatchdog(test.shop, watch, options)
  await dog.attempt('letters', hangs)
  let isDone = false
  await dog.attempt('letters', async () => {
    isDone = true
  })
  expect([isDone, ended]).toEqual([true, []])
  await dog.attempt('letters', hangs)
  expect(ended).toEqual([])
  await dog.attempt('letters', hangs)
  expect(ended).toEqual(['process'])
  // Nothing would start it again: it begins no more rounds of that part, and goes on with the others.
  let begun = 0
  const count = async () => void begun++
  await dog.attempt('letters', count)
  await dog.attempt('events', count)
  expect(begun).toBe(1)
})

it('writes when each part last ended well, and why one doesn’t', async () => {
  const { db } = test.shop
  const watch = new Watch('here:2', test.clock.now)
  const dog = startWatchdog(test.shop, watch)
  const at = test.clock.now()
  await dog.attempt('outbox', async () => {})
  await dog.attempt('events', () => Promise.reject(new Error('the provider answers 500')))
  await oneBeat(test.shop, watch)
  test.clock.advance(60_000)
  await dog.attempt('outbox', () => Promise.reject(new Error('the server is gone')))
  await oneBeat(test.shop, watch)
  const rows = await db.select().from(workerRounds)
  expect(rows.filter(({ process }) => process === 'here:2')).toEqual(
    expect.arrayContaining([
      { process: 'here:2', part: 'outbox', endedAt: at, error: 'the server is gone' },
      { process: 'here:2', part: 'events', endedAt: null, error: 'the provider answers 500' },
    ]),
  )
})

it('a worker gives signs of life of every part, and says goodbye', async () => {
  const { db } = test.shop
  await db.delete(workerProcesses)
  const source = { folder: 'INBOX', lookEvery: 60_000, read: async () => {} }
  const worker = startWorker(test.shop, { name: 'worker:3000', source })
  await expect.poll(() => db.select().from(workerProcesses)).toMatchObject([{ name: 'worker:3000' }])
  await worker.stop()
  expect(await db.select().from(workerProcesses)).toEqual([])
  // Whoever adds a part gives it its limits.
  expect(Object.values(parts).every(({ limit, patience }) => limit < patience)).toBe(true)
})
