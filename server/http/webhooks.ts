import type { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { ShopError } from '../../domain/errors.ts'
import { storeEvents } from '../events/store-events.ts'
import type { Shop } from '../shop/shop.ts'

/** Bytes: an event with twenty items is far smaller. */
const largestEvent = 1024 * 1024

/**
 * POST /webhooks/stripe: verified on the raw body, stored once, answered at once; the worker does the rest
 * (stripe.md §6). No cookie, no session.
 */
export function mountWebhooks(app: Hono, shop: Shop) {
  app.post(
    '/webhooks/stripe',
    bodyLimit({
      maxSize: largestEvent,
      onError: () => {
        throw new ShopError('body_too_large', 'This event is too large.')
      },
    }),
    async (context) => {
      if (shop.payments.kind === 'demo') throw new ShopError('not_found', 'This shop has no payment keys.')
      const rawBody = await context.req.text()
      const event = await shop.payments.readEvent(rawBody, context.req.header('stripe-signature') ?? '')
      await storeEvents(shop, [event])
      return context.json({ received: true })
    },
  )
}
