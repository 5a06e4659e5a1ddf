import { useSyncExternalStore } from 'react'
import { useRouteLoaderData } from 'react-router'
import { addDays, type CalendarDate, calendarDateIn } from '../../domain/calendar-date.ts'
import type { PostedContact, ShopView } from './context.ts'

const aDay = 24 * 60 * 60_000
const lookEvery = 20_000

let seen: { today: CalendarDate; at: number } | null = null

/**
 * The shop's date, updated while a page stays open past midnight. The server gives the date once; then only elapsed
 * days count, so a wrong clock on the device doesn't matter.
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

const unknownShop: ShopView = {
  name: 'Belt Club',
  supportEmail: '',
  socialUrl: '',
  timeZone: 'America/New_York',
  today: '1970-01-01',
  calendar: {},
  plans: [],
  taxedStates: ['CA'],
  payments: 'demo',
  stripe: null,
  analytics: null,
}

/** The shop behind this page. Falls back to neutral values if the root loader failed. */
export function useShop(): ShopView {
  const root = useRouteLoaderData('root') as { shop: ShopView } | undefined
  return root?.shop ?? unknownShop
}

/** What a browser without scripts posted, on the page that answers it. */
export function usePosted(): PostedContact | undefined {
  return (useRouteLoaderData('root') as { posted?: PostedContact } | undefined)?.posted
}
