import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from './calendar-date.ts'
import { earliestNewPrice, firstNewCharge } from './price-change.ts'
import { summaryYear } from './renewal-notices.ts'

describe('a new price', () => {
  it.each([
    ['2026-11-21', '2026-12-21'],
    ['2027-01-30', '2027-03-01'],
    ['2028-01-30', '2028-02-29'],
    ['2027-02-28', '2027-03-30'],
  ])('announced on %s can start from %s', (today, day) => expect(earliestNewPrice(today)).toBe(day))

  it.each([
    // [next charge, term, holds from, told on, first charge at it]
    ['2027-01-21', 1, '2027-01-01', '2026-11-21', '2027-01-21'],
    ['2027-01-01', 1, '2027-01-01', '2026-11-21', '2027-01-01'],
    ['2026-12-31', 1, '2027-01-01', '2026-11-21', '2027-01-31'],
    // told late: the next charge is too soon, so the one after it is first
    ['2027-01-21', 1, '2027-01-01', '2026-12-23', '2027-02-21'],
    ['2027-01-21', 1, '2027-01-01', '2026-12-22', '2027-01-21'],
    ['2027-05-21', 6, '2027-01-01', '2026-11-21', '2027-05-21'],
    ['2026-12-05', 6, '2027-01-01', '2026-11-21', '2027-06-05'],
    ['2026-12-05', 12, '2027-01-01', '2026-11-21', '2027-12-05'],
    // month ends: the day returns when the month is long enough
    ['2027-01-31', 1, '2027-03-15', '2027-01-10', '2027-03-31'],
    ['2027-08-31', 6, '2027-09-01', '2027-07-01', '2028-02-29'],
  ] as const)('charges %s every %s months, from %s, told %s: %s', (chargeOn, term, from, told, first) => {
    const terms = { joinedOn: chargeOn, termMonths: term }
    expect(firstNewCharge({ ...terms, chargeOn, effectiveOn: from, toldOn: told })).toBe(first)
  })

  it('is announced for the 31st again after February', () => {
    const paid = { joinedOn: '2026-12-31', chargeOn: '2027-02-28', termMonths: 1 }
    expect(firstNewCharge({ ...paid, effectiveOn: '2027-03-15', toldOn: '2027-01-10' })).toBe('2027-03-31')
  })

  it('is never charged within 30 days of its notice', () => {
    const day = fc.integer({ min: 0, max: 1200 }).map((days) => addDays('2026-11-21', days))
    fc.assert(
      fc.property(day, fc.constantFrom(1, 6, 12), day, day, (chargeOn, termMonths, effectiveOn, toldOn) => {
        const first = firstNewCharge({ joinedOn: chargeOn, chargeOn, termMonths, effectiveOn, toldOn })
        expect(first >= addDays(toldOn, 30) && first >= effectiveOn && first >= chargeOn).toBe(true)
      }),
    )
  })
})

describe('the yearly summary', () => {
  it.each([
    ['2026-12-31', null],
    ['2027-01-01', null],
    ['2027-01-02', 2026],
    ['2027-01-31', 2026],
    ['2027-02-01', null],
    ['2028-02-29', null],
    ['2029-01-15', 2028],
  ])('on %s covers %s', (today, year) => expect(summaryYear(today)).toBe(year))
})
