import { expect } from '@playwright/test'
import { sized } from '../../test/random.ts'
import { test, told } from './analytics-test.ts'
import { answerQuiz, fillCart, payWith, proceedToPayment } from './quiz-steps.ts'

const self = {
  recipient: 'Myself',
  gender: 'Men',
  styles: ['Dress'],
  size: '36',
  plan: 'Monthly',
} as const
const choice = 'Do not sell or share my personal information'
const step = (number: number, name: string) => ({
  event: 'quiz_step',
  step_number: number,
  step_name: name,
  recipient_type: 'myself',
})

/** In the soak, the purchase begins with the quiz. */
const isLong = sized(false, true)
const throughTheQuiz = [
  { event: 'page_view', page_path: '/' },
  { event: 'quiz_start' },
  step(1, 'recipient'),
  step(2, 'gender'),
  step(3, 'styles'),
  step(4, 'size'),
  step(5, 'shipping'),
  step(6, 'plan'),
  { event: 'quiz_complete' },
  { event: 'add_to_cart', plan_name: 'Monthly' },
]

test('a purchase is reported to the tag manager in order, and only once', async ({ visitor, outside }) => {
  if (isLong) await visitor.goto('/')
  else await fillCart(visitor, self)
  await expect.poll(() => outside.asked.length).toBe(2)
  expect(outside.asked.toSorted()).toEqual([
    'https://www.googletagmanager.com/gtag/js?id=AW-123456789',
    'https://www.googletagmanager.com/gtm.js?id=GTM-JOURNEY',
  ])
  if (isLong) await answerQuiz(visitor, self)
  await proceedToPayment(visitor)
  await payWith(visitor, '4242 4242 4242 4242')
  await expect(visitor.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
  const number = /BC-\w{4}-\w{4}/.exec(await visitor.getByRole('main').innerText())?.[0]
  const paid = { value: 69.5, currency: 'USD', transaction_id: number }
  await expect
    .poll(() => told(visitor))
    .toEqual([
      { 'gtm.start': expect.any(Number), event: 'gtm.js' },
      ['js', expect.any(Date)],
      ['config', 'AW-123456789', { send_page_view: false }],
      ...(isLong ? throughTheQuiz : []),
      { event: 'page_view', page_path: '/cart' },
      { event: 'begin_checkout', value: 69.5, currency: 'USD', items: 1 },
      { event: 'purchase', ...paid },
      { event: 'conversion', ...paid },
      ['event', 'conversion', { send_to: 'AW-123456789/AbC-D_efGh12', ...paid }],
      { event: 'page_view', page_path: '/checkout/success' },
    ])
  await visitor.reload()
  await expect(visitor.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
  await expect
    .poll(async () => (await told(visitor)).at(-1))
    .toEqual({ event: 'page_view', page_path: '/checkout/success' })
  expect(JSON.stringify(await told(visitor))).not.toMatch(/purchase|conversion/)
})

test('a sign-up and an error toast are reported', { tag: '@soak' }, async ({ visitor, outside }) => {
  await visitor.goto('/terms')
  await expect.poll(() => outside.asked.length).toBe(2)
  await visitor.route('**/api/newsletter/subscribe', (route) => route.fulfill({ status: 500, body: '{}' }))
  await visitor.getByLabel('Newsletter').fill('ada@example.com')
  await visitor.getByRole('button', { name: 'Subscribe' }).click()
  await expect(visitor.getByText('Subscription failed', { exact: true })).toBeVisible()
  await visitor.unroute('**/api/newsletter/subscribe')
  const asked = visitor.waitForRequest('**/api/newsletter/subscribe')
  await visitor.getByRole('button', { name: 'Subscribe' }).click()
  // The compact block asks for no name, and none is sent.
  expect((await asked).postDataJSON()).toEqual({ email: 'ada@example.com', source: 'footer' })
  await expect(visitor.getByText('Welcome aboard!')).toBeVisible()
  await expect
    .poll(async () => (await told(visitor)).slice(-2))
    .toEqual([
      {
        event: 'exception',
        title: 'Subscription failed',
        description: 'Please try again later',
        fatal: false,
      },
      { event: 'newsletter_signup', source: 'footer' },
    ])
})

test('under Global Privacy Control nothing is loaded and nothing reported', { tag: '@soak' }, async ({
  visitor,
  outside,
}) => {
  await visitor.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }))
  await fillCart(visitor, self)
  await visitor.goto('/terms', { waitUntil: 'networkidle' })
  await expect(
    visitor.getByText('Your browser has Global Privacy Control on, and we honor it.'),
  ).toBeVisible()
  expect(outside.asked).toEqual([])
  expect(await told(visitor)).toEqual([])
})

test('Do Not Sell stops all tracking at once and on every later page', async ({ visitor, outside }) => {
  await visitor.goto('/terms')
  await expect.poll(() => outside.asked.length).toBe(2)
  await visitor.getByRole('button', { name: choice }).click()
  await expect(visitor.getByText('You’re opted out. We don’t sell or share your information.')).toBeVisible()
  await expect(visitor.getByRole('button', { name: choice, pressed: true })).toBeVisible()
  await expect.poll(() => told(visitor)).toEqual([])
  await fillCart(visitor, self)
  await visitor.goto('/')
  await visitor.getByRole('radio', { name: 'Myself' }).check()
  await visitor.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(visitor.getByRole('group', { name: /wear/ })).toBeVisible()
  expect(outside.asked).toHaveLength(2)
  expect(await told(visitor)).toEqual([])
})
