import { fillCart, payWith, proceedToPayment } from './quiz-steps.ts'
import { expect, test } from './shop-test.ts'

const self = {
  recipient: 'Myself',
  gender: 'Women',
  styles: ['Stretch'],
  size: 'Unsure',
  plan: '6 Months',
} as const

test('an empty cart says so and links back to the shop', { tag: '@soak' }, async ({ visitor }) => {
  await visitor.goto('/cart')
  await expect(visitor.getByText('Your cart is empty')).toBeVisible()
  await visitor.getByRole('main').getByText('Start Shopping').click()
  await expect(visitor).toHaveURL(/\/$/)
})

test('removing the last item clears the storage and goes to the quiz', { tag: '@soak' }, async ({
  visitor,
}) => {
  await fillCart(visitor, self)
  await visitor.getByRole('button', { name: /^Remove/ }).click()
  await expect(visitor.locator('#build-your-profile')).toBeInViewport()
  expect(await visitor.evaluate(() => sessionStorage.getItem('cartItems'))).toBeNull()
})

test('an item without an address is refused by number, and only the first error is shown', {
  tag: '@soak',
}, async ({ visitor }) => {
  await fillCart(visitor, self)
  await visitor.evaluate(() => {
    const [item] = JSON.parse(sessionStorage.getItem('cartItems') ?? '[]')
    item.shippingDetails.city = ' '
    item.shippingDetails.zipCode = ''
    sessionStorage.setItem('cartItems', JSON.stringify([item]))
  })
  await visitor.reload()
  await visitor.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(visitor.getByText('Please complete all required fields', { exact: true })).toBeVisible()
  await expect(visitor.getByText('Item 1: City is required').first()).toBeVisible()
  await expect(visitor.getByText('ZIP code is required')).toHaveCount(0)
})

test('a second click on Proceed to Payment starts no second payment', async ({ visitor }) => {
  await fillCart(visitor, self)
  const secrets: string[] = []
  visitor.on('response', async (response) => {
    if (!response.url().endsWith('/api/create-payment-intent')) return
    // The reload may discard the body of the second click’s answer.
    const answer = await response.json().catch(() => null)
    if (answer) secrets.push(answer.clientSecret)
  })
  await visitor.getByRole('button', { name: 'Proceed to Payment' }).dblclick()
  await expect(visitor.getByLabel('Card number')).toBeVisible()
  // Read before the reload, which would discard the body.
  await expect.poll(() => secrets.length).toBeGreaterThan(0)
  const before = secrets.length
  await visitor.reload()
  await visitor.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(visitor.getByLabel('Card number')).toBeVisible()
  await expect.poll(() => secrets.length).toBeGreaterThan(before)
  expect(new Set(secrets).size).toBe(1)
})

test('quiz answers survive a visit to another page', { tag: '@soak' }, async ({ visitor }) => {
  await visitor.goto('/')
  await visitor.getByRole('radio', { name: 'Myself' }).check()
  await visitor.getByRole('button', { name: 'Next', exact: true }).click()
  await visitor.getByRole('radio', { name: 'Women' }).first().check()
  await visitor.goto('/cart')
  await visitor.goBack()
  await expect(visitor.getByText('Step 2 of 6')).toBeVisible()
})

test('items ordered in one tab leave the other tab’s cart', { tag: '@soak' }, async ({ visitor }) => {
  await fillCart(visitor, self)
  const items = await visitor.evaluate(() => sessionStorage.getItem('cartItems') ?? '')
  const other = await visitor.context().newPage()
  await other.goto('/cart')
  await other.evaluate((text) => sessionStorage.setItem('cartItems', text), items)
  await other.reload()
  await expect(other.getByRole('button', { name: 'Proceed to Payment' })).toBeVisible()
  await proceedToPayment(visitor)
  await payWith(visitor, '4242 4242 4242 4242')
  await expect(visitor.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
  await expect(other.getByText('Your cart is empty')).toBeVisible()
})

test('a cart whose payment succeeded but whose reply was lost leads to its order, not to a second payment', {
  tag: '@soak',
}, async ({ visitor }) => {
  await fillCart(visitor, self)
  await proceedToPayment(visitor)
  await visitor.route('**/api/orders/guest', (route) => route.abort())
  await payWith(visitor, '4242 4242 4242 4242')
  await expect(visitor.getByRole('button', { name: 'Try again' })).toBeVisible()
  await visitor.reload()
  await visitor.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(visitor.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
  await expect(visitor.getByText(/BC-\w{4}-\w{4}/)).toBeVisible()
})
