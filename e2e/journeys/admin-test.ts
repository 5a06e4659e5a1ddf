import type { Page } from '@playwright/test'
import { adminPassword, expect } from './shop-test.ts'

/** Opens a tab of the admin as the owner, signed in by the form's own call; admin.spec.ts signs in with the form. */
export async function openAdmin(page: Page, path = '/admin') {
  const answer = await page.request.post('/api/auth/login', {
    data: { username: 'admin', password: adminPassword },
  })
  expect(answer.status()).toBe(200)
  await page.goto(path)
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
}

/** Changes to sign-in ask for the password again; what was typed behind the dialog stays, and the change goes through. */
export async function confirmSelf(page: Page, password: string) {
  const dialog = page.getByRole('dialog', { name: /^Is it you/ })
  await dialog.getByLabel('Your password').fill(password)
  await dialog.getByRole('button', { name: 'Go on' }).click()
  await expect(dialog).toBeHidden()
}
