import { expect, it } from 'vitest'
import { stoodStill, type Times } from './watch-loop.ts'

const start: Times = { clock: 0, used: 0, waited: 0 }

it.each<[string, Partial<Times>, number]>([
  ['looks on time', { clock: 510, used: 20 }, 10],
  ['computes for three seconds', { clock: 3_500, used: 3_400 }, 3_000],
  ['waits for its disk for three seconds', { clock: 3_500, used: 30 }, 3_000],
  ['gets a tenth of a processor that others take', { clock: 5_000, used: 500, waited: 4_500 }, 0],
  [
    'computes for three seconds on a machine that others take',
    { clock: 9_000, used: 3_000, waited: 5_500 },
    3_000,
  ],
])('a process that %s', (_, now, still) => {
  expect(stoodStill(start, { ...start, ...now })).toBe(still)
})

it('where the system doesn’t say how long it waited, only what it computed counts', () => {
  const unknown = { ...start, waited: null }
  expect(stoodStill(unknown, { clock: 5_000, used: 500, waited: null })).toBe(0)
  expect(stoodStill(unknown, { clock: 3_500, used: 3_400, waited: null })).toBe(2_900)
})
