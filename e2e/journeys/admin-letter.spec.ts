import { openAdmin } from './admin-test.ts'
import { mails } from './buy-order.ts'
import { adminPassword, test as base, expect, hydrateOnLoad, openShop } from './shop-test.ts'

/** A shop of its own: it counts readers and letters. */
const shopWithoutReaders = () => openShop({ env: { LOG_LEVEL: 'warn', ADMIN_PASSWORD: adminPassword } })
const test = base.extend({ shop: async ({ shops }, use) => use((await shops.open(shopWithoutReaders)).shop) })

test('a double click creates one letter; it is written in two tabs, tested and sent', {
  tag: '@soak',
}, async ({ visitor: page, shop }) => {
  await openAdmin(page, '/admin/subscribers')
  await page.getByRole('button', { name: 'Import CSV' }).click()
  const buffer = Buffer.from('email,name\nlee@example.com,Lee\nmaya@example.com,Maya\n')
  await page.getByLabel('A CSV file').setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer })
  await page.getByLabel('Everyone in this file').check()
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByText('lee@example.com')).toBeVisible()

  await page.goto('/admin/letters')
  const letters = page.getByRole('region', { name: 'Letters' }).locator('tbody tr')
  await expect(letters).toHaveCount(1)
  await page.getByRole('button', { name: 'New letter' }).dblclick()
  const subject = page.getByRole('textbox', { name: 'Subject' })
  const line = page.getByRole('textbox', { name: 'Preview line' })
  const saved = page.getByText('Saved', { exact: true })
  await subject.fill('December’s belts')
  await expect(saved).toBeVisible()
  const address = page.url()

  // Another tab saves; this one saves too, is refused, and reloads as told.
  const other = await page.context().newPage()
  hydrateOnLoad(other)
  await other.goto(address)
  await other.getByRole('textbox', { name: 'Preview line' }).fill('From the other tab')
  await expect(other.getByText('Saving …')).toBeVisible()
  await expect(other.getByText('Saved', { exact: true })).toBeVisible()
  await line.fill('From this tab')
  await expect(page.getByText('Someone else changed this letter')).toBeVisible()
  await page.reload()
  await expect(page.getByText('This letter changed while you were writing.')).toBeVisible()
  await other.reload()
  await expect(other.getByRole('textbox', { name: 'Preview line' })).toHaveValue('From the other tab')
  await page.getByRole('button', { name: 'Use the saved letter' }).click()
  await expect(line).toHaveValue('From the other tab')
  await subject.fill('December’s belts are here')
  await expect(page.getByText('Saving …')).toBeVisible()
  await expect(saved).toBeVisible()

  await page.getByLabel('To', { exact: true }).fill('ana@')
  await page.getByRole('button', { name: 'Send a test' }).click()
  await expect(page.getByText('Write an email address')).toBeVisible()
  await page.getByLabel('To', { exact: true }).fill('ana@example.com')
  await page.getByRole('button', { name: 'Send a test' }).dblclick()
  await expect(page.getByText('Test sent', { exact: true })).toBeVisible()
  await expect.poll(() => mails(shop, 'letter-test', 'ana@example.com').length).toBe(1)

  await expect(page.getByRole('button', { name: 'Send it now' })).toBeDisabled()
  await page.goto('/admin/settings')
  await page.getByLabel('Postal address').fill('1 Main St, Portland, OR 97209')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Settings saved').first()).toBeVisible()
  await page.goto(address)
  await page.getByRole('button', { name: 'Send it now' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('It goes to 2 people.')
  await dialog.getByRole('button', { name: 'Send it now' }).dblclick()
  await expect.poll(() => mails(shop, 'letter').length, { timeout: 60_000 }).toBe(2)
  expect(mails(shop, 'letter', 'lee@example.com')).toMatchObject([{ subject: 'December’s belts are here' }])
  await page.goto('/admin/letters')
  await expect(letters).toHaveCount(2)
})
