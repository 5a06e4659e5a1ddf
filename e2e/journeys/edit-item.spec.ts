import { fillCart, openQuizAtAddress, payWith, proceedToPayment } from './quiz-steps.ts'
import { expect, test } from './shop-test.ts'

const self = { recipient: 'Myself', gender: 'Men', styles: ['Dress'], size: '36', plan: '6 Months' } as const
const gift = {
  recipient: 'A gift',
  gender: 'Women',
  styles: ['Let Recipient Pick'],
  size: '28',
  plan: 'Monthly',
  message: 'Happy birthday.',
} as const

test('a cart item is edited in the quiz with its answers; unsaved changes wait; nothing is lost', {
  tag: '@soak',
}, async ({ visitor }) => {
  const cart = () => visitor.evaluate(() => JSON.parse(sessionStorage.getItem('cartItems') ?? '[]'))
  const step = (name: string) =>
    visitor.getByRole('navigation', { name: 'Your answers for this item' }).getByText(name)
  await fillCart(visitor, self, gift)
  const before = await cart()
  // A third person is begun and waits while the first is changed.
  await visitor.goto('/')
  await visitor.getByRole('radio', { name: 'A gift' }).check()
  await visitor.getByRole('button', { name: 'Next', exact: true }).click()
  await visitor.goto('/cart')

  await visitor.getByRole('link', { name: 'Edit item 1, 6 Months, For you, Maya Ellison' }).click()
  await expect(visitor.getByText('Editing item 1 of your cart')).toBeVisible()
  await expect(visitor.getByRole('radio', { name: 'Myself' })).toBeChecked()
  await step('Shipping').click()
  await expect(visitor.getByLabel('City', { exact: true })).toHaveValue('Portland')
  await visitor.getByLabel('City', { exact: true }).fill('Elsewhere')

  await visitor.reload()
  await expect(visitor.getByLabel('City', { exact: true })).toHaveValue('Elsewhere')
  await visitor.goBack()
  await expect(visitor.getByText('Item 1', { exact: true })).toBeVisible()
  expect(await cart()).toEqual(before)
  await visitor.goForward()
  await expect(visitor.getByLabel('City', { exact: true })).toHaveValue('Elsewhere')

  await step('Size').click()
  await visitor.getByRole('radio', { name: 'belt 38' }).check()
  await step('Plan').click()
  await expect(visitor.getByText('Step 4 of 6')).toBeVisible()
  await visitor.getByRole('checkbox', { name: /^I understand/ }).check()
  await step('Plan').click()
  await visitor.getByRole('radio', { name: 'Monthly' }).check()
  await visitor.getByRole('button', { name: 'Save Changes' }).click()
  await expect(visitor).toHaveURL(/\/cart$/)

  const [changed, other, ...more] = await cart()
  expect(more).toEqual([])
  expect(other).toEqual(before[1])
  expect(changed).toMatchObject({ id: before[0].id, planId: 'monthly', size: '38', styles: ['dress'] })
  expect(changed.shippingDetails.city).toBe('Elsewhere')

  await visitor.getByRole('link', { name: /^Edit item 2/ }).click()
  await visitor.getByRole('button', { name: 'Discard changes' }).click()
  await expect(visitor).toHaveURL(/\/cart$/)
  expect(await cart()).toEqual([changed, other])
  await visitor.goto('/')
  await expect(visitor.getByText('Step 2 of 6')).toBeVisible()
})

test('a cart item is edited in the quiz, from step to step, and takes its place in the cart', {
  tag: '@soak',
}, async ({ visitor }) => {
  const cart = () => visitor.evaluate(() => JSON.parse(sessionStorage.getItem('cartItems') ?? '[]'))
  const step = (name: string) =>
    visitor.getByRole('navigation', { name: 'Your answers for this item' }).getByText(name)
  await fillCart(visitor, self, gift)
  const [first, second] = await cart()
  await visitor.getByRole('link', { name: 'Edit item 1, 6 Months, For you, Maya Ellison' }).click()
  await step('Shipping').click()
  await visitor.getByLabel('City', { exact: true }).fill('Elsewhere')
  await visitor.goBack()
  await expect(visitor.getByText('Item 1', { exact: true })).toBeVisible()
  expect(await cart()).toEqual([first, second])
  await visitor.goForward()
  await expect(visitor.getByLabel('City', { exact: true })).toHaveValue('Elsewhere')
  await step('Plan').click()
  await visitor.getByRole('radio', { name: 'Monthly' }).check()
  await visitor.getByRole('button', { name: 'Save Changes' }).click()
  await expect(visitor).toHaveURL(/\/cart$/)
  const changed = { id: first.id, planId: 'monthly', shippingDetails: { city: 'Elsewhere' } }
  expect(await cart()).toMatchObject([changed, second])
})

test('a gift shows what its recipient will get, without a price, until after the order', {
  tag: '@soak',
}, async ({ visitor }) => {
  await fillCart(visitor, self, gift)
  await visitor.getByText('See what they’ll get').click()
  const letter = visitor.getByRole('figure', { name: 'What they’ll get' })
  await expect(letter).toContainText('Happy birthday.')
  await expect(letter).toContainText('Thomas, Maya is sending you a belt.')
  await expect(letter).toContainText('Choose your style')
  await expect(letter).not.toContainText('$')
  await proceedToPayment(visitor)
  await payWith(visitor, '4242 4242 4242 4242')
  await expect(visitor.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
  const items = visitor.getByRole('region', { name: 'Your order' }).getByRole('listitem')
  await expect(items.nth(0)).toContainText(
    /Item 1.*6 Months.*For you, Maya Ellison.*size 36.*until you cancel/,
  )
  await expect(items.nth(1)).toContainText(/Item 2.*Gift for Thomas Ellison.*Never renews/)
  await expect(items.nth(1)).toContainText('Happy birthday.')
  await visitor.goto('/thank-you')
  await expect(visitor.getByText('Never renews, ends after one belt')).toBeVisible()
})

test('a page left open over midnight asks for a new send date, and says so kindly', { tag: '@soak' }, async ({
  visitor,
}) => {
  await visitor.clock.install({ time: new Date(Date.now()) })
  await openQuizAtAddress(visitor, 'gift')
  const day = visitor.getByLabel('Send date', { exact: true })
  const today = (await day.getAttribute('min')) ?? ''
  await day.fill(today)
  await day.blur()
  await expect(visitor.getByText('Choose today or a later day.')).toHaveCount(0)
  // A day of the year has 25 hours.
  await visitor.clock.fastForward('25:00:30')
  await expect(visitor.getByText('Choose today or a later day.')).toBeVisible()
  expect(await day.getAttribute('min')).not.toBe(today)
})
