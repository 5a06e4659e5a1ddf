import { onlineManager } from '@tanstack/react-query'
import { useState } from 'react'
import { Route, Routes } from 'react-router'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { holdAnswer, openBrowser } from '../../test/browser.ts'
import { no, ok, openAdmin } from '../../test/open-admin.tsx'
import { openPage } from '../../test/open-page.tsx'
import { slowCalls } from '../../test/slow-calls.ts'
import { onToast } from '../ui/toast-store.ts'
import AccountPage from './account/account-page.tsx'
import AdminLayout, { newQueryClient } from './admin-layout.tsx'
import { ConfirmSelf, confirmSelf } from './client/confirm-self.tsx'
import { toastFailedChange, useAdmin, useChange } from './client/use-admin.ts'
import NewOrderPage from './orders/new-order-page.tsx'

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

it('a list asked for just before a change shows it, although the first answer predates it', async () => {
  function Belts() {
    const [isShown, setShown] = useState(false)
    const list = useAdmin('listBelts', {}, { enabled: isShown })
    const remove = useChange('deleteBelt', { changes: ['/api/admin/belts'] })
    return (
      <>
        <button type="button" onClick={() => setShown(true)}>
          Show
        </button>
        <button type="button" onClick={() => remove.mutate({ beltId: 't1' })}>
          Delete
        </button>
        {list.data?.belts.length} belts
      </>
    )
  }
  const belts = (...belts: string[]) => ok({ belts })
  const replies = { '/api/admin/belts': belts('Ash', 'Birch'), '/api/admin/belts/t1': ok() }
  const page = await openAdmin(<Belts />, replies)
  const answer = slowCalls('/api/admin/belts')
  await page.press('Show')
  replies['/api/admin/belts'] = belts('Birch')
  await page.press('Delete')
  answer()
  await page.settle()
  expect(page.words()).toContain('1 belts')
})

it('a screen that was left before a change on another one is read again when it is opened', async () => {
  const Belts = () => <>{useAdmin('listBelts', {}).data?.belts.length} belts</>
  function Screens() {
    const [isShown, setShown] = useState(true)
    const ship = useChange('shipBox', { changes: ['/api/admin/drops'] })
    return (
      <>
        {isShown && <Belts />}
        <button type="button" onClick={() => setShown(!isShown)}>
          Other screen
        </button>
        <button type="button" onClick={() => ship.mutate({ boxId: 'b1', trackingNumber: '1Z' })}>
          Ship
        </button>
      </>
    )
  }
  const replies = {
    '/api/admin/belts': ok({ belts: ['Ash', 'Birch'] }),
    '/api/admin/boxes/b1/tracking': ok(),
  }
  const page = await openAdmin(<Screens />, replies)
  expect(page.words()).toContain('2 belts')
  await page.press('Other screen')
  replies['/api/admin/belts'] = ok({ belts: ['Birch'] })
  await page.press('Ship')
  await page.press('Other screen')
  expect(page.words()).toContain('1 belts')
})

