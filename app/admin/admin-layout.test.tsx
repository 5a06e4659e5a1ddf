import { afterEach, describe, expect, it, vi } from 'vitest'
import { holdAnswer, openBrowser } from '../../test/browser.ts'
import { no, ok, openAdmin } from '../../test/open-admin.tsx'
import { openPage } from '../../test/open-page.tsx'
import AccountPage from './account/account-page.tsx'
import AdminLayout, { newQueryClient } from './admin-layout.tsx'

const key = ['/api/admin', 'orders', '7']
const read = (queryKey: string[]) => newQueryClient().fetchQuery({ queryKey })

describe('an admin query', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('is a GET of its key’s parts joined by slashes, as JSON, with credentials', async () => {
    const { asked } = openBrowser({ '/api/admin/orders/7': { status: 200, body: '{"id":7}' } })
    expect(await read(key)).toEqual({ id: 7 })
    expect(asked).toMatchObject([
      { method: 'GET', path: '/api/admin/orders/7', init: { credentials: 'include' } },
    ])
  })

  it('fails with status and body, also on a 401, and asks once', async () => {
    const { asked } = openBrowser({ '/api/admin/orders/7': { status: 401, body: 'who are you' } })
    await expect(read(key)).rejects.toThrow('401: who are you')
    expect(asked).toHaveLength(1)
  })

  it('never goes stale, refetches or retries', () => {
    expect(newQueryClient().getDefaultOptions()).toMatchObject({
      queries: {
        retry: false,
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchInterval: false,
      },
      mutations: { retry: false },
    })
  })
})

describe('a button that is disabled while it works', () => {
  it('has the keyboard’s focus again when that failed, but doesn’t take it from another', async () => {
    openBrowser({
      '/api/auth/me': ok({ user: { username: 'ana', staffRole: 'owner', isAdmin: true } }),
      '/api/auth/logout': no({}, 503),
    })
    const page = await openPage(<AdminLayout />, { at: '/admin' })
    const answer = holdAnswer('/api/auth/logout')
    await page.press('Logout')
    expect(page.button('Logout').disabled).toBe(true)
    // A browser takes the focus from what becomes disabled.
    page.focused().blur()
    answer()
    await page.settle()
    expect(page.focused()).toBe(page.button('Logout'))
    const later = holdAnswer('/api/auth/logout')
    await page.press('Logout')
    page.button('Back to Site').focus()
    later()
    await page.settle()
    expect(page.focused()).toBe(page.button('Back to Site'))
  })
})

it('signing in begins again with name and password once the second step can’t be taken anymore', async () => {
  const tooMany = 'That’s too many wrong codes. Sign in again.'
  openBrowser({
    '/api/auth/me': no({}, 401),
    '/api/auth/login': ok({ needsSecondStep: true, challenge: 'c1' }),
    '/api/auth/second-step': no({ error: tooMany, details: { begin: 'again' } }, 401),
  })
  const page = await openPage(<AdminLayout />, { at: '/admin' })
  await page.fill('Username', 'ana')
  await page.fill('Password', 'a long password')
  await page.press('Sign in')
  await page.fill('Code', '123456')
  await page.press('Sign in')
  expect(page.words()).not.toContain('Second step')
  expect(page.field('Username').value).toBe('')
})

it('one’s own email in the admin can be changed, and taken away', async () => {
  const page = await openAdmin(<AccountPage />, { '/api/auth/email': ok() })
  await page.fill('Email', ' ana@example.com ')
  await page.press('Save the email')
  await page.fill('Email', ' ')
  await page.press('Save the email')
  expect(page.sent('/api/auth/email')).toEqual([{ email: 'ana@example.com' }, { email: null }])
})
