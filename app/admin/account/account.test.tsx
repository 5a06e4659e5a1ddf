import { Route, Routes } from 'react-router'
import { expect, it, vi } from 'vitest'
import { holdAnswer, openBrowser } from '../../../test/browser.ts'
import { no, ok, openAdmin } from '../../../test/open-admin.tsx'
import { openPage } from '../../../test/open-page.tsx'
import AdminLayout from '../admin-layout.tsx'
import AccountPage from './account-page.tsx'

const me = (mustSetUpTwoStep: boolean) =>
  ok({ user: { username: 'ana', staffRole: 'owner', isAdmin: true, mustSetUpTwoStep } })
const codes = ['aaaa-1111', 'bbbb-2222']

/** The admin of an owner who lacks the second step that the shop asks for, on a device that can have passkeys. */
async function openWithoutSecondStep(replies: NonNullable<Parameters<typeof openBrowser>[0]>) {
  const all = Object.assign(replies, { '/api/auth/me': me(true) })
  openBrowser(all)
  const answer = holdAnswer('/api/auth/me')
  const page = await openPage(<AdminLayout />, { at: '/admin' })
  const bytes = new ArrayBuffer(1)
  class PublicKeyCredential {}
  vi.stubGlobal('PublicKeyCredential', PublicKeyCredential)
  Object.assign(window, { PublicKeyCredential, isSecureContext: true })
  const response = { attestationObject: bytes, clientDataJSON: bytes }
  const made = { id: 'p1', rawId: bytes, response, type: 'public-key', getClientExtensionResults: () => ({}) }
  Object.assign(navigator, { credentials: { create: async () => made } })
  answer()
  await page.settle()
  expect(page.words()).toContain('One more step to sign in')
  // The server now knows a second step.
  all['/api/auth/me'] = me(false)
  return page
}

it('the first passkey’s recovery codes stay on screen until they’re saved', async () => {
  const replies = {
    '/api/auth/passkeys/start': no({ error: 'The shop is busy.' }, 503),
    '/api/auth/passkeys': ok({ recoveryCodes: codes }),
  }
  const page = await openWithoutSecondStep(replies)
  await page.fill(/^Name of the new passkey/, 'Phone')
  await page.press('Add a passkey')
  expect(page.words()).toContain('The shop is busy.')
  replies['/api/auth/passkeys/start'] = ok({ options: { challenge: 'AA', user: { id: 'AA' } } })
  await page.press('Add a passkey')
  expect(page.words()).toContain('aaaa-1111 bbbb-2222')
  await page.press('I’ve saved them')
  expect(page.words()).not.toMatch(/aaaa-1111|One more step/)
  expect(page.button('ana, your account')).toBeDefined()
})

it('the app’s recovery codes stay on screen until they’re saved', async () => {
  const page = await openWithoutSecondStep({
    '/api/auth/two-step': ok({ secret: 'ABCD2345', address: 'otpauth://x', picture: '<svg/>' }),
    '/api/auth/two-step/confirm': ok({ recoveryCodes: codes }),
  })
  await page.press('Set it up')
  expect(page.words()).toContain('ABCD 2345')
  await page.fill('Code', '123456')
  await page.press('Turn it on')
  expect(page.words()).toContain('aaaa-1111 bbbb-2222')
  await page.press('I’ve saved them')
  expect(page.button('ana, your account')).toBeDefined()
})

it('an owner at work when a second step becomes a must is led to it', async () => {
  const list = '/api/admin/promises?limit=1'
  const replies = { '/api/auth/me': me(false), [list]: no({ code: 'must_set_up_two_step' }, 403) }
  openBrowser(replies)
  const answer = holdAnswer(list)
  const page = await openPage(<AdminLayout />, { at: '/admin' })
  expect(page.button('ana, your account')).toBeDefined()
  replies['/api/auth/me'] = me(true)
  answer()
  await page.settle()
  expect(page.words()).toContain('One more step to sign in')
})

const device = { device: 'Phone', address: '', createdAt: '', lastSeenAt: '2026-11-20T15:00:00Z' }
const account = {
  ...{ twoStepSince: '2026-11-01T15:00:00Z', recoveryCodesLeft: 3, passwordChangedAt: null, passkeys: [] },
  sessions: [
    { ...device, id: 'd1', device: 'Laptop', isThis: true },
    { ...device, id: 'd2', isThis: false },
  ],
}

it('one’s other devices can be signed out each, and this one only with all', async () => {
  const replies = { '/api/auth/account': ok(account), '/api/auth/sessions/d2': ok() }
  const page = await openAdmin(<AccountPage />, replies)
  expect(() => page.button('Sign out Laptop')).toThrow('There is no')
  replies['/api/auth/account'] = ok({ ...account, sessions: account.sessions.slice(0, 1) })
  await page.press('Sign out Phone')
  expect(page.asked.map(({ method, path }) => `${method} ${path}`)).toContain('DELETE /api/auth/sessions/d2')
  expect(page.words()).not.toContain('Phone')
})

