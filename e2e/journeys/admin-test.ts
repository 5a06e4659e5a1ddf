import type { Page } from '@playwright/test'
import sharp from 'sharp'
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
  const dialog = page.getByRole('dialog', { name: /^Is that you/ })
  await dialog.getByLabel('Your password').fill(password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog).toBeHidden()
}

/** Describes a new belt, all but its picture. */
export async function describeBelt(page: Page) {
  await page.getByLabel('Name').fill('The Foghorn')
  await page.getByLabel('Description').fill('Waxed and dark, for wet days.')
  await page.getByLabel('Material').fill('Bridle leather')
  await page.getByLabel('Buckle').fill('Roller, brass')
  await page.getByLabel('Width in mm').fill('34')
  await page.getByLabel('Colors').fill('Black, Tan')
}

/** Saves a new belt with a picture. */
export async function saveBelt(page: Page) {
  await describeBelt(page)
  const buffer = await sharp({ create: { width: 1200, height: 1200, channels: 3, background: '#87431a' } })
    .jpeg()
    .toBuffer()
  const photo = { name: 'foghorn.jpg', mimeType: 'image/jpeg', buffer }
  await page.getByLabel('Product picture: choose a file').setInputFiles(photo)
  await page.getByLabel('What it shows').fill('The Foghorn: a coiled brown belt')
  await page.getByRole('button', { name: 'Save belt' }).click()
  await expect(page.getByText('The Foghorn is in the list.', { exact: true })).toBeVisible()
}
