import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { ShopProcess } from '../../test/shop-process.ts'
import { openDesk } from './admin-test.ts'
import { lookAtScreen } from './look-at-screen.ts'
import { expect, test } from './shop-test.ts'

// Each screen is measured at several sizes and in both themes.
test.describe.configure({ timeout: 120_000 })

const gift = {
  id: 'cart-1790000000001',
  planId: '6-months',
  planName: '6 Months',
  price: '$59.50',
  period: 'per month',
  recipientType: 'gift',
  gender: 'male',
  size: '36',
  styles: ['dress'],
  colors: ['Surprise Me'],
  shippingDetails: {
    fullName: 'Thomas Ellison',
    email: 'maya@example.com',
    address: '418 Alder Street',
    city: 'Portland',
    state: 'OR',
    zipCode: '97209',
  },
  giftDetails: {
    senderName: 'Maya Ellison',
    senderEmail: 'maya@example.com',
    recipientEmail: 'thomas@example.com',
    emailDate: '2099-12-01T00:00:00.000Z',
  },
}

/** Buys a cart without a browser. */
async function buy(shop: ShopProcess, item: object): Promise<string> {
  const post = async (address: string, body: unknown) => {
    const response = await fetch(new URL(address, shop.address), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return (await response.json()) as Record<string, string>
  }
  const cartItems = [item]
  const { clientSecret } = await post('/api/create-payment-intent', { cartItems })
  const card = { cardNumber: '4242424242424242', expiration: '12/30', securityCode: '123' }
  const email = 'maya@example.com'
  const { paymentIntentId } = await post('/api/demo-payments/confirm', { clientSecret, email, ...card })
  const { shippingDetails: to } = gift
  const shippingInfo = {
    recipientName: to.fullName,
    email,
    addressLine1: to.address,
    addressLine2: null,
    city: to.city,
    state: to.state,
    zipCode: to.zipCode,
    country: 'US',
  }
  const order = { cartItems, purchaserEmail: email, stripePaymentIntentId: paymentIntentId, shippingInfo }
  return (await post('/api/orders/guest', order)).orderNumber ?? ''
}

function mails(shop: ShopProcess, kind: string): { to: string; subject: string; text?: string }[] {
  return globSync(`mail/*_${kind}_*.json`, { cwd: shop.dataDir }).map((file) =>
    JSON.parse(readFileSync(path.join(shop.dataDir, file), 'utf8')),
  )
}

test('the owner finds a gift, ships it with tracking, and gives one box back', async ({ visitor, shop }) => {
  const number = await buy(shop, gift)
  await buy(shop, {
    ...gift,
    ...{ id: 'cart-1790000000002', planId: 'monthly', planName: 'Monthly', price: '$69.50' },
    ...{ recipientType: 'self', giftDetails: undefined },
  })
  await visitor.emulateMedia({ reducedMotion: 'reduce' })
  await openDesk(visitor)
  await expect(visitor.getByText('2 orders, 1 gift, newest first')).toBeVisible()
  await lookAtScreen(visitor, 'orders')

  await visitor.setViewportSize({ width: 1440, height: 900 })
  await visitor.getByLabel('For whom').selectOption('Gifts')
  await visitor.getByLabel('Find an order').fill('ellison thom')
  await expect(visitor).toHaveURL(/search=ellison\+thom/)
  await expect(visitor.getByRole('link', { name: /^BC-/ })).toHaveText([number])
  await visitor.reload()
  await expect(visitor.getByRole('link', { name: /^BC-/ })).toHaveText([number])
  await expect(visitor.getByText('Guest Order')).toBeVisible()

  // Nothing is sent where nothing was entered (spec §5).
  const sent: string[] = []
  visitor.on('request', (request) => request.method() === 'PATCH' && sent.push(request.url()))
  await visitor.getByRole('button', { name: `Set tracking of ${number}` }).click()
  await visitor.getByRole('button', { name: 'Save' }).click()
  await expect(visitor.getByRole('dialog')).toHaveCount(0)
  expect(sent).toEqual([])

  await visitor.getByRole('button', { name: `Set tracking of ${number}` }).click()
  await lookAtScreen(visitor, 'tracking', { part: '.dialog' })
  await visitor.getByLabel('Tracking number').fill('1Z999AA10123456784')
  await visitor.keyboard.press('Enter')
  await expect(visitor.getByText('Tracking Updated', { exact: true })).toBeVisible()
  await visitor.setViewportSize({ width: 1440, height: 900 })
  await visitor.getByLabel(`Status of ${number}`).selectOption('shipped')
  await expect(visitor.getByText('Order status updated successfully', { exact: true })).toBeVisible()
  await expect.poll(() => mails(shop, 'order-shipped').map(({ to }) => to)).toEqual(['maya@example.com'])

  // Odd, so it is asked about; left as it is, nothing changes.
  await visitor.getByLabel(`Status of ${number}`).selectOption('pending')
  await visitor.getByRole('button', { name: 'Leave it as it is' }).click()
  await expect(visitor.getByLabel(`Status of ${number}`)).toHaveValue('shipped')
  expect(sent).toHaveLength(2)

  await visitor.getByRole('link', { name: number }).click()
  await expect(visitor.getByRole('heading', { level: 1, name: number })).toBeVisible()
  await expect(visitor.getByText('Status from pending to shipped')).toBeVisible()
  await lookAtScreen(visitor, 'one order')
  await visitor.setViewportSize({ width: 1440, height: 900 })
  await visitor
    .getByRole('checkbox', { name: /^Box of/ })
    .last()
    .check()
  await visitor.getByRole('button', { name: 'Refund one box' }).click()
  await visitor.getByRole('button', { name: 'Refund $59.50' }).click()
  await expect(visitor.getByText('Refund made', { exact: true })).toBeVisible()
  await expect(visitor.getByText('Refund of $59.50, succeeded').first()).toBeVisible()
  await expect.poll(() => mails(shop, 'refund-made').length).toBe(1)
  await visitor.getByLabel(/^New note/).fill('Called about the last box.')
  await visitor.getByRole('button', { name: 'Keep note' }).click()
  await expect(visitor.getByText('Called about the last box.')).toBeVisible()

  await visitor.goto('/admin?search=nobody+of+this+name')
  await expect(visitor.getByText('No order fits.')).toBeVisible()
  await visitor.getByRole('button', { name: 'Show all' }).first().click()
  await expect(visitor.getByRole('link', { name: /^BC-/ })).toHaveCount(2)
})
