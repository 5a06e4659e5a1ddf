import { describe, expect, it, vi } from 'vitest'
import { act } from '../../../test/act.ts'
import { ok, openAdmin } from '../../../test/open-admin.tsx'
import { shouldRevalidate } from '../../root.tsx'
import OrdersPage from './orders-page.tsx'
import { SavedViews } from './saved-views.tsx'

// Vite makes it when it builds.
vi.mock('../../before-hydration/inline-script.ts?script', () => ({ default: '' }))

it('order filters apply at once and survive a slow connection', async () => {
  const chosen = '/api/admin/orders?search=ellison&recipientType=gift&from=2026-01-05'
  // What the frame of the page knows does not come again in time.
  const route = { loader: () => new Promise(() => {}), shouldRevalidate }
  const nothing = ok({ orders: [], total: 0, gifts: 0, nextCursor: null })
  const replies = { '/api/admin/orders': nothing, [chosen]: nothing }
  const page = await openAdmin(<OrdersPage />, replies, { at: '/admin/orders', route })
  const wait = setTimeout
  let pauseIsOver = () => {}
  vi.stubGlobal('setTimeout', (run: () => void, delay?: number) => {
    if (delay !== 250) return wait(run, delay)
    pauseIsOver = run
  })
  const set = (field: HTMLInputElement, value: string, type: string) => {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!.set!.call(field, value)
    field.dispatchEvent(new Event(type, { bubbles: true }))
  }
  // Both before React has drawn either, as on a busy machine.
  await act(async () => {
    set(page.field('For whom'), 'gift', 'change')
    set(page.field('From'), '2026-01-05', 'input')
  })
  await page.fill('Find an order', 'elli')
  // And more is typed before the search is in the address.
  await act(async () => {
    pauseIsOver()
    set(page.field('Find an order'), 'ellison', 'input')
  })
  await page.settle()
  expect(page.place()).toBe('/admin/orders?recipientType=gift&from=2026-01-05&search=elli')
  expect(page.field('Find an order').value).toBe('ellison')
  await act(async () => pauseIsOver())
  await page.settle()
  expect(page.place()).toBe('/admin/orders?recipientType=gift&from=2026-01-05&search=ellison')
  const shown = ['Find an order', 'For whom', 'From'].map((name) => page.field(name).value)
  expect(shown).toEqual(['ellison', 'gift', '2026-01-05'])
  expect(page.asked.map(({ path }) => path)).toContain(chosen)
})

describe('a saved view of the orders', () => {
  const searches = [{ id: 'v1', name: 'Gifts', filters: { recipientType: 'gift' }, orders: 1000 }]
  const openViews = (filters: object) =>
    openAdmin(<SavedViews filters={filters} />, {
      '/api/admin/order-searches': ok({ searches }),
      '/api/admin/order-searches/v1': ok(),
    })

  it('is named, replaced, found again and deleted', async () => {
    const page = await openViews({ status: 'pending' })
    expect(page.button(/^Gifts/).getAttribute('href')).toBe('/admin?recipientType=gift')
    expect(page.words()).toContain('1,000+')
    await page.press('Save this view')
    await page.fill('Name', 'gifts')
    expect(page.words()).toContain('There’s a view named Gifts. This one takes its place.')
    await page.press('Replace it')
    expect(page.sent('/api/admin/order-searches')).toEqual([
      { name: 'gifts', filters: { status: 'pending' } },
    ])
    const known = await openViews({ recipientType: 'gift', search: '' })
    expect(known.button(/^Gifts/).getAttribute('aria-current')).toBe('page')
    expect(known.words()).not.toContain('Save this view')
    await known.press('Delete this view')
    expect(known.asked.some(({ method }) => method === 'DELETE')).toBe(true)
    const none = await openViews({})
    expect(none.words()).not.toContain('Save this view')
  })
})
