import { fillCart, payWith, proceedToPayment } from './quiz-steps.ts'
import { expect, test } from './shop-test.ts'

const self = {
  recipient: 'Myself',
  gender: 'Women',
  styles: ['Stretch'],
  size: 'Unsure',
  plan: '6 Months',
} as const

test('the cart shows every item, the total, what payment needs, and the next steps', {
  tag: '@soak',
}, async ({ visitor }) => {
  await fillCart(visitor, self, { ...self, plan: 'Monthly' })
  await expect(visitor.getByRole('article')).toHaveCount(2)
  await expect(visitor.getByText('$426.50').first()).toBeVisible()
  const billing = visitor.getByRole('heading', { name: 'Billing and payment' })
  await expect(billing).toBeVisible()
  await expect(visitor.getByRole('link', { name: 'Continue Shopping' })).toHaveAttribute('href', '/')
  await visitor.getByRole('button', { name: /^Remove .*Monthly/ }).click()
  await expect(visitor.getByRole('article')).toHaveCount(1)
  await proceedToPayment(visitor)
  await expect(billing).toHaveCount(0)
  await visitor.getByRole('link', { name: 'Back to the quiz' }).click()
  await expect(visitor).toHaveURL(/\/#build-your-profile$/)
  await expect(visitor.locator('#build-your-profile')).toBeInViewport()
})

test('a payment confirmed by its session shows the server’s order, and nothing if that fails', {
  tag: '@soak',
}, async ({ visitor }) => {
  await fillCart(visitor, self)
  let answer = () => {}
  const isAsked = new Promise<void>((resolve) => {
    answer = resolve
  })
  await visitor.route('**/api/checkout-session-complete', async (route) => {
    expect(route.request().postDataJSON()).toEqual({ sessionId: 'cs_1' })
    await isAsked
    await route.fulfill({ json: { orderNumber: 'BC-7K3F-9QMT' } })
  })
  await visitor.goto('/checkout-success?session_id=cs_1')
  await expect(visitor.getByRole('heading', { name: 'Processing your order' })).toBeVisible()
  answer()
  await expect(visitor.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
  await expect(visitor.locator('.order-number')).toHaveText('BC-7K3F-9QMT')
  expect(await visitor.evaluate(() => sessionStorage.getItem('cartItems'))).toBeNull()
  await visitor.unroute('**/api/checkout-session-complete')
  await visitor.evaluate(() => sessionStorage.setItem('cartItems', '[{"id":"cart-2"}]'))
  await visitor.goto('/checkout/success?session_id=cs_unknown')
  await expect(visitor.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
  await expect(visitor.locator('.order-number')).toHaveCount(0)
  await expect(visitor.getByRole('alert')).toHaveCount(0)
  await expect(visitor.getByRole('main')).not.toContainText(/active|renew|belt/)
  expect(await visitor.evaluate(() => sessionStorage.getItem('cartItems'))).toBeNull()
  await visitor.getByRole('main').getByRole('link', { name: 'Continue Shopping' }).click()
  await expect(visitor).toHaveURL(/\/$/)
})

test('payment pages opened without a payment claim none and keep the cart; an order’s thank-you page clears it', {
  tag: '@soak',
}, async ({ visitor }) => {
  await visitor.goto('/terms')
  const fill = () =>
    visitor.evaluate(() => {
      sessionStorage.setItem('cartItem', '{}')
      sessionStorage.setItem('cartItems', '[{}]')
    })
  await fill()
  const kept = () =>
    visitor.evaluate(() => ['cartItem', 'cartItems'].map((key) => sessionStorage.getItem(key)))
  for (const path of ['/checkout/success', '/checkout-success', '/thank-you']) {
    await visitor.goto(path)
    await expect(visitor.getByRole('heading', { name: 'No payment found here' })).toBeVisible()
    await expect(visitor.getByRole('main')).not.toContainText(/active|Ordered today|Successful/)
    await expect(visitor.getByRole('link', { name: 'Back to your cart' })).toHaveAttribute('href', '/cart')
    expect(await kept()).toEqual(['{}', '[{}]'])
  }
  await visitor.evaluate(() => sessionStorage.setItem('lastOrder', '{"orderNumber":"BC-7K3F-9QMT"}'))
  await visitor.goto('/thank-you')
  await expect(visitor.getByText('Your club subscription is now active.')).toBeVisible()
  await expect.poll(kept).toEqual([null, null])
})

test('the pay button says that it’s processing, and a failure shows as a Payment Error', {
  tag: '@soak',
}, async ({ visitor }) => {
  await fillCart(visitor, self)
  await proceedToPayment(visitor)
  let answer = () => {}
  const isSeen = new Promise<void>((resolve) => {
    answer = resolve
  })
  await visitor.route('**/api/demo-payments/confirm', async (route) => {
    await isSeen
    await route.abort()
  })
  await payWith(visitor, '4242 4242 4242 4242')
  await expect(visitor.getByRole('button', { name: 'Processing Payment...' })).toBeDisabled()
  answer()
  const notice = visitor.locator('.toasts .toast')
  await expect(notice).toContainText('Payment Error')
  await expect(notice).toContainText('An unexpected error occurred. Please try again.')
  await expect(visitor.getByRole('button', { name: /^Pay / })).toBeEnabled()
})
