import type { Page, Route } from '@playwright/test'
import { fillCart, payWith, proceedToPayment } from './quiz-steps.ts'
import { expect, hydrate, hydrateOnLoad, test } from './shop-test.ts'

test.use({ isFirstVisit: true })

const self = {
  recipient: 'Myself',
  gender: 'Men',
  styles: ['Dress'],
  size: '36',
  plan: 'Monthly',
} as const

const slow = /is taking (a while|longer|a little longer)/

/** Holds every call to an address until it is let go; time passes by the page's own clock. */
async function hold(page: Page, address: string) {
  const held: Route[] = []
  await page.route(address, (route) => void held.push(route))
  return {
    async passTime() {
      await expect.poll(() => held.length).toBeGreaterThan(0)
      await page.clock.fastForward(6_000)
    },
    async letGo(how: 'answered' | 'lost' = 'answered') {
      for (const route of held) {
        if (how === 'lost') await route.fetch()
        await (how === 'lost' ? route.abort() : route.continue())
      }
      await page.unroute(address)
    },
  }
}

// The journeys' own visitor fails on the browser's words about what did not load, which is what happens here.
const badLine = test.extend({
  visitor: async ({ launched, shop }, use) => {
    const context = await launched.newContext({ baseURL: shop.address })
    const page = await context.newPage()
    hydrateOnLoad(page)
    const broken: string[] = []
    page.on('pageerror', (error) => broken.push(error.message))
    await page.clock.install()
    await use(page)
    await context.close()
    test.expect(broken, 'errors that nobody caught').toEqual([])
  },
})

badLine(
  'a step and a dialog that do not load say so, and a reload goes on where one was',
  { tag: '@soak' },
  async ({ visitor }) => {
    await visitor.goto('/')
    const context = visitor.context()
    await context.setOffline(true)
    await visitor.getByRole('radio', { name: 'A gift' }).check()
    await visitor.getByRole('button', { name: 'Next', exact: true }).click()
    const quiz = visitor.locator('.quiz')
    // The second step came with the page.
    await quiz.getByText('Women', { exact: true }).click()
    await visitor.getByRole('button', { name: 'Next', exact: true }).click()
    await expect(quiz.getByRole('alert')).toContainText('Nothing you typed is lost')
    await quiz.getByRole('button', { name: 'Reload the page' }).click()
    await expect(quiz.getByRole('alert')).toContainText('Check your connection and try again')
    await visitor.locator('.belt').first().getByRole('button').click()
    await expect(visitor.locator('#styles').getByRole('alert')).toContainText('Reload the page')
    await visitor.getByLabel('Newsletter').fill('ada@example.com')
    await visitor.getByRole('button', { name: 'Subscribe' }).click()
    await expect(visitor.getByText('Check your connection and try again').last()).toBeVisible()
    // Drawn without what draws notices otherwise.
    await expect(visitor.locator('.toast')).toContainText('Subscription failed')
    await context.setOffline(false)
    await quiz.getByRole('button', { name: 'Reload the page' }).click()
    await expect(quiz.getByRole('checkbox').first()).toBeVisible()
    await visitor.getByRole('button', { name: 'Previous' }).click()
    await visitor.getByRole('button', { name: 'Previous' }).click()
    await expect(visitor.getByRole('radio', { name: 'A gift' })).toBeChecked()
  },
)

badLine(
  'a page that does not come leaves the one that is there, with what was typed',
  async ({ visitor }) => {
    const context = visitor.context()
    await visitor.goto('/contact')
    await visitor.getByLabel('Message', { exact: true }).fill('My buckle sings.')
    await context.setOffline(true)
    const terms = visitor.getByRole('contentinfo').getByRole('link', { name: 'Terms' })
    await terms.click()
    await expect(visitor.locator('.toast')).toContainText('The page didn’t load')
    await expect(visitor.getByLabel('Message', { exact: true })).toHaveValue('My buckle sings.')
    await context.setOffline(false)
    await terms.click()
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Terms of Service')
    // Else the next click is the browser's own, and it is the new page that lacks its file.
    await hydrate(visitor)

    // The shop was renewed: the old page's file is gone, and the new page knows its own.
    let loads = 0
    visitor.on('load', () => loads++)
    await context.route(/returns-page-.*\.js$/, (route) => route.fulfill({ status: 404 }), { times: 1 })
    await visitor.getByRole('contentinfo').getByRole('link', { name: 'Returns' }).click()
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(/Returns/)
    // Its text shows before it has fully loaded, and a link clicked before hydration works natively.
    await expect.poll(() => loads).toBe(1)
    await hydrate(visitor)

    // Only its data does not come.
    await context.route('**/contact.data*', (route) => route.abort())
    await visitor.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click()
    const reload = visitor.getByRole('button', { name: 'Reload the page' })
    await expect(reload).toBeVisible()
    await context.unroute('**/contact.data*')
    await reload.click()
    await expect(visitor.getByLabel('Message', { exact: true })).toHaveValue('My buckle sings.')
  },
)

