import Stripe from 'stripe'
import type { StripeSimulator } from './start-stripe-simulator.ts'

/** The official SDK, speaking to the simulator; it does not retry by itself, so that tests see every answer. */
export function connect(simulator: StripeSimulator, key: string = simulator.secretKey): Stripe {
  return new Stripe(key, { ...simulator.connection, maxNetworkRetries: 0, timeout: 60_000, telemetry: false })
}
