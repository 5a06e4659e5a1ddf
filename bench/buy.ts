import { randomBytes } from 'node:crypto'
import pino from 'pino'
import { handleEvents } from '../server/events/handle-events.ts'
import { drainOutbox } from '../server/mailing/drain-outbox.ts'
import { selfItem } from '../test/carts.ts'
import { guestOrder } from '../test/guest-order.ts'
import { removeData, startShopProcess } from '../test/shop-process.ts'
import type { Post } from './bare-client.ts'
import { recordStatements } from './record-sql.ts'
import { shopInThisProcess } from './shop-in-this-process.ts'

/**
 * The statements of one purchase, and of its event and email afterward, as a shop in this process sends them. Another
 * process fills the database first, and a first purchase takes what a process reads once, such as its secret.
 */
export async function recordPurchase(url: string) {
  const filling = await startShopProcess({ env: { DATABASE_URL: url, LOG_LEVEL: 'silent' } })
  await filling.stop()
  removeData(filling.dataDir)
  const local = await shopInThisProcess(url, pino({ level: 'silent' }))
  const send = (path: string, body: unknown) =>
    local.app.request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const buyHere = async () => void (await buy(async (path, body) => (await send(path, body)).json()))
  const goOn = async () => {
    await handleEvents(local.shop)
    await drainOutbox(local.shop)
  }
  await buyHere()
  await goOn()
  const statements = [await recordStatements(buyHere), await recordStatements(goOn)] as const
  await local.close()
  return statements
}

/** Buys as a person of their own: orders of one person wait for each other, and few people order twice at once. */
export async function buy(post: Post) {
  const email = `maya-${randomBytes(6).toString('hex')}@example.com`
  const item = selfItem('6-months')
  const cart = [{ ...item, shippingDetails: { ...item.shippingDetails!, email } }]
  const { clientSecret } = await post('/api/create-payment-intent', { cartItems: cart })
  const card = { cardNumber: '4242424242424242', expiration: '12/30', securityCode: '123', email }
  const { paymentIntentId } = await post('/api/demo-payments/confirm', { clientSecret, ...card })
  const { orderNumber } = await post('/api/orders/guest', guestOrder(cart, paymentIntentId!, email))
  if (!orderNumber) throw new Error('a purchase gave no order')
}
