import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openBrowser } from '../../test/browser.ts'
import { type AnalyticsEvent, sendEventsTo, track } from './analytics.ts'

beforeEach(() => {
  openBrowser()
})
afterEach(() => vi.unstubAllGlobals())

const openPage = (pathname: string) => vi.stubGlobal('location', { pathname })

it.each(['/admin', '/admin/orders/1', '/Admin/', '/account', '/account/open', '/gift', '/gift/secret'])(
  'of %s nothing is kept to be sent on leaving it, and nothing is sent',
  (pathname) => {
    openPage(pathname)
    track('page_view', { page_path: pathname })
    track('exception', { title: 'Error' })
    openPage('/')
    track('page_view', { page_path: '/' })
    const events: AnalyticsEvent[] = []
    sendEventsTo((event) => events.push(event))
    openPage(pathname)
    track('exception', { title: 'Error' })
    openPage('/gifts')
    track('page_view', { page_path: '/gifts' })
    expect(events.filter(({ page_path }) => page_path === pathname || page_path === undefined)).toEqual([])
    expect(events.at(-1)).toEqual({ event: 'page_view', page_path: '/gifts' })
  },
)
