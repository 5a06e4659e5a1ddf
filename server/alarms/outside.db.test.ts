import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { alarms, settings, workerProcesses } from '../../db/schema.ts'
import { type SignedIn, signIn } from '../../test/admin.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import type { OutsideMessage } from '../shop/outside.ts'
import { Watch } from '../watch/beat.ts'
import { type PartName, parts } from '../watch/parts.ts'
import { oneBeat } from './alarms.ts'
import { databaseAlarm } from './database-alarm.ts'

const minute = 60_000
let test: TestShop
let owner: SignedIn
let watch: Watch
let told: OutsideMessage[]
let beats: number
let isDown: boolean
beforeAll(async () => {
  test = await createTestShop()
  owner = await signIn(test)
  test.shop.outside = {
    async tell(_, message) {
      if (isDown) throw new Error('It answered 502.')
      told.push(message)
    },
    beat: async () => void beats++,
  }
  const set = { alarmUrl: 'https://ntfy.sh/our-shop', kind: 'json', heartbeatUrl: 'https://hc-ping.com/ours' }
  expect((await owner.post('/api/admin/settings/outside', set)).status).toBe(200)
})
beforeEach(async () => {
  ;[told, beats, isDown] = [[], 0, false]
  test.shop.diskFree = async () => null
  await test.shop.db.delete(workerProcesses)
  await test.shop.db.delete(alarms)
  watch = new Watch('here:3000', test.clock.now)
})
afterAll(() => test.close())

async function pass(minutes: number, stuck?: PartName) {
  for (let each = 0; each < minutes; each++) {
    test.clock.advance(minute)
    for (const part of Object.keys(parts) as PartName[]) if (part !== stuck) watch.ended(part)
    await oneBeat(test.shop, watch)
  }
}

it('hears once of an alarm, and once that it’s over, though it didn’t answer at first', async () => {
  test.shop.diskFree = async () => 1
  isDown = true
  await pass(2)
  isDown = false
  await pass(3)
  expect(told).toMatchObject([{ line: 'disk-free', isOver: false }])
  test.shop.diskFree = async () => null
  await pass(3)
  expect(told).toMatchObject([{ isOver: false }, { line: 'disk-free', isOver: true }])
  expect(await test.shop.db.select().from(alarms)).toEqual([])
})

it('gets a heartbeat every minute while all work goes on, and none while a loop is stuck or a process is gone', async () => {
  await pass(3)
  expect(beats).toBe(3)
  await pass(8, 'letters')
  beats = 0
  await pass(5, 'letters')
  expect(beats).toBe(0)
  await pass(1)
  expect(beats).toBe(1)
  await oneBeat(test.shop, new Watch('killed:3000', test.clock.now))
  await pass(5)
  beats = 0
  await pass(3)
  expect(beats).toBe(0)
})

it('gets no heartbeat of a process that just started and has done nothing yet', async () => {
  test.clock.advance(minute)
  await oneBeat(test.shop, watch)
  expect(beats).toBe(0)
})

it('hears from the process itself that the database doesn’t answer', async () => {
  const alarm = databaseAlarm(test.shop, 'here:3000')
  const away = () => Promise.reject(new Error('connect ECONNREFUSED'))
  for (let each = 0; each < 4; each++) {
    expect(await alarm(away)).toBe(false)
    test.clock.advance(minute)
  }
  expect(told).toMatchObject([
    { line: 'database', isOver: false, text: expect.stringContaining('here:3000') },
  ])
  expect(await alarm(async () => true)).toBe(true)
  expect(told.at(-1)).toMatchObject({ line: 'database', isOver: true })
})

it('is set by owners, kept sealed, and shown by its host alone', async () => {
  owner = await signIn(test)
  const { body } = await owner.get('/api/admin/settings/outside')
  const isFixed = { alarm: false, heartbeat: false }
  expect(body).toEqual({ alarmHost: 'ntfy.sh', kind: 'ntfy', heartbeatHost: 'hc-ping.com', isFixed })
  const stored = JSON.stringify(await test.shop.db.select().from(settings))
  expect(stored).not.toContain('our-shop')
  const wrong = await owner.post('/api/admin/settings/outside', {
    kind: 'json',
    alarmUrl: 'ntfy.sh/our-shop',
  })
  expect([wrong.status, wrong.body.fields.alarmUrl]).toEqual([400, expect.stringContaining('https://')])
})

it('is tried with a true answer', async () => {
  owner = await signIn(test)
  const attempt = async () => (await owner.post('/api/admin/settings/outside/try')).body.lines
  expect(await attempt()).toEqual([
    { what: 'alarm', isFine: true, sentence: 'ntfy.sh took it.' },
    { what: 'heartbeat', isFine: true, sentence: 'hc-ping.com took it.' },
  ])
  isDown = true
  expect((await attempt())[0]).toEqual({
    ...{ what: 'alarm', isFine: false },
    sentence: 'ntfy.sh didn’t take it: It answered 502.',
  })
})
