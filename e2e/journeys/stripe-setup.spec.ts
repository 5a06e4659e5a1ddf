import type { Page } from '@playwright/test'
import { makeFreeCode } from './make-code.ts'
import { fillCart } from './quiz-steps.ts'
import { expect } from './shop-test.ts'
import { payWithCard, proceed, test } from './stripe-test.ts'

const self = { recipient: 'Myself', gender: 'Men', styles: ['Dress'], size: '36', plan: 'Monthly' } as const
const good = '4242 4242 4242 4242'
const declined = '4000 0000 0000 0002'
const bankAsks = '4000 0025 0000 3155'

async function reachCardForm(page: Page, code: string) {
  await fillCart(page, self)
  await page.route('**/api/create-payment-intent', (route) =>
    route.continue({ postData: { ...route.request().postDataJSON(), promotionCode: code } }),
  )
  await proceed(page)
  await expect(page.getByRole('button', { name: 'Pay nothing today and save my card' })).toBeVisible()
}

test('with nothing due, the card is set up, a refused one says so, and the order comes', async ({
  visitor,
  network,
  shop,
  simulator,
}) => {
  await makeFreeCode(shop.dataDir, 'ALL-OFF')
  const paymentsBefore = simulator.payments().length
  await reachCardForm(visitor, 'ALL-OFF')
  await payWithCard(visitor, declined)
  await expect(visitor.getByText('Setup Failed').first()).toBeVisible()
  await expect(visitor.getByText('Your card was declined.').first()).toBeVisible()
  await payWithCard(visitor, good)
  await expect(visitor.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
  await expect(visitor.locator('.order-number')).toBeVisible()
  expect(network.asked.filter((url) => url.includes('setup_intents'))).toHaveLength(2)
  expect(simulator.payments()).toHaveLength(paymentsBefore)
  expect(await visitor.evaluate(() => sessionStorage.getItem('cartItems'))).toBeNull()
})

test('a card set up on the bank’s own page leads back to an order', { tag: '@soak' }, async ({
  visitor,
  network,
  shop,
}) => {
  network.banksRedirect = true
  await makeFreeCode(shop.dataDir, 'ALL-OFF-AGAIN')
  await reachCardForm(visitor, 'ALL-OFF-AGAIN')
  await payWithCard(visitor, bankAsks)
  await visitor.getByRole('link', { name: 'Approve' }).click()
  await expect(visitor.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
  await expect(visitor.locator('.order-number')).toBeVisible()
  await expect(visitor).toHaveURL(/\/checkout\/success$/)
})

test('a subscription that fails after the setup says so, and the next try creates it', {
  tag: '@soak',
}, async ({ visitor, network, shop }) => {
  await makeFreeCode(shop.dataDir, 'ALL-OFF-LATER')
  await reachCardForm(visitor, 'ALL-OFF-LATER')
  await visitor.route('**/api/create-subscription-order', (route) => route.abort())
  await payWithCard(visitor, good)
  await expect(visitor.getByText('Subscription Creation Failed').first()).toBeVisible()
  await expect(
    visitor
      .getByText('Setup succeeded but there was an issue creating your subscription. Please contact support.')
      .first(),
  ).toBeVisible()
  expect(await visitor.evaluate(() => sessionStorage.getItem('cartItems'))).not.toBeNull()
  await visitor.unroute('**/api/create-subscription-order')
  await visitor.getByRole('button', { name: 'Try again' }).click()
  await expect(visitor.locator('.order-number')).toBeVisible()
  expect(network.asked.filter((url) => url.includes('/confirm'))).toHaveLength(1)
})
