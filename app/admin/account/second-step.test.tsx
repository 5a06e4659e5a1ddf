import { expect, it, vi } from 'vitest'
import { holdAnswer, openBrowser } from '../../../test/browser.ts'
import { ok } from '../../../test/open-admin.tsx'
import { openPage } from '../../../test/open-page.tsx'
import AdminLayout from '../admin-layout.tsx'

const me = (mustSetUpTwoStep: boolean) =>
  ok({ user: { username: 'ana', staffRole: 'owner', isAdmin: true, mustSetUpTwoStep } })
const codes = ['aaaa-1111', 'bbbb-2222']

/** The admin of an owner who lacks the second step that the shop asks for, on a device that can have passkeys. */
async function openWithoutSecondStep(replies: Parameters<typeof openBrowser>[0]) {
  const all = { '/api/auth/me': me(true), ...replies }
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
  const page = await openWithoutSecondStep({
    '/api/auth/passkeys/start': ok({ options: { challenge: 'AA', user: { id: 'AA' } } }),
    '/api/auth/passkeys': ok({ recoveryCodes: codes }),
  })
  await page.fill(/^Name of the new passkey/, 'Phone')
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
