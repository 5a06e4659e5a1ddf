import type { Page } from '@playwright/test'
import { confirmSelf, openAdmin } from './admin-test.ts'
import { lookAtScreen } from './look-at-screen.ts'
import { adminPassword, expect, follow, test } from './shop-test.ts'

async function logout(page: Page) {
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
}

/** Anything that covers the screen for a moment doesn’t count; Esc sends it away. */
async function closeToast(page: Page) {
  await expect(page.locator('.toast-title')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.locator('.toast-title')).toHaveCount(0)
}

test('a passkey is enough for an owner when the shop requires two steps', async ({ visitor }) => {
  const browser = await visitor.context().newCDPSession(visitor)
  await browser.send('WebAuthn.enable')
  await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await openAdmin(visitor, '/admin/settings')
  await visitor.getByRole('button', { name: 'Make a second step mandatory' }).click()
  await confirmSelf(visitor, adminPassword)
  // Nothing else of the admin is there until there is one.
  await expect(visitor.getByRole('heading', { name: 'One more step to sign in' })).toBeVisible()
  await expect(visitor.locator('.toast-title')).toHaveText('Two steps are mandatory')
  await closeToast(visitor)
  await lookAtScreen(visitor, 'second step wanted', { part: 'main' })
  await visitor.getByLabel('Name of the new passkey').fill('The workshop’s computer')
  await visitor.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(visitor.getByRole('heading', { name: 'Your recovery codes' })).toBeFocused()
  await visitor.getByRole('button', { name: 'I’ve saved them' }).click()
  await expect(visitor.getByRole('heading', { name: 'Settings' })).toBeVisible()
  await logout(visitor)

  await visitor.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(visitor.getByRole('button', { name: 'Logout' })).toBeVisible()
  await logout(visitor)
  await visitor.getByLabel('Username').fill('admin')
  await visitor.getByLabel('Password').fill(adminPassword)
  await visitor.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(visitor.getByRole('heading', { name: 'Second step' })).toBeVisible()
  await visitor.getByRole('button', { name: 'Use a passkey' }).click()
  await visitor.getByRole('link', { name: 'admin, your account' }).click()
  const panel = visitor.getByRole('region', { name: 'Passkeys' })
  await expect(panel.locator('b', { hasText: 'The workshop’s computer' })).toBeVisible()
  await lookAtScreen(visitor, 'passkeys', { part: 'main' })

  // The passkey confirms identity as well as the password does.
  await follow(visitor, '/admin/settings')
  await visitor.getByRole('button', { name: 'Make the second step optional' }).click()
  await visitor.getByRole('dialog').getByRole('button', { name: 'Use a passkey' }).click()
  await expect(visitor.getByText('One step is enough.')).toBeVisible()
  await follow(visitor, '/admin/account')
  await panel.getByRole('button', { name: 'Rename The workshop’s computer' }).click()
  await panel.getByLabel('Another name for').fill('The blue one')
  await panel.getByRole('button', { name: 'Save the name' }).click()
  await panel.getByRole('button', { name: 'Remove The blue one' }).click()
  await expect(panel.locator('b', { hasText: 'The blue one' })).toHaveCount(0)
})
