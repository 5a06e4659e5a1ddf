import type { Page } from '@playwright/test'
import { adminPassword, expect } from './shop-test.ts'

/** Signs in as the owner, from the login form to the admin's first tab. */
export async function openAdmin(page: Page, path = '/admin') {
  await page.goto(path)
  await page.getByLabel('Username').fill('admin')
  await page.getByLabel('Password').fill(adminPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
}

/** Changes to sign-in ask for the password again; what was typed behind the dialog stays, and the change goes through. */
export async function confirmSelf(page: Page, password: string) {
  const dialog = page.getByRole('dialog', { name: /^Is it you/ })
  await dialog.getByLabel('Your password').fill(password)
  await dialog.getByRole('button', { name: 'Go on' }).click()
  await expect(dialog).toBeHidden()
}
