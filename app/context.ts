import { createContext } from 'react-router'
import type { Belt } from '../domain/belt.ts'
import type { CalendarDate } from '../domain/calendar-date.ts'

/** What every page may know of the shop it is served by. */
export type ShopView = {
  name: string
  supportEmail: string
  socialUrl: string
  /** IANA name of the shop's one time zone */
  timeZone: string
  /** the shop's calendar day at rendering */
  today: CalendarDate
  /** 'demo': no money moves, and every page says so */
  payments: 'demo' | 'stripe'
}

/** What loaders are given: the only way from a page to the server besides the calls of domain/api.ts. */
export type PageContext = {
  shop: ShopView
  /** the belts of the current drop, in the order in which they are shown */
  belts: () => Promise<Belt[]>
}

// null, not undefined: React Router throws when an unset context has no default.
export const pageContext = createContext<PageContext | null>(null)
