import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addMonths,
  type CalendarDate,
  calendarDateIn,
  calendarDateOfIso,
  formatDate,
  formatDay,
  formatInstant,
  formatMoment,
  formatTime,
  instantAt,
  isCalendarDate,
} from './calendar-date.ts'

const days = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

describe('a calendar day', () => {
  it.each(['2026-11-21', '2028-02-29', '2000-02-29', '2026-12-31', '0999-01-01'])('accepts %s', (day) => {
    expect(isCalendarDate(day)).toBe(true)
  })

  it.each([
    '2027-02-29',
    '1900-02-29',
    '2026-02-30',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-1-1',
    '26-01-01',
    '2026-01-01 ',
    '2026/01/01',
    '12026-01-01',
    '',
    'tomorrow',
    '२०२६-०१-०१',
  ])('rejects %j', (day) => {
    expect(isCalendarDate(day)).toBe(false)
  })

  it.each([
    ['2026-12-01', '2026-12-01'],
    ['2026-12-01T00:00:00.000Z', '2026-12-01'],
    ['2026-12-01T09:30', '2026-12-01'],
    ['2027-02-29T00:00:00.000Z', null],
    ['2026-12-01 09:30', null],
    ['2026-12-01T', null],
    ['2026-12-0', null],
    ['1764547200000', null],
    ['', null],
  ])('reads the ISO string %j as %j', (iso, day) => {
    expect(calendarDateOfIso(iso)).toBe(day)
  })

  it('is formatted with a no-break space before the day', () => {
    expect(formatDate('2026-12-05')).toBe('December\u00a05, 2026')
  })

  it.each<[CalendarDate, CalendarDate, string]>([
    ['2026-12-05', '2026-11-28', 'December 5'],
    ['2027-01-02', '2026-11-28', 'January 2'],
    // the days of other years, which a reader would take for this year’s
    ['2028-01-02', '2026-11-28', 'January 2, 2028'],
    ['2027-11-28', '2026-11-28', 'November 28, 2027'],
    ['2025-11-28', '2026-11-28', 'November 28, 2025'],
    // nearer than the same day of a year before or after, and no longer
    ['2027-05-28', '2026-11-28', 'May 28'],
    ['2027-05-30', '2026-11-28', 'May 30, 2027'],
    ['2026-05-30', '2026-11-28', 'May 30'],
    ['2026-05-28', '2026-11-28', 'May 28, 2026'],
    // a leap day has no such day a year away
    ['2028-02-29', '2028-02-28', 'February 29'],
    ['2028-02-29', '2027-02-28', 'February 29, 2028'],
  ])('%s is read on %s as “%s”', (day, today, words) => {
    expect(formatDay(day, today)).toBe(words.replace(' ', '\u00a0'))
  })

  it('says a moment in the shop’s zone, with its year if another’s would be nearer', () => {
    const at = new Date('2026-11-21T08:02:00Z')
    const zone = 'America/New_York'
    expect(formatInstant(at, zone, '2026-11-28')).toBe('Nov 21, 3:02 AM')
    expect(formatInstant(at, zone, '2027-11-21')).toBe('Nov 21, 2026, 3:02 AM')
    expect(formatTime(at, zone)).toBe('3:02 AM EST')
    expect(formatMoment(at, zone)).toBe('November\u00a021, 2026 at 3:02 AM EST')
  })
})

describe('adding months', () => {
  it.each([
    ['2027-01-31', 1, '2027-02-28'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2028-02-29', 12, '2029-02-28'],
    ['2028-02-29', 48, '2032-02-29'],
    ['2026-12-31', 2, '2027-02-28'],
    ['2026-11-30', 3, '2027-02-28'],
    ['2026-10-31', 1, '2026-11-30'],
    ['2026-12-15', 1, '2027-01-15'],
    ['2027-03-31', -1, '2027-02-28'],
    ['2027-01-15', -1, '2026-12-15'],
    ['2026-05-05', 0, '2026-05-05'],
  ])('to %s by %i gives %s', (date, months, later) => {
    expect(addMonths(date, months)).toBe(later)
  })

  it('gives a real day of that month, the same day unless the month is too short', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: -120, max: 120 }), (date, months) => {
        const later = addMonths(date, months)
        expect(isCalendarDate(later)).toBe(true)
        expect(monthIndex(later) - monthIndex(date)).toBe(months)
        const [day, laterDay] = [Number(date.slice(8)), Number(later.slice(8))]
        if (laterDay !== day) {
          expect(laterDay).toBeLessThan(day)
          expect(isCalendarDate(`${later.slice(0, 8)}${String(laterDay + 1).padStart(2, '0')}`)).toBe(false)
        }
      }),
    )
  })
})

