import type { Page } from '@playwright/test'
import { openQuizAtAddress } from './quiz-steps.ts'
import { expect } from './shop-test.ts'
import { serveStripe } from './stripe-network.ts'
import { addressFrame, test } from './stripe-test.ts'

const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true })
// By keyboard: a frame that has just grown moves the button under a mouse that aims at it. Keys do not wait for a button.
async function press(page: Page, name: string) {
  const button = page.getByRole('button', { name })
  await expect(button).toBeEnabled()
  await button.press('Enter')
}

test('the address is entered in Stripe’s element, by hand, and in the element again', async ({
  visitor,
  network,
}) => {
  // Until an address or a card is wanted, nothing is asked of Stripe.
  await visitor.goto('/', { waitUntil: 'networkidle' })
  expect(network.asked).toEqual([])
  await openQuizAtAddress(visitor, 'myself')
  await visitor.getByLabel('Email', { exact: true }).fill('maya@example.com')
  const element = addressFrame(visitor)
  await element.getByLabel('Full name').fill('Maya Ellison')
  await element.getByLabel('Address line 1').fill('418 Alder Street')
  await element.getByLabel('City').fill('Portland')
  await element.getByLabel('State', { exact: true }).selectOption('OR')
  await expect(next(visitor)).toBeDisabled()
  await element.getByLabel('ZIP code').fill('97205')
  await expect(next(visitor)).toBeEnabled()

  await press(visitor, 'Enter the address manually')
  await expect(visitor.getByLabel('Full name', { exact: true })).toHaveValue('Maya Ellison')
  await expect(visitor.getByLabel('State', { exact: true })).toHaveValue('OR')
  await visitor.getByLabel('Address line 2', { exact: true }).fill('Apt 7')
  await visitor.getByLabel('State', { exact: true }).fill('california')
  await visitor.getByLabel('ZIP code', { exact: true }).fill('90026')
  await press(visitor, 'Use address autocomplete instead')
  await expect(element.getByLabel('Address line 2')).toHaveValue('Apt 7')
  await expect(element.getByLabel('State', { exact: true })).toHaveValue('CA')

  await press(visitor, 'Next')
  await visitor.getByRole('radio', { name: 'Monthly' }).check()
  await visitor.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(visitor).toHaveURL(/\/cart$/)
  const address = await visitor.evaluate(
    () => JSON.parse(sessionStorage.getItem('cartItem') ?? '{}').shippingDetails,
  )
  expect(address).toEqual({
    fullName: 'Maya Ellison',
    email: 'maya@example.com',
    address: '418 Alder Street',
    address2: 'Apt 7',
    city: 'Portland',
    state: 'CA',
    zipCode: '90026',
  })
})

test('an address element that fails to load is logged to the console only, and the address is typed by hand', async ({
  launched,
  shop,
  simulator,
}) => {
  const context = await launched.newContext({ baseURL: shop.address })
  const page = await context.newPage()
  const told: string[] = []
  page.on('console', (message) => message.type() === 'error' && told.push(message.text()))
  const network = await serveStripe(page, simulator.address)
  network.isBlocked = true
  await openQuizAtAddress(page, 'myself')
  await expect(page.getByLabel('Address', { exact: true })).toBeVisible()
  await expect.poll(() => told.join()).toContain('The address element could not be loaded')
  await expect(page.getByRole('alert')).toHaveCount(0)
  network.isBlocked = false
  await press(page, 'Use address autocomplete instead')
  await expect(addressFrame(page).getByLabel('Full name')).toBeVisible()
  await context.close()
})
