/** A calendar day, `YYYY-MM-DD`, without a time zone. Sorts and compares as a string. */
export type CalendarDate = string

const shape = /^(\d{4})-(\d{2})-(\d{2})$/

/** The calendar day at an instant in a time zone (IANA name). */
export function calendarDateIn(timeZone: string, instant: Date): CalendarDate {
  const parts = dayFormat(timeZone).formatToParts(instant)
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? ''
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`
}

const dayFormat = formatOfZone('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit' })

const clockFormat = formatOfZone('en-US', {
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
})

// Creating a format costs a hundred times more than using it, and every page needs the day.
function formatOfZone(locale: string, options: Intl.DateTimeFormatOptions) {
  const made = new Map<string, Intl.DateTimeFormat>()
  return (timeZone: string): Intl.DateTimeFormat => {
    const known = made.get(timeZone) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone })
    made.set(timeZone, known)
    return known
  }
}

/** True for a day that exists: "2027-02-29" doesn't. */
export function isCalendarDate(value: string): value is CalendarDate {
  const match = shape.exec(value)
  if (!match) return false
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
}

/** The day of an ISO string, as the cart carries it (spec §3 emailDate); null if it isn't one. */
export function calendarDateOfIso(iso: string): CalendarDate | null {
  const day = iso.slice(0, 10)
  const rest = iso.slice(10)
  if (rest !== '' && !/^T\d{2}:\d{2}/.test(rest)) return null
  return isCalendarDate(day) ? day : null
}

/** The same day `months` later, or the last day of a shorter month (Jan 31 + 1 = Feb 28). */
export function addMonths(date: CalendarDate, months: number): CalendarDate {
  const [year, month, day] = split(date)
  const index = year * 12 + (month - 1) + months
  const newYear = Math.floor(index / 12)
  const newMonth = index - newYear * 12 + 1
  return join(newYear, newMonth, Math.min(day, daysInMonth(newYear, newMonth)))
}

/** The day `days` later; earlier if negative. */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  const [year, month, day] = split(date)
  const moved = new Date(Date.UTC(year, month - 1, day + days))
  return join(moved.getUTCFullYear(), moved.getUTCMonth() + 1, moved.getUTCDate())
}

/** The last Monday up to that day. */
export function mondayOf(date: CalendarDate): CalendarDate {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay()
  return addDays(date, -((weekday + 6) % 7))
}

/** "December 5, 2026", with non-breaking spaces before the numbers. */
export function formatDate(date: CalendarDate): string {
  const [year, month, day] = split(date)
  return `${monthName(month)}\u00a0${day}, ${year}`
}

/**
 * "December 5" if that is the December 5 nearest to `today`, else with its year: "January 2, 2028". A reader takes a day
 * without a year for the nearest one.
 */
export function formatDay(date: CalendarDate, today: CalendarDate): string {
  const [, month, day] = split(date)
  return isNearest(date, today) ? `${monthName(month)}\u00a0${day}` : formatDate(date)
}

/** Whether no day of the same month and date is as near to `today`. Half a year away, a tie, isn't near. */
function isNearest(date: CalendarDate, today: CalendarDate): boolean {
  const away = (day: CalendarDate) => Math.abs(Date.parse(day) - Date.parse(today))
  const others = [-12, 12].map((months) => addMonths(date, months))
  return others.every((other) => away(date) < away(other))
}

/** "Nov 21, 3:02 AM", with the year where `formatDay` names it: for the admin's lists. */
export function formatInstant(at: Date, timeZone: string, today: CalendarDate): string {
  const day = calendarDateIn(timeZone, at)
  const [year, month, date] = split(day)
  const when = `${monthName(month).slice(0, 3)} ${date}${isNearest(day, today) ? '' : `, ${year}`}`
  return `${when}, ${formatTime(at, timeZone).split(' ').slice(0, 2).join(' ')}`
}

/** "3:02 AM EST" */
export function formatTime(at: Date, timeZone: string): string {
  return timeFormat(timeZone).format(at).replaceAll('\u202f', ' ')
}

/** "November 21, 2026 at 3:02 AM EST" */
export function formatMoment(at: Date, timeZone: string): string {
  return `${formatDate(calendarDateIn(timeZone, at))} at ${formatTime(at, timeZone)}`
}

const timeFormat = formatOfZone('en-US', { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' })

const aDay = 24 * 60 * 60_000

/**
 * The instant when a wall clock in `timeZone` shows `hour` o'clock on `date`. If that happens twice (fall), the first
 * one. If it never happens (spring), the moment after the gap, so that it stays on its day where clocks change at
 * midnight.
 */
export function instantAt(date: CalendarDate, hour: number, timeZone: string): Date {
  const [year, month, day] = split(date)
  const wanted = Date.UTC(year, month - 1, day, hour)
  const offsets = [-aDay, aDay].map((away) => offsetMs(timeZone, new Date(wanted + away)))
  const instants = offsets.map((offset) => new Date(wanted - offset))
  const shown = instants.find((instant) => instant.getTime() + offsetMs(timeZone, instant) === wanted)
  return shown ?? instants[0]!
}

const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

/** 12 → "December". */
export function monthName(month: number): string {
  return monthNames[month - 1] ?? ''
}

function offsetMs(timeZone: string, instant: Date): number {
  const parts = clockFormat(timeZone).formatToParts(instant)
  const part = (type: string) => Number(parts.find((each) => each.type === type)?.value)
  const shown = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  )
  return shown - Math.floor(instant.getTime() / 1000) * 1000
}

function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate()
}

function split(date: CalendarDate): [number, number, number] {
  const match = shape.exec(date)
  if (!match) throw new RangeError(`not a calendar date: ${date}`)
  return [Number(match[1]), Number(match[2]), Number(match[3])]
}

function join(year: number, month: number, day: number): CalendarDate {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** "Eastern Time" for America/New_York: the same in summer and winter. */
export function zoneName(timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' })
  return format.formatToParts(0).find((part) => part.type === 'timeZoneName')?.value ?? timeZone
}

/** True for an IANA name that this system knows: "America/New_York". */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return true
  } catch {
    return false
  }
}
