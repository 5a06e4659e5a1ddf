import type { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { ShopError } from '../../domain/errors.ts'
import { type BounceEvent, readPostmark, readSes } from '../bounces/bounce-reports.ts'
import { recordBounce } from '../bounces/record-bounce.ts'
import { storeEvents } from '../events/store-events.ts'
import { mailOfReplyAddress } from '../inbox/reply-address.ts'
import type { Shop } from '../shop/shop.ts'
import { applyTrackingUpdate } from '../tracking/track-parcels.ts'

/** Bytes: an event with twenty items is far smaller. */
const largestEvent = 1024 * 1024

const limit = bodyLimit({
  maxSize: largestEvent,
  onError: () => {
    throw new ShopError('body_too_large', 'This event is too large.')
  },
})

/**
 * Provider webhooks, without cookies or sessions. /webhooks/easypost, /webhooks/ses and /webhooks/postmark: verified,
 * then applied; repeated events change nothing. /webhooks/stripe: verified on the raw body, stored once, answered right
 * away; the worker does the rest (stripe.md §6).
 */
export function mountWebhooks(app: Hono, shop: Shop) {
  app.post('/webhooks/easypost', limit, async (context) => {
    if (!shop.carrier) throw new ShopError('not_found', 'This shop has no carrier’s key.')
    const news = shop.carrier.readEvent(
      await context.req.text(),
      context.req.header('x-hmac-signature') ?? '',
    )
    // The carrier repeats an event until this succeeds; applying it twice changes nothing.
    if (news) await applyTrackingUpdate(shop, news)
    return context.json({ received: true })
  })
  app.post('/webhooks/ses', limit, async (context) => {
    const { sesTopicArn } = shop.config.bulkMail
    if (!sesTopicArn || !shop.sns) throw new ShopError('not_found', 'This shop names no topic of Amazon SES.')
    for (const bounce of await readSes(await context.req.text(), sesTopicArn, shop.sns))
      await recordNews(shop, bounce)
    return context.json({ received: true })
  })
  app.post('/webhooks/postmark', limit, async (context) => {
    const { postmarkAuth } = shop.config.bulkMail
    if (!postmarkAuth) throw new ShopError('not_found', 'This shop takes no word of Postmark.')
    const bounce = readPostmark(
      await context.req.text(),
      context.req.header('authorization') ?? '',
      postmarkAuth,
    )
    if (bounce) await recordNews(shop, bounce)
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

/** Finds the email by its return path if that's one of ours; otherwise recordBounce uses the recipient. */
async function recordNews(shop: Shop, { returnPath, ...news }: BounceEvent) {
  const mailId = returnPath ? await mailOfReplyAddress(shop, returnPath) : null
  await recordBounce(shop, { ...news, mailId })
}
