import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openBrowser } from '../../test/browser.ts'
import {
  type AnalyticsEvent,
  chooseDoNotSell,
  hasChosenDoNotSell,
  hasPrivacyControl,
  isPrivatePage,
  refusesTracking,
  sendEventsTo,
  track,
} from './analytics.ts'
import { loadTagManager } from './load-tag-manager.ts'

beforeEach(() => {
  openBrowser()
})
afterEach(() => vi.unstubAllGlobals())

const openPage = (pathname: string) => vi.stubGlobal('location', { pathname })

it.each(['/admin', '/admin/orders/1', '/Admin/', '/account', '/account/open', '/gift', '/gift/secret'])(
  '%s sends nothing, even on leaving it',
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

it.each(['/review/secret', '/handover/secret'])('%s sends nothing either', (pathname) => {
  expect(isPrivatePage(pathname)).toBe(true)
  expect(['/reviews', '/', '/belts/account'].map(isPrivatePage)).toEqual([false, false, false])
})

it('a refusal, by browser or by choice, sends nothing until it is taken back', () => {
  openPage('/')
  const events: AnalyticsEvent[] = []
  sendEventsTo((event) => events.push(event))
  chooseDoNotSell(true)
  expect([hasChosenDoNotSell(), refusesTracking()]).toEqual([true, true])
  track('page_view')
  chooseDoNotSell(false)
  expect(refusesTracking()).toBe(false)
  vi.stubGlobal('navigator', { onLine: true, globalPrivacyControl: true })
  expect([refusesTracking(), hasPrivacyControl(), hasChosenDoNotSell()]).toEqual([true, true, false])
  track('page_view')
  expect(events).toEqual([])
})

it('a refusal lasts for the page when nothing can be stored', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => {
      throw new Error('forbidden')
    },
    removeItem: () => {},
  })
  chooseDoNotSell(true)
  expect(refusesTracking()).toBe(true)
  chooseDoNotSell(false)
  expect(refusesTracking()).toBe(false)
})

it('the ads tag gets each conversion once, and no page views of its own', async () => {
  const layer: unknown[] = []
  const head = { append: () => {} }
  vi.stubGlobal('window', { dataLayer: layer })
  vi.stubGlobal('document', { createElement: () => ({}), head })
  openPage('/checkout/success')
  loadTagManager({ gtmId: null, adsId: 'AW-1', adsLabel: 'bought' })
  track('conversion', { value: 69.5, currency: 'USD', transaction_id: 'BC-1' })
  const commands = layer.filter((each) => String(each) === '[object Arguments]')
  expect(commands.map((each) => [...(each as unknown[])])).toEqual([
    ['js', expect.any(Date)],
    ['config', 'AW-1', { send_page_view: false }],
    ['event', 'conversion', { send_to: 'AW-1/bought', value: 69.5, currency: 'USD', transaction_id: 'BC-1' }],
  ])
})
