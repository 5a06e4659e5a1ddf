import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestShop, type TestShop } from '../test/create-test-shop.ts'
import { onceAnHour } from './worker.ts'

let test: TestShop
beforeAll(async () => {
  test = await createTestShop()
})
afterAll(() => test.close())

describe('a shared background job', () => {
  const minute = 60_000
  const done: string[] = []
  const look = (who: string, work = async () => void done.push(who)) => onceAnHour(test.shop, 'a part', work)
  const whoDid = () => done.splice(0).length

  it('runs in one of many processes, again after an hour, and at once on a new day', async () => {
    test.clock.set('2026-11-21T15:00:00Z')
    await Promise.all(['one', 'two', 'three'].map((who) => look(who)))
    expect(whoDid()).toBe(1)
    test.clock.advance(59 * minute)
    await look('two')
    expect(whoDid()).toBe(0)
    test.clock.advance(minute)
    await look('two')
    expect(whoDid()).toBe(1)
    // Midnight in New York.
    test.clock.set('2026-11-22T04:59:00Z')
    await look('one')
    test.clock.set('2026-11-22T05:01:00Z')
    await look('one')
    expect(whoDid()).toBe(2)
  })

  it('is retried at the next check after a failure, and after the clock was set back', async () => {
    test.clock.set('2026-12-01T15:00:00Z')
    const fail = async () => {
      throw new Error('database away')
    }
    await expect(look('one', fail)).rejects.toThrow('database away')
    await look('two')
    expect(whoDid()).toBe(1)
    test.clock.set('2026-12-01T10:00:00Z')
    await look('two')
    expect(whoDid()).toBe(1)
  })
})
