import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { orderNumberPattern } from '../../domain/order.ts'
import type { ShopProcess } from '../../test/shop-process.ts'
import { watchOutside } from './analytics-test.ts'
import { type Answers, answerQuiz, cartItemFrom, fillCart, payWith, proceedToPayment } from './quiz-steps.ts'
import { expect, test } from './shop-test.ts'

const self = {
  recipient: 'Myself',
  gender: 'Men',
  styles: ['Dress', 'Casual'],
  size: '36',
  plan: 'Monthly',
} as const
const gift = {
  recipient: 'A gift',
  gender: 'Men',
  styles: ['Let Recipient Pick'],
  size: 'Let Recipient Choose',
  plan: '12 Months',
  message: 'Happy birthday, Dad.',
} as const

async function orderNumberOn(page: Page): Promise<string> {
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
  const text = await page.getByRole('main').innerText()
  const number = /BC-\w{4}-\w{4}/.exec(text)?.[0] ?? ''
  expect(number).toMatch(orderNumberPattern)
  return number
}

/** What the quiz left is what journeys that don't walk through it put into the cart. */
async function expectCartOf(page: Page, answers: Answers) {
  const [item, ...more] = await page.evaluate(() => JSON.parse(sessionStorage.getItem('cartItems') ?? '[]'))
  expect(item).toEqual({ ...cartItemFrom(answers, 0), id: expect.stringMatching(/^cart-\d+$/) })
  expect(more).toEqual([])
  expect(await page.evaluate(() => JSON.parse(sessionStorage.getItem('cartItem') ?? ''))).toEqual(item)
}

/** The confirmation email of an order, once it has arrived. */
async function mailOf(shop: ShopProcess, orderNumber: string) {
  const find = () =>
    globSync('mail/*_order-confirmation_*.json', { cwd: shop.dataDir })
      .map((file) => JSON.parse(readFileSync(path.join(shop.dataDir, file), 'utf8')))
      .filter((mail) => mail.subject.includes(orderNumber))
  await expect.poll(() => find().length).toBe(1)
  return find()[0]
}

test('on desktop, a monthly plan for oneself ends with an order number and one email', async ({
  visitor,
  shop,
}) => {
  const { asked } = await watchOutside(visitor, shop.address)
  await visitor.goto('/')
  await visitor
    .getByRole('main')
    .getByRole('link', { name: 'Start My Style Quiz' })
    .or(visitor.getByRole('main').getByRole('button', { name: 'Start My Style Quiz' }))
    .first()
    .click()
  await answerQuiz(visitor, self)
  await expectCartOf(visitor, self)
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Complete Your Order')
  await expect(visitor.getByText('Calculated at checkout')).toBeVisible()
  await proceedToPayment(visitor)
  await payWith(visitor, '4242 4242 4242 4242')
  await expect(visitor).toHaveURL(/\/checkout\/success$/)
  const orderNumber = await orderNumberOn(visitor)
  expect(
    await visitor.evaluate(() => [sessionStorage.getItem('cartItems'), sessionStorage.getItem('cartItem')]),
  ).toEqual([null, null])
  await visitor.reload()
  expect(await orderNumberOn(visitor)).toBe(orderNumber)
  const mail = await mailOf(shop, orderNumber)
  expect(mail.to).toBe('maya@example.com')
  expect(mail.text).toContain('$69.50')
  // Without analytics, nobody else learns of it.
  expect(asked).toEqual([])
  expect(await visitor.evaluate(() => 'dataLayer' in window)).toBe(false)
})

test('on a phone, a 12-month gift with a message, whose recipient picks the style', {
  tag: '@phone',
}, async ({ visitor, shop }) => {
  await visitor.goto('/')
  await visitor.getByRole('main').getByText('Gift a Friend').first().click()
  await expect(visitor.getByRole('radio', { name: 'A gift' })).toBeChecked()
  await answerQuiz(visitor, gift)
  await expectCartOf(visitor, gift)
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Complete Your Gift Order')
  await proceedToPayment(visitor)
  await expect(visitor.getByRole('checkbox', { name: /renews/ })).toHaveCount(0)
  await payWith(visitor, '4242 4242 4242 4242')
  const mail = await mailOf(shop, await orderNumberOn(visitor))
  expect(mail.text).toContain('Thomas Ellison')
  expect(mail.text).toContain('$594.00')
})