badLine(
  'on a slow line every wait of a payment says that nothing is lost, and a lost answer is not paid twice',
  async ({ visitor }) => {
    await fillCart(visitor, self)
    const start = await hold(visitor, '**/api/create-payment-intent')
    await visitor.getByRole('button', { name: 'Proceed to Payment' }).click()
    await start.passTime()
    await expect(visitor.getByText(slow)).toBeVisible()
    await start.letGo('lost')
    await expect(visitor.getByText('Failed to initialize payment. Please try again.').first()).toBeVisible()
    await proceedToPayment(visitor)

    const payment = await hold(visitor, '**/api/demo-payments/confirm')
    await payWith(visitor, '4242 4242 4242 4242')
    await payment.passTime()
    await expect(visitor.getByText(/you won’t be charged twice/)).toBeVisible()
    await expect(visitor.getByRole('button', { name: 'Processing Payment...' })).toBeDisabled()
    await payment.letGo('lost')
    await expect(visitor.getByText('An unexpected error occurred. Please try again.').first()).toBeVisible()
    const order = await hold(visitor, '**/api/orders/guest')
    await visitor.getByRole('button', { name: /^Pay / }).click()
    await order.passTime()
    await expect(visitor.getByText(/you won’t be charged twice/)).toBeVisible()
    await order.letGo('lost')
    await visitor.getByRole('button', { name: 'Try again' }).click()
    await expect(visitor.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
  },
)

badLine(
  'on a slow line a code and a payment by its session say that nothing is lost',
  { tag: '@soak' },
  async ({ visitor }) => {
    await fillCart(visitor, self)
    const promotion = await hold(visitor, '**/api/promotion')
    await visitor.getByText('Add a promotion code').click()
    await visitor.getByLabel('Promotion code').fill('NOPE')
    await visitor.getByRole('button', { name: 'Apply' }).click()
    await promotion.passTime()
    await expect(visitor.getByText(slow)).toBeVisible()
    await promotion.letGo()
    await expect(visitor.getByText(slow)).toHaveCount(0)

    const session = await hold(visitor, '**/api/checkout-session-complete')
    await visitor.goto('/checkout/success?session_id=cs_slow')
    await session.passTime()
    await expect(visitor.getByText('Please don’t pay again')).toBeVisible()
    await session.letGo()
    await expect(visitor.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
  },
)

badLine(
  'a shop that is renewed in the middle of a purchase takes the cart on',
  { tag: '@soak' },
  async ({ visitor }) => {
    await fillCart(visitor, self)
    // From now on the old page’s files are gone; a freshly requested page knows its own.
    let isOld = false
    let renewed = 0
    await visitor.route('**/*', (route) => {
      const request = route.request()
      if (request.isNavigationRequest()) isOld = false
      if (!isOld || !new URL(request.url()).pathname.startsWith('/assets/')) return route.continue()
      renewed++
      return route.fulfill({ status: 404 })
    })
    const renew = async () => {
      // What a page loads of itself at its start it has loaded.
      await visitor.waitForLoadState('networkidle')
      isOld = true
    }
    await renew()
    await visitor.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Terms of Service')
    expect(renewed).toBeGreaterThan(0)
    await renew()
    await visitor.getByRole('link', { name: /cart/i }).first().click()
    await proceedToPayment(visitor)
    await renew()
    await payWith(visitor, '4242 4242 4242 4242')
    await expect(visitor.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
  },
)
