import type { Stripe } from '@stripe/stripe-js'

const loaded = new Map<string, Promise<Stripe>>()

/**
 * Stripe.js with a publishable key, fetched from js.stripe.com once. Only where a card or an address is asked for:
 * `/pure` fetches nothing before it is called.
 * @throws Error when it cannot be fetched; the next call tries again
 */
export function loadStripe(publishableKey: string): Promise<Stripe> {
  const known = loaded.get(publishableKey)
  if (known) return known
  const stripe = fetchStripe(publishableKey)
  loaded.set(publishableKey, stripe)
  stripe.catch(() => loaded.delete(publishableKey))
  return stripe
}

async function fetchStripe(publishableKey: string): Promise<Stripe> {
  const { loadStripe: load } = await import('@stripe/stripe-js/pure')
  const stripe = await load(publishableKey)
  if (!stripe) throw new Error('Stripe.js is for browsers only')
  return stripe
}
