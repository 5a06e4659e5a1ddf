import { useSyncExternalStore } from 'react'
import { addDays, type CalendarDate, calendarDateIn } from '../../domain/calendar-date.ts'
import { useShop } from './use-shop.ts'

const aDay = 24 * 60 * 60_000
const lookEvery = 20_000

let seen: { today: CalendarDate; at: number } | null = null

/**
 * The shop's day, also when a page stays open over midnight. The server says the day once; from then on only the days
 * that went by are counted, so that a wrong clock in the visitor's device makes no difference.
 */
export function useToday(): CalendarDate {
  const { today, timeZone } = useShop()
  return useSyncExternalStore(
    subscribe,
    () => dayNow(today, timeZone),
    () => today,
  )
}

function subscribe(changed: () => void) {
  const timer = setInterval(changed, lookEvery)
  document.addEventListener('visibilitychange', changed)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', changed)
  }
}

function dayNow(today: CalendarDate, timeZone: string): CalendarDate {
  if (seen?.today !== today) seen = { today, at: Date.now() }
  const day = (at: number) => Date.parse(calendarDateIn(timeZone, new Date(at)))
  return addDays(today, (day(Date.now()) - day(seen.at)) / aDay)
}
