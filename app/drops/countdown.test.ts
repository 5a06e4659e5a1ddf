import { expect, it } from 'vitest'
import { minutesLeft } from './countdown.tsx'

const timeZone = 'America/New_York'

it.each([
  // Midnight in New York is 05:00 UTC in winter, and the day counts whole.
  ['2026-11-30', '2026-11-30', '2026-12-01T04:59:30Z', 0],
  ['2026-11-30', '2026-11-30', '2026-11-30T15:00:00Z', 14 * 60],
  ['2026-11-30', '2026-11-22', '2026-11-22T20:09:00Z', 8 * 1440 + 8 * 60 + 51],
  // Clocks go back on November 1: that day has 25 hours.
  ['2026-11-01', '2026-10-31', '2026-10-31T16:00:00Z', 37 * 60],
  // A device that thinks it is another day says nothing of hours.
  ['2026-11-30', '2026-11-22', '2026-11-21T20:00:00Z', null],
])('a cutoff on %s, on the shop’s %s at %s, is %s minutes away', (day, today, now, minutes) => {
  expect(minutesLeft({ day, today, timeZone }, new Date(now))).toBe(minutes)
})
