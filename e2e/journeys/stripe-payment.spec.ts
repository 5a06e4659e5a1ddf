import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { orderNumberPattern } from '../../domain/order.ts'
import { sized } from '../../test/random.ts'
import { answerQuiz, fillCart } from './quiz-steps.ts'
import { expect } from './shop-test.ts'
import { answerBank, cardFrame, pay, payWithCard, proceed, reachCardForm, test } from './stripe-test.ts'

// The last file in the alphabet, and a long one: the workers share it, so that none waits for the other.
test.describe.configure({ mode: 'parallel' })

const self = {
  recipient: 'Myself',
  gender: 'Men',
  styles: ['Dress', 'Casual'],
  size: '36',
  plan: 'Monthly',
} as const
const gift = {
  recipient: 'A gift',
  gender: 'Women',
  styles: ['Let Recipient Pick'],
  size: 'Let Recipient Choose',
  plan: '12 Months',
} as const

const good = '4242 4242 4242 4242'
const declined = '4000 0000 0000 0002'
const bankAsks = '4000 0025 0000 3155'

async function expectOrder(page: Page): Promise<string> {
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
  await expect(page.locator('.order-number')).toHaveText(orderNumberPattern)
  await expect(page).toHaveURL(/\/checkout\/success$/)
  expect(await cartOf(page)).toBeNull()
  return page.locator('.order-number').innerText()
}

/** The stub's own, in the page. */
declare const stubWallet: { card: object }

const cartOf = (page: Page) => page.evaluate(() => sessionStorage.getItem('cartItems'))

for (const [who, answers, device, cents] of [
  ['oneself', self, 'desktop', 6950],
  ...sized([], [['somebody else', gift, 'phone', 59400]] as const),
] as const) {
  const tag = `@${device}`
  test(`on a ${device}, a card pays a plan for ${who}: one order, one email`, { tag }, async ({
    visitor,
    network,
    shop,
    simulator,
  }) => {
    // Once through the quiz, the address by hand.
    if (device === 'phone') {
      await visitor.goto('/')
      await visitor.evaluate(() => sessionStorage.setItem('addressEntry', 'manual'))
      await answerQuiz(visitor, answers)
      await proceed(visitor)
    } else await reachCardForm(visitor, answers)
    await expect(visitor.getByLabel('Email', { exact: true })).toHaveValue('maya@example.com')
    const email = `${device}@example.com`
    await visitor.getByLabel('Email', { exact: true }).fill(email)
    expect(await visitor.content()).not.toContain('sk_test_')
    await payWithCard(visitor, good)
    const orderNumber = await expectOrder(visitor)
    await visitor.reload()
    expect(await expectOrder(visitor)).toBe(orderNumber)
    expect(network.asked.filter((url) => url.includes('/confirm'))).toHaveLength(1)
    await expect.poll(() => mailsAbout(shop.dataDir, orderNumber)).toBe(1)
    const paid = simulator.charges().filter(({ billing_details }) => billing_details.email === email)
    expect(paid.map(({ status, amount }) => [status, amount])).toEqual([['succeeded', cents]])
    // Otherwise Stripe emails a receipt besides the shop's confirmation.
    expect(paid.map(({ receipt_email }) => receipt_email)).toEqual([null])
  })
}

function mailsAbout(dataDir: string, orderNumber: string): number {
  return globSync('mail/*_order-confirmation_*.json', { cwd: dataDir }).filter((file) =>
    JSON.parse(readFileSync(path.join(dataDir, file), 'utf8')).subject.includes(orderNumber),
  ).length
}

test('a declined card says so, nothing typed is lost, and another card pays', async ({
  visitor,
  network,
}) => {
  await reachCardForm(visitor, self)
  await payWithCard(visitor, declined)
  await expect(visitor.getByText('Payment Failed').first()).toBeVisible()
  await expect(visitor.getByText('Your card was declined.').first()).toBeVisible()
  await expect(visitor.getByLabel('Email', { exact: true })).toHaveValue('maya@example.com')
  await expect(cardFrame(visitor).getByLabel('Card number')).toHaveValue(declined)
  await payWithCard(visitor, good)
  await expectOrder(visitor)
  expect(network.asked.filter((url) => url.includes('/confirm'))).toHaveLength(2)
})

test('an incomplete card isn’t sent; without consent or email Stripe isn’t called', { tag: '@soak' }, async ({
  visitor,
  network,
}) => {
  await reachCardForm(visitor, self)
  await visitor.getByLabel('Email', { exact: true }).fill('')
  await pay(visitor)
  await expect(visitor.getByText('Email Required').first()).toBeVisible()
  await visitor.getByLabel('Email', { exact: true }).fill('maya@example.com')
  await pay(visitor)
  await expect(visitor.getByText('Please confirm that you know how your plan renews.')).toBeVisible()
  await visitor.getByRole('checkbox', { name: /renew/ }).check()
  await pay(visitor)
  await expect(cardFrame(visitor).getByText('Your card number is incomplete.')).toBeVisible()
  expect(network.asked.filter((url) => url.includes('api.stripe.com'))).toEqual([])
})

