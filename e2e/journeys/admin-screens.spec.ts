import { openAdmin } from './admin-test.ts'
import { lookAtScreen } from './look-at-screen.ts'
import { expect, follow, test } from './shop-test.ts'

async function post(address: string, body: unknown) {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) })
  expect(answer.status).toBe(200)
}

test('an owner imports a list, creates a code and names the shop', { tag: '@soak' }, async ({
  visitor,
  shop,
}) => {
  await post(`${shop.address}/api/contact`, {
    name: 'Maya Ellison',
    email: 'maya@example.com',
    subject: 'Which size?',
    category: 'sizing',
    message: 'I wear 34 jeans. Is 36 right?',
  })
  await openAdmin(visitor, '/admin/subscribers')
  await visitor.getByRole('button', { name: 'Import CSV' }).click()
  const buffer = Buffer.from('email,name\nlee@example.com,Lee\nnot an address,X\n')
  await visitor.getByLabel('A CSV file').setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer })
  await visitor.getByLabel('Everyone in this file').check()
  await visitor.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(visitor.getByText('Line 3: "not an address" isn’t an email address.')).toBeVisible()
  await expect(visitor.getByText('lee@example.com')).toBeVisible()

  await visitor.locator('summary', { hasText: 'Money' }).click()
  await visitor.getByRole('link', { name: 'Promotion codes' }).click()
  await visitor.getByRole('button', { name: 'New code' }).click()
  await visitor.getByLabel('Code').fill('spring')
  await visitor.getByRole('textbox', { name: 'Percent' }).fill('150')
  await visitor.getByRole('button', { name: 'Create the code' }).click()
  await expect(visitor.getByText('A percentage is a whole number from 1 to 100.').first()).toBeVisible()
  await visitor.getByRole('textbox', { name: 'Percent' }).fill('15')
  await visitor.getByRole('button', { name: 'Create the code' }).click()
  await expect(visitor.getByRole('cell', { name: 'SPRING', exact: true })).toBeVisible()

  await visitor.locator('summary', { hasText: 'People' }).click()
  await visitor.getByRole('link', { name: 'Emails' }).click()
  await visitor.getByRole('button', { name: 'Read Message received' }).click()
  // Looking into the frame would run a script in it, and it runs none.
  await expect(visitor.getByTitle('The email')).toHaveAttribute('srcdoc', /We’ve got your message/)
  await visitor.getByRole('button', { name: 'Send it again' }).click()
  await expect(visitor.getByText('On its way').first()).toBeVisible()

  await visitor.locator('summary', { hasText: 'Shop' }).click()
  await visitor.getByRole('link', { name: 'Settings' }).click()
  await visitor.getByLabel('Shop name').fill('The Strap Society')
  await visitor.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(visitor.getByText('Settings saved').first()).toBeVisible()
  await visitor.getByRole('button', { name: 'Stop taking payments' }).click()
  await visitor.getByRole('button', { name: 'Stop payments' }).click()
  await expect(visitor.getByText('You’re not taking payments.')).toBeVisible()
  // What buyers read is long: it goes on in the next line.
  await expect
    .poll(() => visitor.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
    .toBeLessThanOrEqual(0)
  await visitor.getByRole('button', { name: 'Take payments again' }).click()
  await expect(visitor.getByText('You’re taking payments', { exact: true })).toBeVisible()
  await visitor.goto('/')
  await expect(visitor).toHaveTitle(/The Strap Society/)
  await visitor.goto('/admin/settings')
  await visitor.getByLabel('Shop name').fill('')
  await visitor.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(visitor.getByText('Settings saved').first()).toBeVisible()
})

// Nine screens in two themes and five sizes.
test('every admin screen is accessible', async ({ visitor, shop }) => {
  await post(`${shop.address}/api/contact`, {
    name: 'Lee',
    email: 'lee@example.com',
    subject: 'My belt',
    category: 'order',
    orderNumber: 'BC-7K3F-9QMT',
    message: 'Where is my belt?',
  })
  await post(`${shop.address}/api/newsletter/subscribe`, { email: 'ana@example.com', source: 'footer' })
  await openAdmin(visitor, '/admin/dashboard')
  await expect(visitor.getByText('Monthly recurring')).toBeVisible()
  await visitor.getByText('The numbers').first().click()
  await lookAtScreen(visitor, 'dashboard')
  for (const [screen, open] of [
    ['product-types', 'New product type'],
    ['quiz-questions', 'New question'],
    ['inbox', 'Answer'],
    ['subscribers', 'Import CSV'],
    // Begun, it is open in the editor.
    ['letters', 'New letter'],
    ['plans', 'New plan'],
    ['promotions', 'New code'],
    ['settings', null],
    // Who began the letter is in it.
    ['audit', null],
    ['health', null],
  ] as const) {
    await follow(visitor, `/admin/${screen}`)
    await expect(visitor.locator('.panel, .t-wrap').first()).toBeVisible()
    if (screen === 'inbox') await visitor.getByRole('link', { name: /Where is my belt/ }).click()
    if (open) await visitor.getByRole('button', { name: open, exact: true }).first().click()
    if (screen === 'audit') await expect(visitor.getByRole('cell', { name: 'letter.create' })).toBeVisible()
    if (screen === 'letters') await expect(visitor.getByTitle(/^The letter at 375/)).toBeVisible()
    // The frame is every screen's, and was looked at around the dashboard.
    await lookAtScreen(visitor, screen, { part: 'main' })
  }
  await follow(visitor, '/admin/mails')
  await lookAtScreen(visitor, 'mails', { part: 'main' })
  await visitor.getByRole('button', { name: /^Read/ }).first().click()
  await expect(visitor.getByRole('dialog')).toBeVisible()
  await expect(visitor.getByTitle('The email')).toBeVisible()
  await lookAtScreen(visitor, 'a mail')
})