it('a code from the app makes new recovery codes, or turns two-step off', async () => {
  const replies = {
    '/api/auth/account': ok(account),
    '/api/auth/recovery-codes': ok({ recoveryCodes: codes }),
    '/api/auth/two-step/end': ok(),
  }
  const page = await openAdmin(<AccountPage />, replies)
  await page.press('Make new recovery codes')
  expect(page.words()).toContain('Enter the code from your app, or a recovery code.')
  await page.fill(/^Code/, '123456')
  await page.press('Make new recovery codes')
  expect(page.sent('/api/auth/recovery-codes')).toEqual([{ code: '123456' }])
  expect(page.sent('/api/auth/two-step/end')).toEqual([])
  expect(page.words()).toContain('aaaa-1111 bbbb-2222')
  await page.press('I’ve saved them')
  await page.fill(/^Code/, '654321')
  replies['/api/auth/account'] = ok({ ...account, twoStepSince: null })
  await page.press('Turn it off')
  expect(page.sent('/api/auth/two-step/end')).toEqual([{ code: '654321' }])
  expect(page.button('Set it up')).toBeDefined()
})

it('a changed password doesn’t stay in its form', async () => {
  const page = await openAdmin(<AccountPage />, { '/api/auth/password': ok() })
  await page.fill(/^Current password/, 'the one before')
  await page.fill(/^New password/, 'four walnut buckles today')
  const answer = holdAnswer('/api/auth/password')
  for (const _ of [1, 2]) await page.press('Change the password')
  answer()
  await page.settle()
  expect(page.sent('/api/auth/password'), 'pressed twice').toHaveLength(1)
  expect(page.told()).toEqual(['Password changed: Your other devices are signed out.'])
  expect([/^Current password/, /^New password/].map((name) => page.field(name).value)).toEqual(['', ''])
})

it('a passkey can be renamed, and is gone from the list once removed', async () => {
  const passkey = { id: 'p1', name: 'Phone', createdAt: '2026-11-20T15:00:00Z', lastUsedAt: null }
  const path = '/api/auth/account'
  const replies = { [path]: ok({ ...account, passkeys: [passkey] }), '/api/auth/passkeys/p1': ok() }
  const page = await openAdmin(<AccountPage />, replies)
  await page.press('Rename Phone')
  await page.fill(/^Another name for Phone/, 'Old phone')
  replies[path] = ok({ ...account, passkeys: [{ ...passkey, name: 'Old phone' }] })
  await page.press('Save the name')
  expect(page.sent('/api/auth/passkeys/p1')).toEqual([{ passkeyId: 'p1', name: 'Old phone' }])
  replies[path] = ok(account)
  await page.press('Remove Old phone')
  expect(page.told()).toEqual(['Passkey removed: Old phone no longer works.'])
  expect(page.words()).not.toContain('Old phone')
})

it('whoever signs out everywhere is signed out here, too', async () => {
  const replies: Parameters<typeof openBrowser>[0] = {
    '/api/auth/me': me(false),
    '/api/auth/account': ok(account),
    '/api/auth/logout-everywhere': ok(),
  }
  openBrowser(replies)
  const screen = (
    <Routes>
      <Route element={<AdminLayout />}>
        <Route path="*" element={<AccountPage />} />
      </Route>
    </Routes>
  )
  const page = await openPage(screen, { at: '/admin/account' })
  replies['/api/auth/me'] = no({}, 401)
  await page.press('Sign out everywhere')
  expect(page.words()).not.toContain('Signed-in devices')
  expect(page.field('Username').value).toBe('')
})

it('whoever signs in while something is overdue is led to Today', async () => {
  const replies: Parameters<typeof openBrowser>[0] = {
    '/api/auth/me': no({}, 401),
    '/api/auth/login': me(false),
    '/api/admin/promises?limit=1': ok({ due: 1, groups: [], isCalling: true }),
  }
  openBrowser(replies)
  const screen = (
    <Routes>
      <Route element={<AdminLayout />}>
        <Route path="/admin/today" element={<p>What is due</p>} />
        <Route path="*" element={<p>All orders</p>} />
      </Route>
    </Routes>
  )
  const page = await openPage(screen, { at: '/admin' })
  await page.fill('Username', 'ana')
  await page.fill('Password', 'a long password')
  replies['/api/auth/me'] = me(false)
  await page.press('Sign in')
  expect(page.words()).toContain('What is due')
})

it('a customer of the shop sees nothing of the admin', async () => {
  openBrowser({ '/api/auth/me': ok({ user: { username: 'maya', isAdmin: false, role: 'customer' } }) })
  const page = await openPage(<AdminLayout />, { at: '/admin' })
  expect(page.field('Username').value).toBe('')
  expect(() => page.button('Logout')).toThrow('There is no')
})
