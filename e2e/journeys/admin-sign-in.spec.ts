import type { Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { sized } from '../../test/random.ts'
import { confirmSelf, openAdmin } from './admin-test.ts'
import { lookAtScreen } from './look-at-screen.ts'
import { adminPassword, expect, test } from './shop-test.ts'

/** In the soak, every screen on the way is measured, and what calls and components hold is walked, too. */
const isLong = sized(false, true)
const ownLabel = 'four walnut buckles today'

function toast(page: Page) {
  return page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: /\S/ })
}

async function signIn(page: Page, username: string, password: string) {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** The owner invites a staff member; the password is shown once. */
async function invite(page: Page, username: string, role: string): Promise<string> {
  await page.getByRole('button', { name: 'Invite someone' }).click()
  await page.getByLabel('Name to sign in with').fill(username)
  await page.getByRole('radio', { name: new RegExp(`^${role}:`) }).check()
  await page.getByRole('button', { name: 'Make a password' }).click()
  await confirmSelf(page, adminPassword)
  await expect(page.getByRole('heading', { name: `A password for ${username}` })).toBeFocused()
  return (await page.locator('.made-password').textContent())!
}

async function logout(page: Page) {
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
}

/** Turns on the second step in the account of whoever is signed in. */
async function setUpTwoSteps(page: Page, username: string) {
  await page.getByRole('link', { name: `${username}, your account` }).click()
  await expect(page.getByText('this device')).toBeVisible()
  if (isLong) await lookAtScreen(page, 'account', { part: 'main' })
  const panel = page.getByRole('region', { name: 'Two-step sign-in' })
  await panel.getByRole('button', { name: 'Set it up' }).click()
  await lookAtScreen(page, 'is it you')
  await confirmSelf(page, ownLabel)
  const secret = (await panel.locator('.otp-secret').textContent())!.replaceAll(' ', '')
  await lookAtScreen(page, 'two-step set-up', { part: 'main' })
  const app = new TOTP({ secret })
  const now = Date.now()
  await panel.getByLabel('Code', { exact: true }).fill(app.generate({ timestamp: now }))
  await panel.getByRole('button', { name: 'Turn it on' }).click()
  await expect(panel.getByRole('listitem')).toHaveCount(10)
  const codes = await panel.getByRole('listitem').allTextContents()
  if (isLong) await lookAtScreen(page, 'recovery codes', { part: 'main' })
  await panel.getByRole('button', { name: 'I’ve saved them' }).click()
  await expect(panel.getByText(/^On since/)).toBeVisible()
  return { app, codes, now }
}

test('invited staff choose a password first, and sign in in two steps', async ({ visitor }) => {
  await visitor.goto('/admin')
  await lookAtScreen(visitor, 'login')
  await openAdmin(visitor, '/admin/staff')
  const made = await invite(visitor, 'pat', 'Packer')
  await lookAtScreen(visitor, 'staff', { part: 'main' })
  await logout(visitor)

  await signIn(visitor, 'pat', made)
  await expect(visitor.getByRole('heading', { name: 'Choose your password' })).toBeVisible()
  await lookAtScreen(visitor, 'forced change', { part: 'main' })
  await visitor.getByLabel('Current password').fill(made)
  if (isLong) {
    expect((await visitor.request.get('/api/admin/messages')).status(), 'nothing is answered').toBe(403)
    await visitor.getByLabel('New password').fill('pat')
    await visitor.getByRole('button', { name: 'Continue to the admin' }).click()
    await expect(visitor.getByText(/^Use at least 12 characters/)).toBeVisible()
  }
  await visitor.getByLabel('New password').fill(ownLabel)
  await visitor.getByRole('button', { name: 'Continue to the admin' }).click()
  if (isLong) {
    await visitor.setViewportSize({ width: 1440, height: 900 })
    await expect(visitor.getByRole('link', { name: 'Orders' })).toBeVisible()
    await expect(visitor.getByRole('link', { name: 'Staff' })).toHaveCount(0)
    await logout(visitor)
    await signIn(visitor, 'pat', made)
    await expect(toast(visitor).filter({ hasText: 'Login failed' })).toBeVisible()
    await signIn(visitor, 'pat', ownLabel)
  }
  const { app } = await setUpTwoSteps(visitor, 'pat')
  await logout(visitor)
  await signIn(visitor, 'pat', ownLabel)
  await expect(visitor.getByRole('heading', { name: 'Second step' })).toBeVisible()
  await lookAtScreen(visitor, 'second step', { part: 'main' })
  // The code of now is used up; the next step of the clock counts already, because clocks differ.
  await visitor.getByLabel('Code').fill(app.generate({ timestamp: Date.now() + 30_000 }))
  await visitor.keyboard.press('Enter')
  await expect(visitor.getByRole('button', { name: 'Logout' })).toBeVisible()

  if (!isLong) return
  await openAdmin(visitor, '/admin/audit')
  await visitor.getByLabel('Who did it').selectOption('pat')
  await expect(visitor.getByRole('cell', { name: 'user.password' })).toBeVisible()
  await visitor.getByLabel('Who did it').selectOption('admin')
  await expect(visitor.getByRole('row', { name: /user.create.*username.*pat/s })).toBeVisible()
})

test('two-step sign-in is set up and used, and a recovery code works without the phone', {
  tag: '@soak',
}, async ({ visitor }) => {
  await openAdmin(visitor, '/admin/staff')
  const made = await invite(visitor, 'sam', 'Support')
  await logout(visitor)
  await signIn(visitor, 'sam', made)
  await visitor.getByLabel('Current password').fill(made)
  await visitor.getByLabel('New password').fill(ownLabel)
  await visitor.getByRole('button', { name: 'Continue to the admin' }).click()
  const { app, codes, now } = await setUpTwoSteps(visitor, 'sam')
  await logout(visitor)

  await signIn(visitor, 'sam', ownLabel)
  await expect(visitor.getByRole('heading', { name: 'Second step' })).toBeVisible()
  await lookAtScreen(visitor, 'second step', { part: 'main' })
  await visitor.getByLabel('Code').fill(app.generate({ timestamp: now }))
  await visitor.keyboard.press('Enter')
  await expect(visitor.getByText(/^That code is wrong, or it’s been used/).first()).toBeVisible()
  // The next step of the clock counts already: clocks differ.
  await visitor.getByLabel('Code').fill(app.generate({ timestamp: Date.now() + 30_000 }))
  await visitor.keyboard.press('Enter')
  await logout(visitor)

  await signIn(visitor, 'sam', ownLabel)
  await visitor.getByLabel('Code').fill(codes[0]!.toUpperCase())
  await visitor.keyboard.press('Enter')
  await visitor.getByRole('link', { name: 'sam, your account' }).click()
  await expect(visitor.getByText('9 of your recovery codes are left.')).toBeVisible()
})

// Takes a few seconds: the shop makes guessers wait.
test('guessing locks an account, with the same words for an unknown name', { tag: '@soak' }, async ({
  visitor,
}) => {
  await visitor.goto('/admin')
  for (const username of ['nobody-here', 'nor-here']) {
    await Promise.all(
      Array.from({ length: 10 }, () =>
        visitor.request.post('/api/auth/login', { data: { username, password: 'a guess' } }),
      ),
    )
    await signIn(visitor, username, 'a guess')
    await expect(toast(visitor).filter({ hasText: 'Login failed' })).toContainText(
      'Too many attempts to sign in. Try again in 15 minutes.',
    )
  }
})

test('the keyboard alone signs in, walks through the admin and signs out', async ({ visitor }) => {
  await visitor.goto('/admin')
  await visitor.getByLabel('Username').focus()
  await visitor.keyboard.type('admin')
  await visitor.keyboard.press('Tab')
  await visitor.keyboard.type(adminPassword)
  await visitor.keyboard.press('Enter')
  await expect(visitor.getByRole('button', { name: 'Logout' })).toBeVisible()
  const active = () => visitor.evaluate(() => document.activeElement?.textContent ?? '')
  for (let tabs = 0; tabs < 40 && (await active()) !== 'Logout'; tabs++) await visitor.keyboard.press('Tab')
  expect(await active()).toBe('Logout')
  await visitor.keyboard.press('Enter')
  await expect(visitor.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})
