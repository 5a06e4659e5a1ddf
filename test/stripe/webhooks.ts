import { createHmac } from 'node:crypto'
import type { StripeEvent } from './event.ts'

/** Receives one event as the shop's endpoint would; throwing stands for a reply that isn't 2xx. */
type Receiver = (rawBody: string, signature: string) => Promise<unknown>

export type Webhooks = {
  secret: string
  /** where events go from now on: a URL, or a function if there is no port */
  sendTo(target: string | Receiver): void
  /** holds events until the test delivers them */
  hold(): void
  /** back to automatic delivery; held events are delivered, oldest first */
  release(): Promise<void>
  /** events waiting to be delivered or redelivered, oldest first */
  pending(): StripeEvent[]
  /** delivers waiting events (all, or those that match), oldest first */
  deliver(matches?: (event: StripeEvent) => boolean): Promise<void>
  /** they never arrive, and Stripe knows it (`delivery_success: false`) */
  lose(matches?: (event: StripeEvent) => boolean): void
  /** delivers every waiting event twice, shuffled by this source of numbers in [0, 1) */
  deliverTwiceShuffled(random: () => number): Promise<void>
  /** resolves when all background deliveries have ended */
  settled(): Promise<void>
  /** queues a new event */
  push(event: StripeEvent): void
}

/**
 * Stripe's signature, dated by the real clock: verification has a time tolerance that no simulated clock affects.
 * @param at in milliseconds since 1970
 */
export function signWebhook(rawBody: string, secret: string, at = Date.now()): string {
  const t = Math.floor(at / 1000)
  const v1 = createHmac('sha256', secret).update(`${t}.${rawBody}`).digest('hex')
  return `t=${t},v1=${v1}`
}

export function newWebhooks(secret: string): Webhooks {
  let receiver: Receiver | null = null
  let isHeld = false
  let queue: StripeEvent[] = []
  let running = Promise.resolve()

  async function send(event: StripeEvent): Promise<void> {
    if (!receiver) return
    const rawBody = JSON.stringify({ ...event, pending_webhooks: 1 }, null, 2)
    try {
      await receiver(rawBody, signWebhook(rawBody, secret))
      event.pending_webhooks = 0
    } catch {
      // Not accepted: it waits for the next attempt, like Stripe's own retries.
      if (!queue.includes(event)) queue.push(event)
    }
  }

  async function deliverAll(events: StripeEvent[]): Promise<void> {
    queue = queue.filter((event) => !events.includes(event))
    for (const event of events) await send(event)
  }

  const waiting = (matches: (event: StripeEvent) => boolean = () => true) => queue.filter(matches)

  return {
    secret,
    sendTo(target) {
      receiver = typeof target === 'string' ? poster(target) : target
    },
    hold() {
      isHeld = true
    },
    async release() {
      isHeld = false
      await deliverAll(waiting())
    },
    pending: () => [...queue],
    deliver: (matches) => deliverAll(waiting(matches)),
    lose(matches) {
      const lost = waiting(matches)
      queue = queue.filter((event) => !lost.includes(event))
    },
    async deliverTwiceShuffled(random) {
      const events = waiting().flatMap((event) => [event, event])
      const order = events.map((event) => ({ event, place: random() })).sort((a, b) => a.place - b.place)
      await deliverAll(order.map(({ event }) => event))
    },
    async settled() {
      let seen: Promise<void>
      do {
        seen = running
        await seen
      } while (seen !== running)
    },
    push(event) {
      if (!receiver) return
      event.pending_webhooks = 1
      if (isHeld) queue.push(event)
      else running = running.then(() => send(event))
    },
  }
}

function poster(address: string): Receiver {
  return async (rawBody, signature) => {
    const answer = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
      body: rawBody,
    })
    if (!answer.ok) throw new Error(`The endpoint answered ${answer.status}.`)
  }
}
