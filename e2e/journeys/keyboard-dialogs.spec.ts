import type { Page } from '@playwright/test'
import { expectFocusIsKept, press, tabTo } from './by-keyboard.ts'
import { expect, test } from './shop-test.ts'

test('examples open, page, enlarge and close by keyboard, and the focus returns', { tag: '@soak' }, async ({
  visitor,
}) => {
  await visitor.goto('/')
  const opener = visitor.getByRole('button', { name: /^See Examples/ }).nth(1)
  await opener.focus()
  await visitor.keyboard.press('Enter')
  const dialog = visitor.getByRole('dialog', { name: 'Men, Casual' })
  await expect(dialog.locator(':focus')).toHaveCount(1)
  await visitor.keyboard.press('ArrowRight')
  await expect(dialog.getByText('2 of 3 examples')).toBeVisible()
  await visitor.keyboard.press('ArrowLeft')
  await visitor.keyboard.press('ArrowLeft')
  await expect(dialog.getByText('3 of 3 examples')).toBeVisible()
  await expect(dialog.getByText('3 of 3 examples')).toHaveAttribute('aria-live', 'polite')
  const picture = dialog.getByRole('button', { name: /show fullscreen$/ }).last()
  await press(visitor, picture)
  await expect(visitor.getByRole('button', { name: /, close$/ })).toBeFocused()
  await visitor.keyboard.press('Escape')
  await expect(picture).toBeFocused()
  await visitor.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(opener).toBeFocused()
})

test('on a phone, the menu traps the focus, returns it, and leads to a section', {
  tag: ['@phone', '@soak'],
}, async ({ visitor }) => {
  await visitor.goto('/')
  const opener = visitor.getByRole('button', { name: 'Open menu' })
  await opener.focus()
  await visitor.keyboard.press('Enter')
  const menu = visitor.getByRole('dialog')
  await tabTo(visitor, menu.getByRole('link', { name: 'Start My Style Quiz' }))
  await visitor.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)
  await expect(opener).toBeFocused()
  await visitor.keyboard.press('Enter')
  await expect(menu).toBeVisible()
  await press(visitor, menu.getByRole('link', { name: 'Styles', exact: true }))
  await expect(menu).toHaveCount(0)
  await expect(visitor.locator('#styles')).toBeFocused()
})

test('an icon’s tooltip shows at once on focus, after 700 ms on hover, until Esc', { tag: '@soak' }, async ({
  visitor,
}) => {
  await visitor.goto('/')
  const toggle = visitor.getByRole('button', { name: /^Switch to/ })
  const tip = () =>
    toggle.evaluate((element) => {
      const { content, visibility, animationDelay } = getComputedStyle(element, '::after')
      const name = element.getAttribute('aria-label')
      return { isShown: content.includes(`"${name}"`) && visibility === 'visible', animationDelay }
    })
  expect((await tip()).isShown).toBe(false)
  await tabTo(visitor, toggle)
  expect(await tip()).toEqual({ isShown: true, animationDelay: '0s' })
  await visitor.keyboard.press('Escape')
  await expect(toggle).toBeFocused()
  expect(await toggle.evaluate((element) => getComputedStyle(element, '::after').display)).toBe('none')
  await visitor.keyboard.press('Enter')
  await expect(toggle).toHaveAccessibleName('Switch to light theme')
  await expect(toggle).toBeFocused()
  await visitor.mouse.click(5, 400)
  await toggle.hover()
  expect((await tip()).animationDelay).toBe('0.7s')
  await expect.poll(async () => (await tip()).isShown).toBe(true)
  // It stays while the pointer goes onto it.
  const box = (await toggle.boundingBox())!
  await visitor.mouse.move(box.x + 10, box.y + box.height + 12, { steps: 5 })
  expect((await tip()).isShown).toBe(true)
})

test('one toast at a time: reached with F8, closed by key or swipe, gone after five seconds', {
  tag: '@soak',
}, async ({ visitor }) => {
  await visitor.clock.install()
  await visitor.route('**/api/newsletter/subscribe', (route) => route.abort())
  await visitor.goto('/contact')
  const email = visitor.getByLabel('Newsletter')
  const notices = visitor.locator('.toast')
  await email.fill('maya@example.com')
  await press(visitor, visitor.getByRole('contentinfo').getByRole('button', { name: 'Subscribe' }))
  await expect(notices).toHaveCount(1)
  await expect(visitor.getByRole('contentinfo').getByRole('button', { name: 'Subscribe' })).toBeFocused()
  const failedAgain = visitor.waitForEvent('requestfailed')
  await visitor.keyboard.press('Enter')
  await failedAgain
  await expect(notices).toHaveCount(1)
  await visitor.keyboard.press('F8')
  await press(visitor, visitor.getByRole('button', { name: 'Close this notice' }))
  await expect(notices).toHaveCount(0)
  await expectFocusIsKept(visitor)

  await email.press('Enter')
  await expect(notices).toHaveCount(1)
  const { x, y } = (await notices.boundingBox())!
  const swipe = async (by: number) => {
    await visitor.mouse.move(x + 40, y + 20)
    await visitor.mouse.down()
    await visitor.mouse.move(x + 40 + by, y + 20, { steps: 3 })
    await visitor.mouse.up()
  }
  await swipe(-70)
  await swipe(40)
  await expect(notices).toHaveCount(1)
  await swipe(70)
  await expect(notices).toHaveCount(0)
  await visitor.mouse.move(5, 5)

  // From here on the clock is manual, so that a slow machine doesn’t count.
  await visitor.clock.pauseAt(Date.now() + 60_000)
  await email.press('Enter')
  await expect(notices).toHaveCount(1)
  await visitor.clock.runFor(4_000)
  await expect(notices).toHaveCount(1)
  await visitor.clock.runFor(1_500)
  await expect(notices).toHaveCount(0)
})

/** Makes the newsletter fail, which shows a toast. */
async function fail(page: Page, sentence = '') {
  await page.unroute('**/api/newsletter/subscribe')
  await page.route('**/api/newsletter/subscribe', (route) =>
    route.fulfill({ status: 503, body: JSON.stringify(sentence ? { message: sentence } : {}) }),
  )
  await page.getByLabel('Newsletter').fill('ada@example.com')
  await page.getByRole('button', { name: 'Subscribe' }).click()
}

const toasts = (page: Page) => page.locator('.toasts .toast')

test('one toast shows at a time, for five seconds, and is forgotten long after', { tag: '@soak' }, async ({
  visitor,
}) => {
  await visitor.addInitScript(() => {
    const waits: unknown[] = []
    const wait = window.setTimeout
    Object.assign(window, { waits })
    window.setTimeout = ((run: TimerHandler, delay?: number, ...rest: unknown[]) => {
      waits.push(delay)
      return wait(run, delay, ...rest)
    }) as typeof window.setTimeout
  })
  const waits = () => visitor.evaluate(() => (window as unknown as { waits: number[] }).waits)
  await visitor.goto('/terms')
  await fail(visitor)
  await expect(toasts(visitor)).toContainText('Subscription failed')
  await expect(toasts(visitor)).toContainText('Please try again later')
  await fail(visitor, 'The list is being moved.')
  await expect(toasts(visitor)).toContainText('The list is being moved.')
  await expect(toasts(visitor)).toHaveCount(1)
  await expect.poll(waits).toContain(5000)
  await toasts(visitor).getByRole('button', { name: 'Close this notice' }).click()
  await expect(toasts(visitor)).toHaveCount(0)
  await expect.poll(waits).toContain(1_000_000)
})
