import { openAdmin } from './admin-test.ts'
import { lookAtScreen } from './look-at-screen.ts'
import { expect, follow, test } from './shop-test.ts'

// Half a minute: each screen is measured in both themes, on four sizes and by keyboard.
test('belt, inventory and drop screens are accessible', async ({ visitor: page }) => {
  await openAdmin(page, '/admin/belts')
  await expect(page.getByText('18 belts, 18 active')).toBeVisible()
  await lookAtScreen(page, 'belts', { part: 'main' })

  await page.getByRole('link', { name: 'Add belt' }).click()
  await page.getByRole('button', { name: 'Save belt' }).click()
  const notes = { name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') }
  await page.getByLabel('Product picture: choose a file').setInputFiles(notes)
  await expect(page.getByText('Browsers can’t show this kind of file.')).toBeVisible()
  await lookAtScreen(page, 'new belt', { part: 'main' })

  await follow(page, '/admin/belts/stock?gender=male&style=dress')
  await page.getByLabel('The Ashbury, size 34').fill('-2')
  await page.keyboard.press('Enter')
  await expect(page.getByText('enter a whole number, 0 or more')).toBeVisible()
  await lookAtScreen(page, 'stock', { part: 'main' })

  await follow(page, '/admin/drops')
  await expect(page.getByText('The home page shows November 2025.')).toBeVisible()
  await lookAtScreen(page, 'drops', { part: 'main' })
  await page.getByRole('button', { name: /^Create/ }).click()
  await lookAtScreen(page, 'new drop', { part: 'dialog' })
})
