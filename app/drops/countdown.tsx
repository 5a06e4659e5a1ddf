import { useSyncExternalStore } from 'react'
import { addDays, type CalendarDate, calendarDateIn, instantAt } from '../../domain/calendar-date.ts'

const aMinute = 60_000
const aDay = 24 * 60 * aMinute

type CountdownProps = {
  /** the last day that counts, whole */
  day: CalendarDate
  /** the shop's day */
  today: CalendarDate
  /** IANA name of the shop's zone */
  timeZone: string
}

/**
 * How long a cut-off is still away. The page is the same for a whole day, so the server says days; the browser, once it is
 * awake and its clock agrees on the day, says hours and minutes too.
 */
export function Countdown({ day, today, timeZone }: CountdownProps) {
  const minutes = useSyncExternalStore(
    everyHalfMinute,
    () => minutesLeft({ day, today, timeZone }, new Date()),
    () => null,
  )
  const days = (Date.parse(day) - Date.parse(today)) / aDay
  const whole = days === 0 ? 'It closes tonight.' : `It closes in ${count(days + 1, 'day')}.`
  return (
    <p className="countdown num" role="timer">
      {minutes === null ? whole : `It closes in ${inWords(minutes)}.`}
    </p>
  )
}

/** Whole minutes until the day is over; null where the device's clock shows another day than the shop's. */
export function minutesLeft({ day, today, timeZone }: CountdownProps, now: Date): number | null {
  if (calendarDateIn(timeZone, now) !== today) return null
  const end = instantAt(addDays(day, 1), 0, timeZone)
  return Math.max(0, Math.floor((end.getTime() - now.getTime()) / aMinute))
}

function inWords(minutes: number): string {
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60)]
  const parts = [count(days, 'day'), count(hours, 'hour'), count(minutes % 60, 'minute')]
  return (days > 0 ? parts : parts.slice(1)).join(', ')
}

function count(number: number, word: string): string {
  return `${number}\u00a0${word}${number === 1 ? '' : 's'}`
}

function everyHalfMinute(changed: () => void) {
  const timer = setInterval(changed, aMinute / 2)
  return () => clearInterval(timer)
}
