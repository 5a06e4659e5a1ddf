import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { outbox } from '../db/schema.ts'
import { createTestShop, type TestShop } from '../test/create-test-shop.ts'
import { statementsOf } from '../test/statements.ts'
import { oneBeat } from './alarms/alarms.ts'
import { beatEvery, Watch } from './watch/beat.ts'
import { lookEvery, nextDue } from './watch/lookout.ts'
import {
  backgroundWork,
  dueThisHour,
  everyFewMinutes,
  everyHour,
  onceAnHour,
  reconcileEvery,
  startWorker,
} from './worker.ts'

let test: TestShop
beforeAll(async () => {
  test = await createTestShop()
})
afterAll(() => test.close())

const minute = 60_000
/** Statements a minute of a process whose shop has nothing to do. */
const most = 30
/** What listens to changes of the catalog asks thrice a minute whether its connection is there, and looks itself once. */
const listening = 3 + 1

it.skipIf(inject('databaseKind') === 'embedded')(
  'an idle process sends at most 30 statements a minute',
  async () => {
    const { shop } = test
    const watch = new Watch('a process', shop.now)
    const minutely = async () => {
      for (const work of Object.values(everyFewMinutes)) await work(shop)
      await dueThisHour(shop)
    }
    const hourly = async () => {
      for (const [part, work] of Object.entries(everyHour)) await onceAnHour(shop, part, work)
    }
    const all: [work: () => Promise<unknown>, every: number][] = [
      [() => nextDue(shop), lookEvery],
      [() => backgroundWork.backups!(shop), minute],
      [() => oneBeat(shop, watch), beatEvery],
      [minutely, reconcileEvery],
      [hourly, 60 * minute],
    ]
    let sent = listening
    for (const [work, every] of all) {
      // The first round has something to write.
      await work()
      test.clock.advance(every)
      const found = await statementsOf(work)
      sent += (found.length * minute) / every
    }
    expect(sent).toBeLessThanOrEqual(most)
  },
)

describe('a worker that was idle', () => {
  it('sends what another process leaves, when it is due, and asks of no part that an hour has done', async () => {
    const { shop } = test
    for (const [part, work] of Object.entries(everyHour)) await onceAnHour(shop, part, work)
    expect(await dueThisHour(shop)).toEqual([])
    test.clock.advance(61 * minute)
    expect(await dueThisHour(shop)).toEqual(Object.keys(everyHour))
    await test.work()
    const worker = startWorker(shop, { name: 'a process' })
    const row = { kind: 'promises-due', subjectId: '2026-11-01', createdAt: shop.now() }
    const [mail] = await shop.db
      .insert(outbox)
      .values({ ...row, runAt: new Date(shop.now().getTime() + minute) })
      .returning()
    expect((await nextDue(shop)).outbox).toBe(mail!.runAt.getTime())
    test.clock.advance(minute)
    const attempts = async () =>
      (await shop.db.select().from(outbox)).find(({ id }) => id === mail!.id)?.attempts
    await expect.poll(attempts).toBe(1)
    await worker.stop()
  })
})
