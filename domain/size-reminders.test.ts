import { expect, it } from 'vitest'
import { dueSizeReminder } from './size-reminders.ts'

it.each([
  ['2026-11-02', '2026-11-22', null],
  ['2026-11-02', '2026-11-23', 7],
  ['2026-11-02', '2026-11-27', 7],
  ['2026-11-02', '2026-11-28', 2],
  ['2026-11-02', '2026-11-30', 2],
  // The cut-off of January is ahead now.
  ['2026-11-02', '2026-12-01', null],
  ['2026-11-02', '2027-02-21', 7],
  ['2028-01-02', '2028-02-22', 7],
  ['2028-01-02', '2028-02-21', null],
  // The confirmation has just asked.
  ['2026-11-21', '2026-11-23', null],
  ['2026-11-21', '2026-11-24', 7],
  ['2026-11-28', '2026-11-28', null],
  ['2026-11-28', '2026-11-29', 2],
  ['2026-11-30', '2026-11-30', null],
] as const)('told on %s, on %s the reminder is %s', (toldOn, today, due) => {
  expect(dueSizeReminder(toldOn, today)).toBe(due)
})
