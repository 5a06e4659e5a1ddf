import { openAdmin } from './admin-test.ts'
import { adminPassword, expect, test } from './shop-test.ts'

test('the admin asks for a sign-in, refuses in the specification’s words, and Logout ends it', async ({
  visitor,
}) => {
  await visitor.goto('/admin')
  const signIn = visitor.getByRole('button', { name: 'Sign in' })
  const notice = visitor.locator('.toasts .toast')
  await signIn.click()
  await expect(visitor.getByText('Username is required')).toBeVisible()
  await expect(visitor.getByText('Password is required')).toBeVisible()
  await visitor.getByLabel('Username').fill('nobody')
  await visitor.getByLabel('Password').fill('not the password')
  await visitor.route('**/api/auth/login', (route) => route.fulfill({ status: 401, body: '{}' }))
  await signIn.click()
  await expect(notice).toContainText('Login failed')
  await expect(notice).toContainText('Invalid credentials')
  await visitor.unroute('**/api/auth/login')
  await visitor.route('**/api/auth/login', (route) => route.fulfill({ json: { user: { isAdmin: false } } }))
  await signIn.click()
  await expect(notice).toContainText('Access denied')
  await expect(notice).toContainText('Admin access required')
  await visitor.unroute('**/api/auth/login')
  await visitor.route('**/api/auth/login', (route) => route.fulfill({ status: 401, body: '{}' }))
  await signIn.click()
  await expect(notice).toContainText('Login failed')
  await visitor.unroute('**/api/auth/login')
  await visitor.getByLabel('Username').fill('admin')
  await visitor.getByLabel('Password').fill(adminPassword)
  await signIn.click()
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Orders')
  // What failed before works now.
  await expect(notice).toHaveCount(0)
  const tabs = visitor.getByRole('navigation', { name: 'Admin' }).getByRole('link')
  expect((await tabs.allInnerTexts()).slice(0, 3)).toEqual(['Orders', 'Product Types', 'Quiz Questions'])
  await expect(visitor.getByRole('link', { name: 'Back to Site' })).toHaveAttribute('href', '/')
  // Anyone whom the current-user call doesn’t mark as an administrator, by flag or role, sees no admin.
  const asked = await visitor.evaluate(() => fetch('/api/auth/me').then((answer) => answer.json()))
  for (const [isAdmin, role, title] of [
    [false, 'customer', 'Sign in'],
    [false, 'admin', 'Orders'],
    [true, 'customer', 'Orders'],
  ]) {
    await visitor.route('**/api/auth/me', (route) =>
      route.fulfill({ json: { ...asked, user: { ...asked.user, isAdmin, role } } }),
    )
    await visitor.reload()
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(String(title))
    await visitor.unroute('**/api/auth/me')
  }
  await visitor.getByRole('button', { name: 'Logout' }).click()
  await expect(signIn).toBeVisible()
})

test('nothing pressable in the inbox moves when the messages load', { tag: '@soak' }, async ({ visitor }) => {
  let come = () => {}
  const late = new Promise<void>((resolve) => {
    come = resolve
  })
  await visitor.route('**/api/admin/messages?*', async (route) => {
    await late
    await route.continue()
  })
  await openAdmin(visitor, '/admin/inbox')
  await expect(visitor.getByText('Reading …')).toBeVisible()
  await visitor.waitForLoadState('load')
  const write = visitor.getByRole('button', { name: 'Write one' })
  await expect(write).toBeHidden()
  come()
  await expect(write).toBeVisible()
})

test('order filters apply at once and survive a slow connection', { tag: '@soak' }, async ({ visitor }) => {
  await openAdmin(visitor)
  // What the frame of the page knows does not come again in time.
  await visitor.route('**/*.data*', () => {})
  // Both before React has drawn either, as on a busy machine.
  await visitor.getByLabel('For whom').evaluate((select: HTMLSelectElement) => {
    const day = [...document.querySelectorAll<HTMLInputElement>('input[type="date"]')][0]!
    const setDay = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!
    select.value = 'gift'
    select.dispatchEvent(new Event('change', { bubbles: true }))
    setDay.call(day, '2026-01-05')
    day.dispatchEvent(new Event('input', { bubbles: true }))
  })
  const search = visitor.getByLabel('Find an order')
  await search.pressSequentially('elli')
  await expect(visitor).toHaveURL(/recipientType=gift&from=2026-01-05&search=elli$/)
  await search.pressSequentially('son')
  await expect(visitor).toHaveURL(/recipientType=gift&from=2026-01-05&search=ellison$/)
  await expect(search).toHaveValue('ellison')
  await expect(visitor.getByLabel('For whom')).toHaveValue('gift')
  await expect(visitor.getByLabel('From')).toHaveValue('2026-01-05')
})

