import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, addMonths } from './calendar-date.ts'
import { nextChargeDay } from './charge-day.ts'
import { firstPlans } from './first-plans.ts'
import { findPlan } from './plan.ts'
import { dueRenewalNotice, noticeDaysOf, noticeWindows } from './renewal-notices.ts'

describe('a renewal notice', () => {
  it.each<[string, string, string, number | null]>([
    // [plan, charge, day, the notice due on it in days ahead]
    ['monthly', '2026-12-21', '2026-12-13', null],
    ['monthly', '2026-12-21', '2026-12-14', 7],
    ['monthly', '2026-12-21', '2026-12-20', 7],
    ['monthly', '2026-12-21', '2026-12-21', null],
    ['monthly', '2026-12-21', '2026-12-22', null],
    // over the end of a month and of a year
    ['monthly', '2027-01-03', '2026-12-26', null],
    ['monthly', '2027-01-03', '2026-12-27', 7],
    // a 31st that became a 28th, and a leap day
    ['monthly', '2027-02-28', '2027-02-21', 7],
    ['monthly', '2028-02-29', '2028-02-22', 7],
    ['monthly', '2028-03-01', '2028-02-23', 7],
    ['monthly', '2027-03-01', '2027-02-22', 7],
    // clocks change on 2027-03-14 and 2026-11-01: a day is a day
    ['monthly', '2027-03-17', '2027-03-10', 7],
    ['monthly', '2026-11-03', '2026-10-27', 7],
    ['6-months', '2027-05-21', '2027-04-20', null],
    ['6-months', '2027-05-21', '2027-04-21', 30],
    ['6-months', '2027-05-21', '2027-05-06', 30],
    ['6-months', '2027-05-21', '2027-05-07', 14],
    ['6-months', '2027-05-21', '2027-05-14', 14],
    ['6-months', '2027-05-21', '2027-05-20', 14],
    ['6-months', '2027-05-21', '2027-05-21', null],
    ['12-months', '2027-03-30', '2027-02-28', 30],
    ['12-months', '2028-03-30', '2028-02-29', 30],
    ['12-months', '2028-03-14', '2028-02-29', 14],
    ['12-months', '2027-01-10', '2026-12-11', 30],
    ['12-months', '2027-01-10', '2026-12-27', 14],
  ])('%s, charged on %s: on %s, %s', (plan, charge, day, days) => {
    expect(dueRenewalNotice(findPlan(firstPlans, plan)!.months, charge, day)).toBe(days)
  })

  const aDay = fc.integer({ min: 0, max: 2000 }).map((days) => addDays('2026-11-21', days))

  it('is due once per notice of its plan, from its own day on', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 24 }), aDay, (months, charge) => {
        const told = Array.from({ length: 40 }, (_, index) => addDays(charge, index - 35))
          .map((day) => [day, dueRenewalNotice(months, charge, day)] as const)
          .filter(([, days]) => days !== null)
        const first = [...new Set(told.map(([, days]) => days))].map((each) => [
          told.find(([, days]) => days === each)![0],
          each,
        ])
        const planned = noticeDaysOf(months).map((days) => [addDays(charge, -days), days] as const)
        expect(first).toEqual([...planned].reverse())
      }),
    )
  })

  it('is due again when a skip moves the charge', () => {
    const moved = addMonths('2027-05-21', 1)
    expect(dueRenewalNotice(6, '2027-05-21', '2027-05-10')).toBe(14)
    expect(dueRenewalNotice(6, moved, '2027-05-10')).toBeNull()
    expect(dueRenewalNotice(6, moved, '2027-05-22')).toBe(30)
  })

  it('follows a month-end payment’s charge day', () => {
    const charge = nextChargeDay('2027-01-31', 1)
    expect(charge).toBe('2027-02-28')
    expect(dueRenewalNotice(1, charge, '2027-02-21')).toBe(7)
  })

  it('has windows that never overlap within a plan', () => {
    const windows = noticeWindows('2027-05-07')
    expect(windows).toEqual([
      { days: 7, isMonthly: true, after: '2027-05-07', until: '2027-05-14' },
      { days: 14, isMonthly: false, after: '2027-05-07', until: '2027-05-21' },
      { days: 30, isMonthly: false, after: '2027-05-21', until: '2027-06-06' },
    ])
  })
})
