import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { ShopProcess } from '../../test/shop-process.ts'

/** A gift of six belts, as the quiz puts it in the cart. */
export const gift = {
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

/** Sends a call to the shop as its pages do. */
export async function post(shop: ShopProcess, address: string, body: unknown) {
  const response = await fetch(new URL(address, shop.address), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return (await response.json()) as Record<string, string>
}

/**
 * Buys a cart with one item, without a browser.
 * @returns the order's number
 */
export async function buy(shop: ShopProcess, item: object, email = 'maya@example.com'): Promise<string> {
  const cartItems = [item]
  const { clientSecret } = await post(shop, '/api/create-payment-intent', { cartItems })
  const card = { cardNumber: '4242424242424242', expiration: '12/30', securityCode: '123' }
  const { paymentIntentId } = await post(shop, '/api/demo-payments/confirm', { clientSecret, email, ...card })
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
  return (await post(shop, '/api/orders/guest', order)).orderNumber ?? ''
}

type Sent = { to: string; subject: string; text?: string }

/** The emails of one kind in the shop’s folder, to everyone or to one address. */
export function mails(shop: ShopProcess, kind: string, to?: string): Sent[] {
  return globSync(`mail/*_${kind}_*.json`, { cwd: shop.dataDir })
    .map((file): Sent => JSON.parse(readFileSync(path.join(shop.dataDir, file), 'utf8')))
    .filter((mail) => to === undefined || mail.to === to)
}