describe('the shop’s day', () => {
  it.each([
    ['America/New_York', '2026-11-22T04:59:59Z', '2026-11-21'],
    ['America/New_York', '2026-11-22T05:00:00Z', '2026-11-22'],
    ['Pacific/Kiritimati', '2026-12-31T10:00:00Z', '2027-01-01'],
    ['Pacific/Pago_Pago', '2027-01-01T10:59:59Z', '2026-12-31'],
    ['UTC', '2028-02-29T23:59:59Z', '2028-02-29'],
  ])('%s at %s is %s', (zone, instant, day) => {
    expect(calendarDateIn(zone, new Date(instant))).toBe(day)
  })
})

describe('the shop’s time of day', () => {
  it.each([
    ['2026-11-21', 9, 'America/New_York', '2026-11-21T14:00:00.000Z'],
    ['2026-07-04', 9, 'America/New_York', '2026-07-04T13:00:00.000Z'],
    // Clocks go forward on 8 March 2026 at 2:00, back on 1 November 2026 at 2:00.
    ['2026-03-08', 1, 'America/New_York', '2026-03-08T06:00:00.000Z'],
    ['2026-03-08', 3, 'America/New_York', '2026-03-08T07:00:00.000Z'],
    ['2026-03-08', 9, 'America/New_York', '2026-03-08T13:00:00.000Z'],
    ['2026-11-01', 0, 'America/New_York', '2026-11-01T04:00:00.000Z'],
    ['2026-11-01', 2, 'America/New_York', '2026-11-01T07:00:00.000Z'],
    ['2026-11-01', 9, 'America/New_York', '2026-11-01T14:00:00.000Z'],
    ['2026-11-21', 9, 'Asia/Kolkata', '2026-11-21T03:30:00.000Z'],
    ['2026-11-21', 0, 'Pacific/Kiritimati', '2026-11-20T10:00:00.000Z'],
    ['2026-03-29', 9, 'Europe/Berlin', '2026-03-29T07:00:00.000Z'],
    ['2026-10-25', 9, 'Europe/Berlin', '2026-10-25T08:00:00.000Z'],
    ['2026-11-21', 0, 'UTC', '2026-11-21T00:00:00.000Z'],
  ])('%s at %i:00 in %s is %s', (date, hour, zone, instant) => {
    expect(instantAt(date, hour, zone).toISOString()).toBe(instant)
  })

  it.each([
    ['2026-03-08', 2, 'America/New_York', '2026-03-08T07:00:00.000Z'],
    ['2026-03-29', 2, 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
    ['2026-04-24', 0, 'Africa/Cairo', '2026-04-23T22:00:00.000Z'],
    ['2026-09-06', 0, 'America/Santiago', '2026-09-06T04:00:00.000Z'],
  ])('%s at %i:00 in %s, skipped by the clocks, is the moment after the gap', (date, hour, zone, instant) => {
    expect(instantAt(date, hour, zone).toISOString()).toBe(instant)
    expect(calendarDateIn(zone, instantAt(date, hour, zone))).toBe(date)
  })

  it('shown twice by the clocks is the first of the two', () => {
    expect(instantAt('2026-11-01', 1, 'America/New_York').toISOString()).toBe('2026-11-01T05:00:00.000Z')
    expect(instantAt('2026-10-25', 2, 'Europe/Berlin').toISOString()).toBe('2026-10-25T00:00:00.000Z')
  })

  it('matches local clocks on every day in every zone', () => {
    const zones = fc.constantFrom(
      'America/New_York',
      'America/Los_Angeles',
      'Europe/London',
      'Asia/Kathmandu',
      'Australia/Lord_Howe',
      'Africa/Cairo',
      'America/St_Johns',
    )
    fc.assert(
      fc.property(days, fc.integer({ min: 3, max: 23 }), zones, (date, hour, zone) => {
        const instant = instantAt(date, hour, zone)
        expect(calendarDateIn(zone, instant)).toBe(date)
        const clock = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' })
        expect(clock.format(instant)).toBe(`${String(hour).padStart(2, '0')}:00`)
      }),
    )
  })
})

function monthIndex(date: string): number {
  return Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7))
}
