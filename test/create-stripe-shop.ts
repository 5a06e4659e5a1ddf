import { isNull } from 'drizzle-orm'
import Stripe from 'stripe'
import { memberships, outbox, paymentEvents } from '../db/schema.ts'
import type { CartItem } from '../domain/cart.ts'
import { stripePayments } from '../server/adapters/stripe/stripe-payments.ts'
import { reconcile } from '../server/checkout/reconcile.ts'
import { catchUpEvents } from '../server/events/store-events.ts'
import { createTestShop } from './create-test-shop.ts'
import { type StripeSimulator, startStripeSimulator } from './stripe/start-stripe-simulator.ts'

const start = '2026-11-21T15:00:00Z'
const minute = 60_000
const day = 24 * 60 * minute

type StripeShopOptions = {
  seed?: number
  env?: Record<string, string>
  connections?: number
}

/**
 * A test shop that takes payments through the official library over HTTP, from a simulated Stripe on the shop's clock.
 * Events go, signed, to the shop's webhook, unless the test holds them back.
 */
export async function createStripeShop(options: StripeShopOptions = {}) {
  let setClock = (_: Date) => {}
  const stripe: StripeSimulator = await startStripeSimulator({
    now: new Date(start),
    ...(options.seed === undefined ? {} : { seed: options.seed }),
    onTime: (now) => setClock(now),
  })
  const test = await createTestShop({
    now: start,
    ...(options.connections === undefined ? {} : { connections: options.connections }),
    env: {
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_PUBLISHABLE_KEY_TEST: 'pk_test_simulated',
      STRIPE_WEBHOOK_SECRET: stripe.webhooks.secret,
      STRIPE_API_BASE: stripe.address,
      ...options.env,
    },
    payments: ({ stripe: config, timeZone }, now) => stripePayments(config!, { now, timeZone }),
  })
  setClock = (now) => test.clock.set(now.toISOString())
  stripe.webhooks.sendTo(async (rawBody, signature) => {
    const answer = await test.post('/webhooks/stripe', rawBody, { 'stripe-signature': signature })
    if (answer.status !== 200) throw new Error(`the webhook answered ${answer.status}`)
  })

  /** Moves time forward and lets the worker do everything it does. */
  async function pass(milliseconds: number) {
    await stripe.advanceTo(new Date(test.clock.now().getTime() + milliseconds))
    await catchUpEvents(test.shop)
    await reconcile(test.shop)
    await test.work()
  }

  return {
    ...test,
    stripe,
    /** the owner's actions on the provider's dashboard, through the official library */
    provider: new Stripe(stripe.secretKey, stripe.connection),
    /** Proceed to Payment */
    start: (cart: CartItem[], promotionCode?: string) =>
      test.post('/api/create-payment-intent', {
        cartItems: cart,
        ...(promotionCode ? { promotionCode } : {}),
      }),
    /** what Stripe.js does in the browser, and the events that follow */
    async confirm(clientSecret: string, number = '4242424242424242') {
      const email = 'maya@example.com'
      const confirmed = stripe.confirm(clientSecret, { number, email, authentication: 'completed' })
      await stripe.webhooks.settled()
      return confirmed
    },
    pass,
    /** Passes this many days; the worker runs at the end of each day on which Stripe does something on its own. */
    async passDays(days: number) {
      const end = test.clock.now().getTime() + days * day
      for (let now = test.clock.now().getTime(); now < end; now = test.clock.now().getTime()) {
        const due = stripe.nextDueAt() ?? end
        const idle = Math.max(0, Math.ceil((due - now) / day) - 1)
        await pass(Math.min((idle + 1) * day, end - now))
      }
    },
    /**
     * Ends all subscriptions, in the shop and at Stripe, without events, so that later tests don't bill them again and
     * again. What waits goes too: their events, and emails that would be tried at every hour of every later test, for
     * bills that are gone.
     */
    async endAll() {
      stripe.world.subscriptions.clear()
      stripe.world.invoices.clear()
      await test.shop.db.update(memberships).set({ status: 'ended', renews: false, pastDueSince: null })
      const sentAt = test.clock.now()
      const { db } = test.shop
      await db.update(outbox).set({ sentAt, droppedBecause: 'The test ended.' }).where(isNull(outbox.sentAt))
      await db.update(paymentEvents).set({ handledAt: sentAt }).where(isNull(paymentEvents.handledAt))
    },
    /** long enough for every retry to happen */
    passAWhile: () => pass(6 * minute),
    async close() {
      await test.close()
      await stripe.close()
    },
  }
}

export type StripeShop = Awaited<ReturnType<typeof createStripeShop>>
