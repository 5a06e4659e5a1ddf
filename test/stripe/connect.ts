import Stripe from 'stripe'
import type { StripeSimulator } from './start-stripe-simulator.ts'

/** The official SDK connected to the simulator, without automatic retries, so that tests see every reply. */
export function connect(simulator: StripeSimulator, key: string = simulator.secretKey): Stripe {
  return new Stripe(key, { ...simulator.connection, maxNetworkRetries: 0, timeout: 60_000, telemetry: false })
}
