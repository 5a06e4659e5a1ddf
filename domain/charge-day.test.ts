import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addMonths, type CalendarDate, calendarDateIn, instantAt } from './calendar-date.ts'
import { chargeDayAfter, hasDrifted, nextChargeDay } from './charge-day.ts'

const days = fc
  .date({ min: new Date('2024-01-01'), max: new Date('2060-12-31'), noInvalidDate: true })
  .map((date): CalendarDate => date.toISOString().slice(0, 10))

describe('the next charge', () => {
  it.each([
    ['2026-11-21', 1, '2026-12-21'],
    ['2027-01-31', 1, '2027-02-28'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2026-08-31', 6, '2027-02-28'],
    ['2028-02-29', 12, '2029-02-28'],
    ['2026-12-31', 6, '2027-06-30'],
  ])('after %s and %i months is on %s', (paidOn, months, day) => {
    expect(nextChargeDay(paidOn, months)).toBe(day)
  })

  it('stays on the day of joining past every month’s end, forward and back', () => {
    fc.assert(
      fc.property(days, fc.constantFrom(1, 2, 6, 12, 24), (joined, months) => {
        let charge = joined
        for (let term = 1; term <= 30; term++) {
          const before = charge
          charge = chargeDayAfter(joined, charge, months)
          expect(charge).toBe(addMonths(joined, term * months))
          expect(chargeDayAfter(joined, charge, -months)).toBe(before)
        }
      }),
    )
  })

  it.each([
    ['joined on a 31st', '2027-01-31', '2027-02-28', '2027-03-31'],
    ['joined on a 30th', '2027-01-30', '2027-02-28', '2027-03-30'],
    ['joined on a 28th', '2027-01-28', '2027-02-28', '2027-03-28'],
    ['paused to another day since', '2027-01-31', '2027-03-12', '2027-04-12'],
    ['moved to the end of another month', '2027-01-30', '2027-03-31', '2027-04-30'],
  ])('%s', (_, joined, before, next) => {
    expect(chargeDayAfter(joined, before, 1)).toBe(next)
  })
})

/**
 * What Stripe documents (docs.stripe.com/billing/subscriptions/billing-cycle): a term ends at the time of day of its anchor
 * in UTC, on the anchor's day of the month, or the last day of a shorter month.
 */
function anchored(anchor: Date, months: number): Date {
  const month = anchor.getUTCMonth() + months
  const last = new Date(Date.UTC(anchor.getUTCFullYear(), month + 1, 0)).getUTCDate()
  const end = new Date(anchor)
  end.setUTCFullYear(anchor.getUTCFullYear(), month, Math.min(anchor.getUTCDate(), last))
  return end
}

describe('a provider that counts in UTC', () => {
  const zone = 'America/New_York'
  const hour = 60 * 60_000
  // Every other hour of every day of five years, with a leap year in them; the hours alternate from day to day.
  const instants = Array.from(
    { length: 5 * 365 * 12 },
    (_, index) => new Date(Date.UTC(2026, 10, 1) + index * 2 * hour + (Math.floor(index / 12) % 2) * hour),
  )

  it.each([1, 6, 12])('differs by days that are recognized, for every purchase of %i months', (months) => {
    let differing = 0
    for (const at of instants) {
      const own = nextChargeDay(calendarDateIn(zone, at), months)
      const theirs = calendarDateIn(zone, anchored(at, months))
      if (own === theirs) continue
      differing++
      if (!hasDrifted(own, theirs)) expect.fail(`${at.toISOString()}: ${own}, not ${theirs}`)
    }
    expect(differing).toBeGreaterThan(10)
  })

  it('agrees for good once it counts from noon', () => {
    fc.assert(
      fc.property(days, fc.constantFrom(1, 6, 12), fc.integer({ min: 1, max: 40 }), (day, months, terms) => {
        const noon = anchored(instantAt(day, 12, zone), months * terms)
        expect(calendarDateIn(zone, noon)).toBe(addMonths(day, months * terms))
      }),
    )
  })
})