test('product types moved twice on a slow connection keep the last order', { tag: '@soak' }, async ({
  visitor,
}) => {
  await openAdmin(visitor, '/admin/product-types')
  const rows = visitor.getByRole('region', { name: 'Product types' }).locator('tbody tr')
  await expect(rows.nth(2)).toContainText('Stretch')
  let [asked, answered] = [0, 0]
  await visitor.route('**/api/admin/product-types/order', async (route) => {
    asked += 1
    // The first wish takes so long that the second would be there before it.
    if (asked === 1) await new Promise((done) => setTimeout(done, 500))
    await route.fulfill({ response: await route.fetch() })
    answered += 1
  })
  const [back, forth] = ['Move Stretch belts up', 'Move Stretch belts down']
  await visitor.getByRole('button', { name: back }).click()
  await expect(rows.nth(1)).toContainText('Stretch')
  await visitor.getByRole('button', { name: forth }).click()
  await expect(rows.nth(2)).toContainText('Stretch')
  await expect.poll(() => answered).toBe(2)
  const kept = await (await visitor.request.get('/api/admin/product-types')).json()
  expect(JSON.stringify(kept)).toMatch(/Dress belts.*Casual belts.*Stretch belts/)
  await expect(rows.nth(2)).toContainText('Stretch')
})

test('an inventory count retyped while the first one saves is kept', { tag: '@soak' }, async ({
  visitor,
}) => {
  await openAdmin(visitor, '/admin/belts/stock?gender=male&style=dress')
  let come = () => {}
  const late = new Promise<void>((resolve) => {
    come = resolve
  })
  await visitor.route('**/api/admin/belts/*/stock', async (route) => {
    await late
    await route.continue()
  })
  const figure = visitor.getByLabel('The Whitlock, size 36')
  await figure.fill('21')
  await figure.blur()
  await figure.fill('22')
  come()
  await expect(visitor.getByText('The Whitlock, size 36: 21 saved.')).toBeVisible()
  await expect(figure).toHaveValue('22')
  await figure.blur()
  await expect(visitor.getByText('The Whitlock, size 36: 22 saved.')).toBeVisible()
})

test('product types are created, edited and deleted, each with a message, also on failure', {
  tag: '@soak',
}, async ({ visitor }) => {
  await openAdmin(visitor, '/admin/product-types')
  const notice = visitor.locator('.toasts .toast')
  const rows = visitor.getByRole('region', { name: 'Product types' }).locator('tbody tr')
  await expect(rows).toHaveCount(3)
  await visitor.getByRole('button', { name: 'New product type' }).click()
  const dialog = visitor.getByRole('dialog')
  await expect(dialog.getByLabel('Display order')).toHaveValue('3')
  await dialog.getByRole('button', { name: 'Create' }).click()
  for (const field of ['Name', 'Slug', 'Description'])
    await expect(dialog.getByText(`${field} is required`)).toBeVisible()
  await dialog.getByLabel('Name').fill('Braided')
  await dialog.getByLabel('Description').fill('It buckles anywhere.')
  await dialog.getByLabel('Display order').fill('last')
  await visitor.route('**/api/admin/product-types', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, body: '{}' }) : route.fallback(),
  )
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(notice.locator('.toast-title')).toHaveText('Error')
  await expect(notice).toContainText('Failed to save product type')
  await visitor.unroute('**/api/admin/product-types')
  const asked = visitor.waitForRequest((request) => request.method() === 'POST')
  await dialog.getByRole('button', { name: 'Create' }).click()
  expect((await asked).postDataJSON()).toEqual({
    name: 'Braided',
    slug: 'braided',
    description: 'It buckles anywhere.',
    displayOrder: 0,
    isActive: true,
  })
  await expect(notice).toContainText('Product type created')
  await expect(notice).toContainText('Changes saved successfully')
  await expect(rows).toHaveCount(4)
  await visitor.getByRole('button', { name: 'Edit Braided' }).click()
  await dialog.getByRole('switch', { name: 'Active' }).uncheck()
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(notice).toContainText('Product type updated')
  await visitor.route('**/api/admin/product-types/*', (route) => route.fulfill({ status: 500, body: '{}' }))
  await visitor.getByRole('button', { name: 'Delete Braided' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(notice).toContainText('Failed to delete product type')
  await visitor.unroute('**/api/admin/product-types/*')
  await visitor.getByRole('button', { name: 'Delete Braided' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(notice).toContainText('Product type deleted')
  await expect(notice).toContainText('Product type removed successfully')
  await expect(rows).toHaveCount(3)
})