test('a wallet pays with one tap: terms first, then closed, declined, and one order', async ({
  visitor,
  network,
  simulator,
}) => {
  network.wallet = { type: 'applePay', card: declined, email: 'wallet@example.com' }
  await reachCardForm(visitor, self)
  const wallet = visitor.frameLocator('iframe[title="Secure express checkout frame"]').getByRole('button')
  const sheet = visitor.frameLocator('iframe[title="Wallet sheet"]')
  const asked = () => network.asked.filter((url) => url.includes('/confirm')).length
  await expect(wallet).toHaveText('Subscribe with Apple Pay')

  // On a busy phone the next frame may come before the page is redrawn.
  await visitor.evaluate(() => {
    window.requestAnimationFrame = (draw) => Number(void queueMicrotask(() => draw(performance.now())))
  })
  await wallet.press('Enter')
  await expect(visitor.getByText('Please confirm that you know how your plan renews.')).toBeVisible()
  await expect(visitor.getByRole('checkbox', { name: /renew/ })).toBeFocused()
  await expect(visitor.locator('iframe[title="Wallet sheet"]')).toHaveCount(0)

  await visitor.getByRole('checkbox', { name: /renew/ }).check()
  await wallet.press('Enter')
  await expect(sheet.getByText('Monthly plan $69.50')).toBeVisible()
  await expect(sheet.getByText('Total $69.50')).toBeVisible()
  await expect(sheet.getByText(/^Monthly plan, every 1 month, from .+ \$69\.50$/)).toBeVisible()
  await sheet.getByRole('button', { name: 'Close' }).dispatchEvent('click')
  await expect(visitor.locator('iframe[title="Wallet sheet"]')).toHaveCount(0)
  expect(asked()).toBe(0)
  await expect(visitor.getByRole('button', { name: /^Pay \$/ })).toBeEnabled()

  await wallet.press('Enter')
  await sheet.getByRole('button', { name: /pay/ }).dispatchEvent('click')
  await expect(visitor.getByRole('alert').filter({ hasText: 'Your card was declined.' })).toBeVisible()
  expect(await cartOf(visitor)).not.toBeNull()

  // A buyer who left the email empty, while the wallet has one.
  await visitor.evaluate((card) => Object.assign(stubWallet.card, { number: card }), good)
  await visitor.getByLabel('Email', { exact: true }).fill('')
  await wallet.press('Enter')
  await sheet.getByRole('button', { name: /pay/ }).dispatchEvent('click')
  await expectOrder(visitor)
  expect(asked()).toBe(2)
  const paid = simulator
    .charges()
    .filter(({ billing_details }) => billing_details.email === 'wallet@example.com')
  expect(paid.map(({ status, amount }) => [status, amount])).toEqual([['succeeded', 6950]])
})

test('the bank’s authentication is declined, then accepted', async ({ visitor, network }) => {
  expect(network.isBlocked).toBe(false)
  await reachCardForm(visitor, self)
  await payWithCard(visitor, bankAsks)
  await answerBank(visitor, 'Fail')
  await expect(visitor.getByText('Payment Failed').first()).toBeVisible()
  expect(await cartOf(visitor)).not.toBeNull()
  await pay(visitor)
  await answerBank(visitor, 'Complete')
  await expectOrder(visitor)
})

test('a bank with its own page sends the buyer back to an order', async ({ visitor, network }) => {
  network.banksRedirect = true
  await reachCardForm(visitor, self)
  await payWithCard(visitor, bankAsks)
  await visitor.getByRole('link', { name: 'Approve' }).click()
  const orderNumber = await expectOrder(visitor)
  await visitor.reload()
  expect(await expectOrder(visitor)).toBe(orderNumber)
})

test('a bank with its own page that refuses leads back to the cart, which then pays', {
  tag: '@soak',
}, async ({ visitor, network }) => {
  network.banksRedirect = true
  await reachCardForm(visitor, self)
  await payWithCard(visitor, bankAsks)
  await visitor.getByRole('link', { name: 'Refuse' }).click()
  await expect(visitor).toHaveURL(/\/cart$/)
  await expect(visitor.getByText('Payment Failed').first()).toBeVisible()
  await expect(visitor.getByText(/unable to authenticate your payment method/).first()).toBeVisible()
  await proceed(visitor)
  await payWithCard(visitor, good)
  await expectOrder(visitor)
})

test('an order that fails after payment says so, and the next try finds it without paying again', {
  tag: '@soak',
}, async ({ visitor, network }) => {
  await reachCardForm(visitor, self)
  await visitor.route('**/api/orders/guest', (route) => route.abort())
  await payWithCard(visitor, good)
  await expect(
    visitor
      .getByText('Payment succeeded but there was an issue creating your order. Please contact support.')
      .first(),
  ).toBeVisible()
  await visitor.unroute('**/api/orders/guest')
  await visitor.getByRole('button', { name: 'Try again' }).click()
  await expectOrder(visitor)
  expect(network.asked.filter((url) => url.includes('/confirm'))).toHaveLength(1)
})

test('with Stripe’s script blocked, the page says what to do, keeps the cart, and offers a retry', {
  tag: '@soak',
}, async ({ visitor, network }) => {
  network.isBlocked = true
  await fillCart(visitor, self)
  await visitor.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(visitor.getByRole('alert').filter({ hasText: 'js.stripe.com' })).toBeVisible()
  expect(await cartOf(visitor)).not.toBeNull()
  network.isBlocked = false
  await visitor.getByRole('button', { name: 'Try again' }).click()
  await payWithCard(visitor, good)
  await expectOrder(visitor)
})

test('pages without a card or an address form never speak to Stripe', { tag: '@soak' }, async ({
  visitor,
  network,
}) => {
  for (const path of [
    '/',
    '/cart',
    '/contact',
    '/returns',
    '/privacy',
    '/terms',
    '/thank-you',
    '/checkout/success',
  ]) {
    await visitor.goto(path, { waitUntil: 'networkidle' })
  }
  expect(network.asked).toEqual([])
})
