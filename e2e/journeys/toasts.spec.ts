import type { Page } from '@playwright/test'
import { expect, test } from './shop-test.ts'

/** Makes the newsletter fail, which shows a toast. */
async function fail(page: Page, sentence = '') {
  await page.unroute('**/api/newsletter/subscribe')
  await page.route('**/api/newsletter/subscribe', (route) =>
    route.fulfill({ status: 503, body: JSON.stringify(sentence ? { message: sentence } : {}) }),
  )
  await page.getByLabel('Newsletter').fill('ada@example.com')
  await page.getByRole('button', { name: 'Subscribe' }).click()
}

const notices = (page: Page) => page.locator('.toasts .toast')

test('one toast shows at a time, for five seconds, and is forgotten long after', async ({ visitor }) => {
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
  await expect(notices(visitor)).toContainText('Subscription failed')
  await expect(notices(visitor)).toContainText('Please try again later')
  await fail(visitor, 'The list is being moved.')
  await expect(notices(visitor)).toContainText('The list is being moved.')
  await expect(notices(visitor)).toHaveCount(1)
  await expect.poll(waits).toContain(5000)
  await notices(visitor).getByRole('button', { name: 'Close this notice' }).click()
  await expect(notices(visitor)).toHaveCount(0)
  await expect.poll(waits).toContain(1_000_000)
})

test('a toast is reached with F8 and swiped away to the right, not to the left or by less than 50 pixels', async ({
  visitor,
}) => {
  await visitor.goto('/terms')
  await fail(visitor)
  await expect(notices(visitor)).toBeVisible()
  // The keyboard in its region also keeps it standing.
  await visitor.keyboard.press('F8')
  await expect(visitor.locator('.toasts')).toBeFocused()
  const swipe = async (by: number) => {
    const { x, y } = (await notices(visitor).boundingBox())!
    await visitor.mouse.move(x + 100, y + 12)
    await visitor.mouse.down()
    for (const part of [0.5, 1]) await visitor.mouse.move(x + 100 + by * part, y + 12)
    await visitor.mouse.up()
  }
  await swipe(-90)
  await expect(notices(visitor)).toBeVisible()
  await swipe(40)
  await expect(notices(visitor)).toBeVisible()
  await swipe(90)
  await expect(notices(visitor)).toHaveCount(0)
})

test('an icon’s name shows as a tooltip after 700 ms on hover', async ({ visitor }) => {
  await visitor.goto('/terms')
  const cart = visitor.getByRole('link', { name: 'Cart', exact: true })
  await cart.hover()
  const tooltip = await cart.evaluate((sign) => {
    const { content, animationDelay } = getComputedStyle(sign, '::after')
    return { content, animationDelay }
  })
  expect(tooltip.content).toMatch(/Cart/)
  expect(tooltip.animationDelay).toBe('0.7s')
})
