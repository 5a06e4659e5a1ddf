import { expect, it } from 'vitest'
import { backupName, backupTakenAt, lastBackupDue, missedNights, outdatedBackups } from './backup-plan.ts'

const newYork = 'America/New_York'
const at = (iso: string) => new Date(iso)

it.each([
  ['2026-11-21T08:00:00Z', '2026-11-21T08:00:00Z'],
  ['2026-11-21T07:59:59Z', '2026-11-20T08:00:00Z'],
  // Clocks change: 3 o'clock is an hour earlier in UTC the night before.
  ['2026-11-01T07:30:00Z', '2026-10-31T07:00:00Z'],
])('at %s the last backup was due at %s', (now, due) => {
  expect(lastBackupDue(at(now), 3, newYork)).toEqual(at(due))
})

it.each([
  ['just set up', '2026-11-21T15:00:00Z', '2026-11-21T16:00:00Z', 0],
  ['the first night, with time for its tries', '2026-11-21T15:00:00Z', '2026-11-22T11:59:00Z', 0],
  ['after it', '2026-11-21T15:00:00Z', '2026-11-22T12:01:00Z', 1],
  ['after the second', '2026-11-21T15:00:00Z', '2026-11-23T12:01:00Z', 2],
  ['made at its hour', '2026-11-22T08:00:00Z', '2026-11-22T12:01:00Z', 0],
  ['a clock that was set back', '2027-11-22T08:00:00Z', '2026-11-22T12:01:00Z', 0],
])('%s, that many nights were missed', (_, since, now, missed) => {
  expect(missedNights(at(since), at(now), 3, newYork)).toBe(missed)
})

it('keeps the newest of so many days, and one of so many months', () => {
  const nights = Array.from({ length: 120 }, (_, back) => ({
    takenAt: new Date(Date.UTC(2026, 10, 21, 8) - back * 86_400_000),
  }))
  const again = { takenAt: at('2026-11-21T15:00:00Z') }
  const all = [...nights, again]
  const gone = outdatedBackups(all, { keptDays: 3, keptMonths: 3 }, newYork)
  const stay = all.filter((each) => !gone.includes(each)).map(({ takenAt }) => takenAt.toISOString())
  expect(stay.sort()).toEqual([
    '2026-09-30T08:00:00.000Z',
    '2026-10-31T08:00:00.000Z',
    '2026-11-19T08:00:00.000Z',
    '2026-11-20T08:00:00.000Z',
    '2026-11-21T15:00:00.000Z',
  ])
  expect(outdatedBackups([again], { keptDays: 0, keptMonths: 0 }, newYork)).toEqual([])
})

it('a name says whose it is and when it was taken', () => {
  const takenAt = at('2026-11-21T08:00:00Z')
  expect(backupName('3fa9c1', takenAt)).toBe('shop-3fa9c1-20261121-080000.jsonl.gz.age')
  expect(backupTakenAt('3fa9c1', backupName('3fa9c1', takenAt))).toEqual(takenAt)
  for (const other of [
    backupName('aaaaaa', takenAt),
    `${backupName('3fa9c1', takenAt)}.unfinished`,
    `../${backupName('3fa9c1', takenAt)}`,
    'shop-3fa9c1-20269921-080000.jsonl.gz.age',
    'shop-20261121-080000.jsonl.gz',
  ])
    expect(backupTakenAt('3fa9c1', other)).toBeNull()
})
