import { useRouteLoaderData } from 'react-router'
import type { ShopView } from '../context.ts'
import type { loader } from '../root.tsx'

const unknownShop: ShopView = {
  name: 'Belt Club',
  supportEmail: '',
  socialUrl: '',
  timeZone: 'America/New_York',
  today: '1970-01-01',
  calendar: {},
  plans: [],
  payments: 'demo',
  stripe: null,
  analytics: null,
}

/** The shop that serves this page. Falls back to neutral words when the root loader itself failed. */
export function useShop(): ShopView {
  return useRouteLoaderData<typeof loader>('root')?.shop ?? unknownShop
}