it('a change made offline fails at once, and isn’t made later, when nobody wants it anymore', async () => {
  function Belts() {
    const remove = useChange('deleteBelt', { onError: toastFailedChange })
    return (
      <button type="button" onClick={() => remove.mutate({ beltId: 't1' })}>
        Delete
      </button>
    )
  }
  const replies: Parameters<typeof openAdmin>[1] = {}
  const page = await openAdmin(<Belts />, replies)
  vi.stubGlobal('navigator', { ...navigator, onLine: false })
  onlineManager.setOnline(false)
  onTestFinished(() => onlineManager.setOnline(true))
  await page.press('Delete')
  expect(page.told()).toEqual([expect.stringContaining('You’re offline.')])
  replies['/api/admin/belts/t1'] = ok()
  onlineManager.setOnline(true)
  await page.settle()
  expect(page.sent('/api/admin/belts/t1')).toHaveLength(1)
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

it('who signs in with a made password chooses one first, and then sees what the role allows', async () => {
  const me = (staffRole: string, changes = {}) => {
    const user = { id: 's', username: 'pat', isAdmin: true, staffRole, role: 'admin', ...changes }
    return ok({ user: { mustChangePassword: false, mustSetUpTwoStep: false, ...user } })
  }
  const replies = { '/api/auth/me': me('packer', { mustChangePassword: true }), '/api/auth/password': ok() }
  const { asked } = openBrowser(replies)
  const page = await openPage(<AdminLayout />, { at: '/admin' })
  const links = () => [...page.document.querySelectorAll('.tabs a')].map(({ textContent }) => textContent)
  expect(page.document.querySelector('h1')?.textContent).toBe('Choose your password')
  expect(links()).toEqual([])
  await page.fill(/^Current password/, 'made by the shop')
  await page.fill(/^New password/, 'four walnut buckles today')
  replies['/api/auth/me'] = me('packer')
  await page.press('Continue to the admin')
  expect(asked.filter(({ path }) => path === '/api/auth/password').map(({ body }) => body)).toEqual([
    { currentPassword: 'made by the shop', newPassword: 'four walnut buckles today' },
  ])
  expect(links()).toContain('Orders')
  expect(links()).not.toContain('Staff')
  openBrowser({ '/api/auth/me': me('owner') })
  await openPage(<AdminLayout />, { at: '/admin' })
  expect([...document.querySelectorAll('.tabs a')].map(({ textContent }) => textContent)).toContain('Staff')
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

it('whoever signs in after a session ended sees nothing of the one before', async () => {
  const signedIn = (username: string) => ok({ user: { username, staffRole: 'owner', isAdmin: true } })
  const due = (due: number) => ok({ due, groups: [], isCalling: false })
  const replies: Parameters<typeof openBrowser>[0] = {
    '/api/auth/me': signedIn('ana'),
    '/api/auth/login': signedIn('bob'),
    '/api/auth/logout': no({}, 401),
    '/api/admin/promises?limit=1': due(3),
  }
  openBrowser(replies)
  const page = await openPage(<AdminLayout />, { at: '/admin' })
  expect(page.words()).toContain('Today3 open')
  Object.assign(replies, { '/api/auth/me': no({}, 401), '/api/admin/promises?limit=1': due(0) })
  await page.press('Logout')
  await page.fill('Username', 'bob')
  await page.fill('Password', 'a long password')
  replies['/api/auth/me'] = signedIn('bob')
  await page.press('Sign in')
  expect(page.button('bob, your account')).toBeDefined()
  expect(page.words()).not.toContain('Today3 open')
})

it('Logout leads to the login form, also after the session ended, and says if the shop didn’t answer', async () => {
  const me = ok({ user: { username: 'ana', staffRole: 'owner', isAdmin: true } })
  const replies: Parameters<typeof openBrowser>[0] = {
    '/api/auth/me': me,
    '/api/auth/logout': no({}, 503),
    '/api/admin/promises?limit=1': ok({ due: 3, groups: [], isCalling: false }),
  }
  openBrowser(replies)
  const page = await openPage(<AdminLayout />, { at: '/admin' })
  const told: (string | undefined)[] = []
  onTestFinished(onToast((toast) => toast && told.push(toast.description)))
  await page.press('Logout')
  expect(told).toEqual(['The shop didn’t answer. You may still be signed in. Try again.'])
  Object.assign(replies, { '/api/auth/me': no({}, 401), '/api/auth/logout': no({}, 401) })
  await page.press('Logout')
  expect(page.field('Username').value).toBe('')
  expect(page.words()).not.toMatch(/You’ve been signed out|Today3 open/)
})

it('whoever signs in again after their session ended finds what they had typed', async () => {
  const me = ok({ user: { username: 'ana', staffRole: 'owner', isAdmin: true } })
  const replies: Parameters<typeof openBrowser>[0] = { '/api/auth/me': me, '/api/auth/login': me }
  openBrowser(replies)
  const page = await openPage(
    <Routes>
      <Route element={<AdminLayout />}>
        <Route path="*" element={<NewOrderPage />} />
      </Route>
    </Routes>,
    { at: '/admin/orders/new' },
  )
  await page.fill('City', 'Salem')
  Object.assign(replies, { '/api/auth/me': no({}, 401), '/api/admin/orders/preview': no({}, 401) })
  await page.press('Preview it')
  expect(page.words()).toContain('You’ve been signed out. Sign in again. What you typed is still here.')
  await page.fill('Username', 'ana')
  await page.fill('Password', 'a long password')
  replies['/api/auth/me'] = me
  await page.press('Sign in')
  expect(page.words()).not.toContain('You’ve been signed out.')
  expect(page.field('City').value).toBe('Salem')
  // For someone else, or with other rights by now, what was there before is gone.
  replies['/api/auth/me'] = no({}, 401)
  await page.press('Preview it')
  await page.fill('Username', 'bob')
  await page.fill('Password', 'a long password')
  const bob = ok({ user: { username: 'bob', staffRole: 'owner', isAdmin: true } })
  Object.assign(replies, { '/api/auth/me': bob, '/api/auth/login': bob })
  const answer = holdAnswer('/api/auth/me')
  await page.press('Sign in')
  answer()
  await page.settle()
  expect(page.field('City').value).toBe('')
  replies['/api/auth/me'] = no({}, 401)
  await page.press('Preview it')
  await page.fill('Username', 'bob')
  await page.fill('Password', 'a long password')
  const packer = ok({ user: { username: 'bob', staffRole: 'packer', isAdmin: true } })
  Object.assign(replies, { '/api/auth/me': packer, '/api/auth/login': packer })
  await page.press('Sign in')
  expect(page.words()).toContain('Your role can’t enter orders. Ask an owner.')
})

it('one’s own email in the admin can be changed, and taken away', async () => {
  const page = await openAdmin(<AccountPage />, { '/api/auth/email': ok() })
  await page.fill('Email', ' ana@example.com ')
  await page.press('Save the email')
  await page.fill('Email', ' ')
  await page.press('Save the email')
  expect(page.sent('/api/auth/email')).toEqual([{ email: 'ana@example.com' }, { email: null }])
})

it('one’s new email is there when the account is opened again', async () => {
  const me = (email: string) => ok({ user: { username: 'ana', staffRole: 'owner', isAdmin: true, email } })
  const replies = { '/api/auth/me': me('old@example.com'), '/api/auth/email': ok() }
  openBrowser(replies)
  const screen = (
    <Routes>
      <Route element={<AdminLayout />}>
        <Route path="/admin/account" element={<AccountPage />} />
        <Route path="*" element={<p>Elsewhere</p>} />
      </Route>
    </Routes>
  )
  const page = await openPage(screen, { at: '/admin/account' })
  await page.fill('Email', 'new@example.com')
  replies['/api/auth/me'] = me('new@example.com')
  await page.press('Save the email')
  await page.press('Orders')
  await page.press('ana, your account')
  expect(page.field('Email').value).toBe('new@example.com')
})

it('a change given up when asked who it is says so, and asks again the next time', async () => {
  function Require() {
    const change = useChange('setOwnersTwoStep', { onError: toastFailedChange })
    return (
      <button type="button" onClick={() => change.mutate({ isNeeded: true })}>
        Require it
      </button>
    )
  }
  const path = '/api/admin/settings/two-step'
  const page = await openAdmin(
    <>
      <ConfirmSelf username="ana" />
      <Require />
    </>,
    { [path]: no({ code: 'confirm_first', error: 'Confirm that it’s you first.' }, 403) },
  )
  await page.press('Require it')
  // A click beside the dialog, or Esc.
  await page.press(page.document.querySelector('dialog')!)
  expect(page.told()).toEqual(['Error: Confirm that it’s you first.'])
  await page.press('Require it')
  expect(page.sent(path)).toHaveLength(2)
  expect(page.field('Your password').value).toBe('')
})

it('a password typed to confirm a change is gone when the next one asks', async () => {
  const page = await openAdmin(
    <>
      <ConfirmSelf username="ana" />
      <button type="button" onClick={() => void confirmSelf()}>
        Change roles
      </button>
    </>,
    { '/api/auth/confirm': ok() },
  )
  await page.press('Change roles')
  await page.fill('Your password', 'a long password')
  await page.press('Not now')
  for (const times of [1, 2]) {
    await page.press('Change roles')
    expect(page.field('Your password').value).toBe('')
    await page.fill('Your password', 'a long password')
    await page.press('Continue')
    expect(page.sent('/api/auth/confirm')).toHaveLength(times)
  }
})

it('one confirmation is enough for two changes that were under way at the same moment', async () => {
  const Change = ({ isNeeded }: { isNeeded: boolean }) => {
    const change = useChange('setOwnersTwoStep')
    return (
      <button type="button" onClick={() => change.mutate({ isNeeded })}>
        {change.isPending ? 'Wait' : `Set ${isNeeded}`}
      </button>
    )
  }
  const path = '/api/admin/settings/two-step'
  const replies = { [path]: no({ code: 'confirm_first' }, 403), '/api/auth/confirm': ok() }
  const page = await openAdmin(
    <>
      <ConfirmSelf username="ana" />
      <Change isNeeded />
      <Change isNeeded={false} />
    </>,
    replies,
  )
  await page.press('Set true')
  const second = holdAnswer(path)
  await page.press('Set false')
  const confirm = holdAnswer('/api/auth/confirm')
  await page.fill('Your password', 'a long password')
  await page.press('Continue')
  second()
  await page.settle()
  replies[path] = ok()
  confirm()
  await page.settle()
  expect(page.sent(path).slice(2)).toEqual([{ isNeeded: true }, { isNeeded: false }])
  expect(page.words()).not.toContain('Wait')
})
