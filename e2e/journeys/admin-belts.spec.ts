import type { Page } from '@playwright/test'
import { describeBelt, openAdmin } from './admin-test.ts'
import { expect, test } from './shop-test.ts'

const openExamples = async (page: Page) => {
  await page.goto('/')
  await page.locator('#styles').getByRole('button', { name: 'See Examples of The Ashbury' }).click()
  return page.getByRole('dialog')
}
// Takes some time: it walks every screen of belts and drops.
test('the owner adds a belt with its inventory, and the home page shows it at once', {
  tag: '@soak',
}, async ({ visitor: page }) => {
  await openAdmin(page, '/admin/belts')
  await expect(page.getByText('18 belts, 18 active')).toBeVisible()

  await page.getByRole('link', { name: 'Add belt' }).click()
  await page.getByRole('button', { name: 'Save belt' }).click()
  await expect(page.getByLabel('Name')).toBeFocused()
  await expect(page.getByText('Give the belt a name.')).toBeVisible()
  await describeBelt(page)
  await expect(page.getByLabel('SKU')).toHaveValue('MD4-202511-FOGHORN')

  const chooser = page.getByLabel('Product picture: choose a file')
  const text = { name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') }
  await chooser.setInputFiles(text)
  await expect(page.getByText('Browsers can’t show this kind of file.')).toBeVisible()
  await page.getByRole('button', { name: 'Save belt' }).click()
  await expect(page.getByText('The Foghorn is in the list.', { exact: true })).toBeVisible()
  await expect(page.getByText('19 belts, 19 active')).toBeVisible()

  await page.getByRole('link', { name: 'Stock' }).click()
  const size34 = page.getByLabel('The Foghorn, size 34')
  await size34.fill('-2')
  await page.keyboard.press('Tab')
  await expect(page.getByText('enter a whole number, 0 or more')).toBeVisible()
  await page.getByLabel('The Ashbury, size 34').fill('7')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('The Whitlock, size 34')).toBeFocused()
  // One line says what became of the last figure.
  await expect(page.getByText('The Ashbury, size 34: 7 saved.')).toBeVisible()
  await size34.fill('12')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The Foghorn, size 34: 12 saved.')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('The Ashbury, size 34')).toHaveValue('7')
  await expect(size34).toHaveValue('12')

  const dialog = await openExamples(page)
  await expect(dialog.getByText('1 of 4 examples')).toBeVisible()
  await dialog.getByRole('button', { name: 'Previous example' }).click()
  await expect(dialog.getByRole('heading', { name: 'The Foghorn' })).toBeVisible()
  await expect(dialog.getByText('Product image coming soon').first()).toBeVisible()

  await page.goto('/admin/belts')
  await page.getByRole('link', { name: 'The Foghorn' }).click()
  // Before The Ashbury among those of the same order, by its SKU.
  await page.getByLabel('Order').fill('0')
  await page.getByLabel('SKU').fill('MD0-202511-FOGHORN')
  // Meanwhile, in another window.
  const address = `/api${new URL(page.url()).pathname}`
  const {
    id: _id,
    drop: _drop,
    stock: _stock,
    isUsed: _isUsed,
    ...belt
  } = (await (await page.request.get(address)).json()).belt
  await page.request.patch(address, { data: { belt: { ...belt, material: 'Suede' } } })
  await page.getByRole('button', { name: 'Save belt' }).click()
  await expect(page.getByText('while you were writing, and changed: material.')).toBeVisible()
  // Leaving before the list has loaded asks nothing about saved changes.
  await page.evaluate(() => {
    const whenSaved = new MutationObserver(() => {
      if (!document.querySelector('.toasts')?.textContent?.includes('The Foghorn is saved.')) return
      whenSaved.disconnect()
      for (const link of document.links) if (link.textContent === 'Back to Site') link.click()
    })
    whenSaved.observe(document.body, { childList: true, subtree: true, characterData: true })
  })
  await page.getByRole('button', { name: 'Save mine over it' }).click()
  await expect(page.locator('#styles').getByRole('heading', { name: 'The Foghorn' })).toBeVisible()
  await expect(page.locator('#styles').getByText('Product image coming soon')).toBeVisible()

  await page.goto('/admin/belts')
  await page.getByRole('link', { name: 'The Foghorn' }).click()
  await page.getByRole('button', { name: 'Delete belt' }).click()
  await page.getByRole('button', { name: 'Delete it' }).click()
  await expect(page.getByText('18 belts, 18 active')).toBeVisible()
  await page.getByRole('link', { name: 'The Ashbury' }).click()
  await page.getByLabel('Active: the home page').uncheck()
  await page.getByRole('button', { name: 'Save belt' }).click()
  await expect(page.getByText('Men, Dress: 2.')).toBeVisible()

  await page.locator('summary', { hasText: 'Box' }).click()
  await page.getByRole('link', { name: 'Drops' }).click()
  await page.getByRole('button', { name: /^Create/ }).click()
  await page.getByRole('button', { name: 'Create drop' }).click()
  await expect(page.getByText('No active belts')).toBeVisible()
  await expect(page.getByText('The home page shows November 2025.')).toBeVisible()
})
