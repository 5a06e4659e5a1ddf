import { describe, expect, it } from 'vitest'
import { giftItem } from '../test/carts.ts'
import { type CalendarDate, isCalendarDate } from './calendar-date.ts'
import { giftNoticeDay } from './cart.ts'
import {
  dueGiftReminder,
  isGiftNoticeDue,
  noticeTime,
  type ReminderDay,
  type UnchosenGift,
} from './gift-notice.ts'

const on = (emailDate: string) => ({ giftDetails: { ...giftItem().giftDetails!, emailDate } })

describe('a gift notice', () => {
  it.each([
    ['2026-12-24T00:00:00.000Z', '2026-12-24'],
    ['2028-02-29T00:00:00.000Z', '2028-02-29'],
    ['2027-02-29T00:00:00.000Z', null],
    ['', null],
    ['soon', null],
  ])('for "%s" has the day %s', (emailDate, day) => {
    expect(giftNoticeDay(on(emailDate))).toBe(day)
  })

  it.each<[CalendarDate, string, string]>([
    ['2026-12-24', 'America/New_York', '2026-12-24T14:00:00.000Z'],
    ['2027-07-04', 'America/New_York', '2027-07-04T13:00:00.000Z'],
    // the days on which clocks change
    ['2027-03-14', 'America/New_York', '2027-03-14T13:00:00.000Z'],
    ['2026-11-01', 'America/New_York', '2026-11-01T14:00:00.000Z'],
    ['2028-02-29', 'America/New_York', '2028-02-29T14:00:00.000Z'],
    ['2026-12-31', 'Pacific/Auckland', '2026-12-30T20:00:00.000Z'],
    ['2027-01-01', 'Pacific/Honolulu', '2027-01-01T19:00:00.000Z'],
  ])('for %s is sent in %s at %s', (day, zone, instant) => {
    expect(noticeTime(day, zone).toISOString()).toBe(instant)
  })

  it.each<[string, CalendarDate, boolean, boolean]>([
    ['before its day', '2026-12-23', true, false],
    ['on its day', '2026-12-24', true, true],
    ['on its day, the only belt has shipped', '2026-12-24', false, true],
    ['months late, with belts to come', '2027-04-01', true, true],
    ['a month late, with all belts shipped', '2027-01-24', false, true],
    ['later than that', '2027-01-25', false, false],
  ])('%s', (_, today, hasUnshipped, isDue) => {
    expect(isGiftNoticeDue({ noticeOn: '2026-12-24', hasUnshipped }, today)).toBe(isDue)
  })
})

describe('a reminder', () => {
  const gift: UnchosenGift = { toldOn: '2026-11-25', isUnchosen: true, chooseBy: '2026-12-31' }

  it.each<[CalendarDate, Partial<UnchosenGift>, ReminderDay | null]>([
    ['2026-11-27', {}, null],
    ['2026-11-28', {}, 3],
    ['2026-12-04', {}, 3],
    ['2026-12-05', {}, 10],
    ['2026-12-31', {}, 10],
    ['2027-01-01', {}, null],
    ['2026-11-28', { isUnchosen: false }, null],
    ['2026-12-05', { isUnchosen: false }, null],
    // the only belt’s cutoff has passed, or is today
    ['2026-12-05', { chooseBy: null }, null],
    ['2026-11-30', { chooseBy: '2026-11-30' }, 3],
    ['2026-12-01', { chooseBy: '2026-11-30' }, null],
    // over a leap day, and over the end of a February without one
    ['2028-02-29', { toldOn: '2028-02-26', chooseBy: '2028-03-31' }, 3],
    ['2028-03-07', { toldOn: '2028-02-26', chooseBy: '2028-03-31' }, 10],
    ['2027-03-01', { toldOn: '2027-02-26', chooseBy: '2027-03-31' }, 3],
    ['2027-03-08', { toldOn: '2027-02-26', chooseBy: '2027-03-31' }, 10],
    // over the days on which clocks change
    ['2027-03-15', { toldOn: '2027-03-12', chooseBy: '2027-03-31' }, 3],
    ['2026-11-02', { toldOn: '2026-10-30', chooseBy: '2026-11-30' }, 3],
  ])('on %s, %j: %s', (today, change, reminder) => {
    expect(isCalendarDate(today)).toBe(true)
    expect(dueGiftReminder({ ...gift, ...change }, today)).toBe(reminder)
  })
})
