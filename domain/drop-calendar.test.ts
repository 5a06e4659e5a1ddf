import { describe, expect, it } from 'vitest'
import { addDrops, dropsOf } from './drop.ts'
import { allocateDrops, type DropCalendar, daysOf, monthsOn, shiftBoxes } from './drop-calendar.ts'

const set = (cutOffDay: string, shipBy: string, movedTo: string | null = null) => ({
  cutOffDay,
  shipBy,
  movedTo,
})
const early: DropCalendar = { '2026-12': set('2026-11-20', '2026-11-28') }
const late: DropCalendar = { '2026-12': set('2026-12-09', '2026-12-16') }
const moved: DropCalendar = { '2026-12': set('2026-11-30', '2026-12-05', '2027-01') }

describe('the drops bought by a payment', () => {
  it.each([
    // what the owner did, paid on, boxes, bought before; first and last drop, months by which the charge goes with them
    ['nothing', {}, '2026-11-30', 6, null, '2026-12', '2027-05', 0],
    ['an earlier cutoff, paid on its day', early, '2026-11-20', 6, null, '2026-12', '2027-05', 0],
    ['an earlier cutoff, paid after it', early, '2026-11-21', 6, null, '2027-01', '2027-06', 0],
    ['a later cutoff, which moves nothing forward', late, '2026-12-01', 1, null, '2027-01', '2027-01', 0],
    ['a later cutoff, paid before the month', late, '2026-11-30', 12, null, '2026-12', '2027-11', 0],
    ['another month', moved, '2026-11-21', 12, null, '2027-01', '2027-12', 1],
    ['another month, and a renewal', moved, '2026-11-21', 6, '2026-11', '2027-01', '2027-06', 1],
    ['another month, and a further one', moved, '2026-11-21', 1, '2027-01', '2027-02', '2027-02', 0],
    [
      'two moves, one after the other',
      { ...moved, '2027-01': set('2026-12-31', '2027-01-05', '2027-03') },
      '2026-11-21',
      6,
      null,
      '2027-03',
      '2027-08',
      3,
    ],
    [
      'the move of a month reached by an earlier cutoff',
      { ...early, '2027-01': set('2026-12-31', '2027-01-05', '2027-02') },
      '2026-11-21',
      1,
      null,
      '2027-02',
      '2027-02',
      1,
    ],
  ] as const)('%s', (_, calendar, paidOn, count, last, first, end, movedBy) => {
    const { drops, ...rest } = allocateDrops(calendar, paidOn, count, last)
    expect([drops[0], drops.at(-1), rest.movedBy]).toEqual([first, end, movedBy])
    // One belt a month.
    expect(drops).toEqual(Array.from({ length: count }, (_, index) => addDrops(first, index)))
  })

  it('skip past a month the owner moved', () => {
    expect([
      monthsOn(moved, '2026-11', 1),
      monthsOn(moved, '2026-11', 2),
      monthsOn({}, '2026-11', 1),
    ]).toEqual([2, 2, 1])
  })

  it('leave out a month the owner moved', () => {
    const calendar = { '2027-02': set('2027-01-31', '2027-02-05', '2027-03') }
    const { drops, movedBy } = allocateDrops(calendar, '2026-11-21', 6)
    expect(drops).toEqual(['2026-12', '2027-01', '2027-03', '2027-04', '2027-05', '2027-06'])
    expect(movedBy).toBe(1)
  })

  it('avoid that month when skipped, one belt a month, and undo the same way', () => {
    const calendar = { '2027-02': set('2027-01-31', '2027-02-05', '2027-03') }
    const drops = ['2026-12', '2027-01', '2027-03', '2027-04']
    const skipped = shiftBoxes(calendar, { from: '2026-12', drops, months: 1 })
    expect(skipped).toEqual({ drops: ['2027-01', '2027-03', '2027-04', '2027-05'], months: 1 })
    expect(shiftBoxes(calendar, { from: '2027-01', drops: skipped.drops, months: -1 })).toEqual({
      drops,
      months: -1,
    })
    const paused = shiftBoxes(calendar, { from: '2026-12', drops, months: 2 })
    expect(paused).toEqual({ drops: ['2027-03', '2027-04', '2027-05', '2027-06'], months: 2 })
    expect(shiftBoxes(calendar, { from: '2027-03', drops: paused.drops, months: -3 })).toEqual({
      drops,
      months: -2,
    })
  })

  it('of members not moved yet follow the owner’s move, as does the charge', () => {
    const calendar = { '2027-02': set('2027-01-31', '2027-02-05', '2027-03') }
    const drops = ['2026-12', '2027-01', '2027-02']
    expect(shiftBoxes(calendar, { from: '2026-12', drops, months: 1 })).toEqual({
      drops: ['2027-01', '2027-03', '2027-04'],
      months: 2,
    })
    expect(shiftBoxes({}, { from: '2026-12', drops, months: 3 }).drops).toEqual([
      '2027-03',
      '2027-04',
      '2027-05',
    ])
  })

  it('follow the calendar on every day when the owner changed nothing', () => {
    for (const paidOn of ['2027-01-31', '2028-02-29', '2026-12-31', '2027-03-01']) {
      expect(allocateDrops({}, paidOn, 12)).toEqual({ drops: dropsOf(paidOn, 12), movedBy: 0 })
    }
    expect(daysOf({}, '2026-12')).toEqual({ cutOffDay: '2026-11-30', shipBy: '2026-12-05' })
  })
})