test('a cart with a belt to California and a gift elsewhere is taxed once and paid once', {
  tag: '@soak',
}, async ({ visitor, shop }) => {
  await fillCart(visitor, { ...self, plan: '6 Months', state: ' california ' }, { ...gift, state: 'NY' })
  await proceedToPayment(visitor)
  // 7.25 % of $357.00; the gift to New York is not taxed.
  await expect(visitor.getByText('$25.88')).toBeVisible()
  await expect(visitor.getByRole('button', { name: 'Pay $976.88' })).toBeVisible()
  await payWith(visitor, '4242 4242 4242 4242')
  const mail = await mailOf(shop, await orderNumberOn(visitor))
  expect(mail.text).toContain('$976.88')
})

test('a declined card says so and nothing typed is lost; another card then pays', { tag: '@soak' }, async ({
  visitor,
}) => {
  await fillCart(visitor, self)
  await proceedToPayment(visitor)
  await payWith(visitor, '4000 0000 0000 0002')
  await expect(visitor.getByText('Payment Failed').first()).toBeVisible()
  await expect(visitor.getByText('Your card was declined.').first()).toBeVisible()
  await expect(visitor.getByLabel('Email', { exact: true })).toHaveValue('maya@example.com')
  await payWith(visitor, '4242 4242 4242 4242')
  await orderNumberOn(visitor)
})

test('a card that needs authentication pays after confirming, not after declining', { tag: '@soak' }, async ({
  visitor,
}) => {
  await fillCart(visitor, self)
  await proceedToPayment(visitor)
  await payWith(visitor, '4000 0025 0000 3155')
  await visitor
    .getByRole('dialog')
    .getByRole('button', { name: /Decline/ })
    .click()
  await expect(visitor.getByText('Payment Failed').first()).toBeVisible()
  await visitor.getByRole('button', { name: /^Pay / }).click()
  await visitor
    .getByRole('dialog')
    .getByRole('button', { name: /Confirm/ })
    .click()
  await orderNumberOn(visitor)
})

test('the demo’s wallet opens once the terms are accepted, can be closed, and pays with one tap', {
  tag: '@soak',
}, async ({ visitor }) => {
  await fillCart(visitor, self)
  await proceedToPayment(visitor)
  const tap = () => visitor.getByRole('button', { name: 'Demo wallet' }).click()
  const sheet = visitor.getByRole('dialog', { name: 'Demo wallet' })
  await tap()
  await expect(visitor.getByRole('checkbox', { name: /renew/ })).toBeFocused()
  await expect(sheet).toHaveCount(0)
  await visitor.getByRole('checkbox', { name: /renew/ }).check()
  await tap()
  await expect(sheet.getByText(/^My Monthly plan renews at \$69\.50 every month/)).toBeVisible()
  await sheet.getByRole('button', { name: 'Cancel' }).click()
  await tap()
  await sheet.getByLabel('Card in this wallet').selectOption('4000000000000002')
  await sheet.getByRole('button', { name: 'Confirm' }).click()
  await expect(visitor.getByRole('alert').filter({ hasText: 'Your card was declined.' })).toBeVisible()
  await tap()
  await sheet.getByLabel('Card in this wallet').selectOption('4000002500003155')
  await sheet.getByRole('button', { name: 'Confirm' }).click()
  await visitor
    .getByRole('dialog', { name: 'Your bank asks' })
    .getByRole('button', { name: 'Confirm' })
    .click()
  await orderNumberOn(visitor)
})

test('paying without an email address asks for it and sends nothing', { tag: '@soak' }, async ({
  visitor,
}) => {
  await fillCart(visitor, self)
  await proceedToPayment(visitor)
  await visitor.getByLabel('Email', { exact: true }).fill('')
  await payWith(visitor, '4242 4242 4242 4242')
  await expect(visitor.getByText('Email Required').first()).toBeVisible()
  await expect(
    visitor.getByText('Please enter a valid email address to receive your order confirmation.').first(),
  ).toBeVisible()
  await expect(visitor).toHaveURL(/\/cart$/)
})

test('an order that fails after payment says so, and the next try finds it', { tag: '@soak' }, async ({
  visitor,
}) => {
  await fillCart(visitor, self)
  await proceedToPayment(visitor)
  await visitor.route('**/api/orders/guest', (route) => route.abort())
  await payWith(visitor, '4242 4242 4242 4242')
  await expect(
    visitor
      .getByText('Payment succeeded but there was an issue creating your order. Please contact support.')
      .first(),
  ).toBeVisible()
  await expect(visitor.getByText('Order Creation Failed').first()).toBeVisible()
  await expect(visitor.getByText('Failed to create order')).toBeVisible()
  await visitor.unroute('**/api/orders/guest')
  await visitor.getByRole('button', { name: 'Try again' }).click()
  await orderNumberOn(visitor)
})
