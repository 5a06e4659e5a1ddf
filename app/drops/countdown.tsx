import { useSyncExternalStore } from 'react'
import { addDays, type CalendarDate, calendarDateIn, instantAt } from '../../domain/calendar-date.ts'

const aMinute = 60_000
const aDay = 24 * 60 * aMinute

type CountdownProps = {
  /** the last day, included */
  day: CalendarDate
  /** the shop's day */
  today: CalendarDate
  /** IANA name of the shop's zone */
  timeZone: string
}

/**
 * The time until a cut-off. The page is cached for the whole day, so the server only counts days; the browser adds hours
 * and minutes once it has hydrated, if its clock agrees on the day.
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

/** Whole minutes until the day ends; null if the device's clock is on another day than the shop's. */
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
