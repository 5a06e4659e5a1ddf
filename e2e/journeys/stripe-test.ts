import type { Page } from '@playwright/test'
import { type StripeSimulator, startStripeSimulator } from '../../test/stripe/start-stripe-simulator.ts'
import { type Answers, fillCart } from './quiz-steps.ts'
import { expect, openShop, test as shopTest } from './shop-test.ts'
import { type StripeNetwork, serveStripe } from './stripe-network.ts'

async function stripeShop() {
  const simulator = await startStripeSimulator()
  const { shop, close } = await openShop({
    env: {
      LOG_LEVEL: 'warn',
      STRIPE_SECRET_KEY: 'sk_test_journeys',
      STRIPE_PUBLISHABLE_KEY_TEST: 'pk_test_journeys',
      STRIPE_API_BASE: simulator.address,
      GOOGLE_MAPS_API_KEY: 'maps-journeys',
    },
  })
  return {
    shop,
    simulator,
    async close() {
      await close()
      await simulator.close()
    },
  }
}

/** A visitor at a shop with payment keys, whose Stripe is the simulator. */
export const test = shopTest.extend<{ network: StripeNetwork; simulator: StripeSimulator }>({
  shop: async ({ shops }, use) => use((await shops.open(stripeShop)).shop),
  simulator: async ({ shops }, use) => use((await shops.open(stripeShop)).simulator),
  network: async ({ visitor, simulator }, use) => use(await serveStripe(visitor, simulator.address)),
})

/** The provider's card fields. */
export const cardFrame = (page: Page) => page.frameLocator('iframe[title="Secure payment input frame"]')
/** The provider's address fields. */
export const addressFrame = (page: Page) => page.frameLocator('iframe[title="Secure address input frame"]')
/**
 * Answers the bank’s question, which covers the page. A click by coordinates may miss a frame that has just been laid
 * out.
 */
export async function answerBank(page: Page, answer: 'Complete' | 'Fail') {
  const bank = page.frameLocator('iframe[title="Bank authentication"]')
  await bank.getByRole('button', { name: answer }).dispatchEvent('click')
}

/** Goes to the provider's card form, with one item in the cart. */
export async function reachCardForm(page: Page, answers: Answers) {
  await fillCart(page, answers)
  await proceed(page)
}

/** Proceeds to payment and waits for the provider's fields. */
export async function proceed(page: Page) {
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(cardFrame(page).getByLabel('Card number')).toBeVisible()
}

/** Types a card into the provider’s fields, agrees to the renewal terms if asked, and pays. */
export async function payWithCard(page: Page, number: string) {
  const card = cardFrame(page)
  await card.getByLabel('Card number').fill(number)
  await card.getByLabel('Expiration date').fill('12 / 40')
  await card.getByLabel('Security code').fill('123')
  const consent = page.getByRole('checkbox', { name: /renew/ })
  if ((await consent.count()) > 0) await consent.check()
  await pay(page)
}

/**
 * Pays by keyboard: a frame that has just grown moves the button away from the mouse. Keys don't wait until a button is
 * enabled, so this does.
 */
export async function pay(page: Page) {
  const button = page.getByRole('button', { name: /^Pay / })
  await expect(button).toBeEnabled()
  await button.press('Enter')
}
