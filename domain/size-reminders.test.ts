import { expect, it } from 'vitest'
import { sizeReminderOn } from './renewal-notices.ts'

const usual = {}
/** The owner's: December closes on the 20th of November, January on the 2nd of its own month. */
const owners = {
  '2026-12': { cutOffDay: '2026-11-20', shipBy: '2026-12-01', movedTo: null },
  '2027-01': { cutOffDay: '2027-01-02', shipBy: '2027-01-08', movedTo: null },
}

it.each([
  [usual, '2026-11-22', null],
  [usual, '2026-11-23', { drop: '2026-12', cutOffDay: '2026-11-30', days: 7, toldUntil: '2026-11-20' }],
  [usual, '2026-11-27', { drop: '2026-12', cutOffDay: '2026-11-30', days: 7, toldUntil: '2026-11-24' }],
  [usual, '2026-11-28', { drop: '2026-12', cutOffDay: '2026-11-30', days: 2, toldUntil: '2026-11-27' }],
  [usual, '2026-11-30', { drop: '2026-12', cutOffDay: '2026-11-30', days: 2, toldUntil: '2026-11-29' }],
  // January’s cutoff is next now.
  [usual, '2026-12-01', null],
  [usual, '2028-02-22', { drop: '2028-03', cutOffDay: '2028-02-29', days: 7, toldUntil: '2028-02-19' }],
  [usual, '2028-02-21', null],
  [owners, '2026-11-13', { drop: '2026-12', cutOffDay: '2026-11-20', days: 7, toldUntil: '2026-11-10' }],
  [owners, '2026-11-21', null],
  [owners, '2026-12-25', null],
  [owners, '2027-01-02', { drop: '2027-01', cutOffDay: '2027-01-02', days: 2, toldUntil: '2027-01-01' }],
  [owners, '2027-01-03', null],
])('with the calendar %j, on %s it is %j', (calendar, today, reminder) => {
  expect(sizeReminderOn(calendar, today)).toEqual(reminder)
})
