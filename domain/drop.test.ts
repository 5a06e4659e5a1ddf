import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CalendarDate, calendarDateIn } from './calendar-date.ts'
import { nextChargeDay } from './charge-day.ts'
import {
  addDrops,
  boxReference,
  cutOffDay,
  dropName,
  dropsBetween,
  dropsOf,
  dropTitle,
  firstDrop,
  readBoxReference,
  shipBy,
} from './drop.ts'
import { newId } from './id.ts'

const days = fc
  .date({ min: new Date('2024-01-01'), max: new Date('2060-12-31'), noInvalidDate: true })
  .map((date): CalendarDate => date.toISOString().slice(0, 10))

describe('the first box', () => {
  it.each([
    ['2026-11-01', '2026-12'],
    ['2026-11-30', '2026-12'],
    ['2026-12-01', '2027-01'],
    ['2026-12-31', '2027-01'],
    ['2027-01-31', '2027-02'],
    ['2028-02-29', '2028-03'],
  ])('of a payment on %s is in drop %s', (paidOn, drop) => {
    expect(firstDrop(paidOn)).toBe(drop)
  })

  it.each([
    ['2026-12-01T04:59:59.999Z', '2026-11-30', '2026-12'],
    ['2026-12-01T05:00:00.000Z', '2026-12-01', '2027-01'],
    ['2027-01-01T04:59:59.999Z', '2026-12-31', '2027-01'],
    ['2027-01-01T05:00:00.000Z', '2027-01-01', '2027-02'],
    ['2026-07-01T03:59:59.999Z', '2026-06-30', '2026-07'],
    ['2026-07-01T04:00:00.000Z', '2026-07-01', '2026-08'],
  ])('depends on the day in New York: a payment at %s counts for %s', (instant, day, drop) => {
    const paidOn = calendarDateIn('America/New_York', new Date(instant))
    expect(paidOn).toBe(day)
    expect(firstDrop(paidOn)).toBe(drop)
  })
})

describe('the boxes of a payment', () => {
  it('follow each other by month past year’s end', () => {
    expect(dropsOf('2026-10-31', 6)).toEqual([
      '2026-11',
      '2026-12',
      '2027-01',
      '2027-02',
      '2027-03',
      '2027-04',
    ])
    expect(dropsOf('2026-12-15', 1)).toEqual(['2027-01'])
    expect(dropsOf('2026-11-30', 12).at(-1)).toBe('2027-11')
  })

  it('are one a month, with no repeats or gaps', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 1, max: 36 }), (paidOn, count) => {
        const months = dropsOf(paidOn, count).map((drop) => {
          const [year, month] = drop.split('-').map(Number)
          return year! * 12 + month! - 1
        })
        const paidMonth = Number(paidOn.slice(0, 4)) * 12 + Number(paidOn.slice(5, 7)) - 1
        expect(months).toEqual(Array.from({ length: count }, (_, index) => paidMonth + 1 + index))
      }),
    )
  })

  it('of the next term follow this term when charged on its day', () => {
    fc.assert(
      fc.property(days, fc.constantFrom(1, 6, 12), (paidOn, months) => {
        const both = [...dropsOf(paidOn, months), ...dropsOf(nextChargeDay(paidOn, months), months)]
        expect(both).toEqual(dropsOf(paidOn, months * 2))
      }),
    )
  })
})

describe('a drop', () => {
  it('ships by the 5th and is named after its month', () => {
    expect([shipBy('2026-12'), dropName('2026-12')]).toEqual(['2026-12-05', 'December'])
    expect([shipBy('2027-01'), dropName('2027-01')]).toEqual(['2027-01-05', 'January'])
  })
})

describe('a box’s label reference', () => {
  it('is twelve digits of its ID in groups of four, and differs within an order', () => {
    expect(boxReference('3f9a2c71-04be-4000-8000-000000000001')).toBe('3F9A-2C71-04BE')
    expect(boxReference('01997c1e-04be-7000-8000-00003f9a2c71')).toBe('3F9A-2C71-04BE')
    const at = Date.UTC(2026, 10, 28)
    expect(new Set(Array.from({ length: 12 }, () => boxReference(newId(at)))).size).toBe(12)
  })

  it.each([
    ['3F9A-2C71-04BE', '3f9a2c7104be'],
    [' 3f9a 2c71 04be ', '3f9a2c7104be'],
    ['3f9a2c71-04be-4000-8000-000000000001', '3f9a2c7104be'],
    ['01997c1e-04be-7000-8000-00003f9a2c71', '3f9a2c7104be'],
    // Too short to identify one box, too long, and not an ID.
    ['3F9A-2C71-04B', null],
    ['3f9a2c71-04be-7000-8000-0000000000012', null],
    ['1Z999AA10123456784', null],
  ])('is read from %j as %j', (typed, reference) => {
    expect(readBoxReference(typed)).toBe(reference)
  })
})

it('drops are counted across years', () => {
  expect([dropsBetween('2026-11', '2027-02'), dropsBetween('2027-02', '2026-11')]).toEqual([3, -3])
  expect([addDrops('2026-11', 2), addDrops('2027-01', -1)]).toEqual(['2027-01', '2026-12'])
  expect([dropTitle('2026-12'), cutOffDay('2027-03')]).toEqual(['December 2026', '2027-02-28'])
})
