import type { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { ShopError } from '../../domain/errors.ts'
import { storeEvents } from '../events/store-events.ts'
import type { Shop } from '../shop/shop.ts'
import { applyNews } from '../tracking/track-parcels.ts'

/** Bytes: an event with twenty items is far smaller. */
const largestEvent = 1024 * 1024

const limit = bodyLimit({
  maxSize: largestEvent,
  onError: () => {
    throw new ShopError('body_too_large', 'This event is too large.')
  },
})

/**
 * POST /webhooks/easypost: verified on the raw body, then applied. POST /webhooks/stripe: verified on the raw body, stored once, answered at once; the worker does the rest
 * (stripe.md §6). No cookie, no session.
 */
export function mountWebhooks(app: Hono, shop: Shop) {
  app.post('/webhooks/easypost', limit, async (context) => {
    if (!shop.carrier) throw new ShopError('not_found', 'This shop has no carrier’s key.')
    const news = shop.carrier.readEvent(
      await context.req.text(),
      context.req.header('x-hmac-signature') ?? '',
    )
    // Told again until it is applied: what the carrier says changes something once.
    if (news) await applyNews(shop, news)
    return context.json({ received: true })
  })
  app.post('/webhooks/stripe', limit, async (context) => {
    if (shop.payments.kind === 'demo') throw new ShopError('not_found', 'This shop has no payment keys.')
    const rawBody = await context.req.text()
    const event = await shop.payments.readEvent(rawBody, context.req.header('stripe-signature') ?? '')
    await storeEvents(shop, [event])
    return context.json({ received: true })
  })
}
