import type { Stripe } from '@stripe/stripe-js'
import { useEffect, useState } from 'react'
import type { StripeView } from '../shop/context.ts'

const loaded = new Map<string, Promise<Stripe>>()

/**
 * Loads Stripe.js once from js.stripe.com, with a publishable key, and only where a card or an address is entered:
 * `/pure` loads nothing until it is called.
 * @throws Error if it can't be loaded; the next call tries again
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

/**
 * The publishable key for this browser: live on the production host or a preview host, test elsewhere (spec §7). Null
 * if that key is missing or its mode isn't the server's: a card form would then accept a card and fail.
 */
export function choosePublishableKey(stripe: StripeView, hostname: string): string | null {
  const host = hostname.toLowerCase()
  const isLiveHost =
    host === stripe.productionHost ||
    (stripe.previewHostSuffix !== null && host.endsWith(stripe.previewHostSuffix))
  if (stripe.mode !== (isLiveHost ? 'live' : 'test')) return null
  return isLiveHost ? stripe.publishableKeyLive : stripe.publishableKeyTest
}

/** Shown if no card can be taken on this host: the owner learns why, the buyer what to do. */
export function noKeySentence(hostname: string, supportEmail: string): string {
  return `We can’t take cards on ${hostname} yet: the shop has no payment key for this address. You haven’t been charged, and your cart is safe. Write to ${supportEmail} and we’ll tell you when it works.`
}

type Loaded<T> =
  | { state: 'loading' }
  | { state: 'ready'; value: T }
  | { state: 'failed'; error: unknown; retry: () => void }

/** Loads something when it is first shown, with retry. `load` must not change between renders. */
export function useLoaded<T>(load: (key: string) => Promise<T>, key: string): Loaded<T> {
  const [attempt, setAttempt] = useState(0)
  const [loaded, setLoaded] = useState<Loaded<T>>({ state: 'loading' })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt loads again
  useEffect(() => {
    let isGone = false
    setLoaded({ state: 'loading' })
    load(key).then(
      (value) => !isGone && setLoaded({ state: 'ready', value }),
      (error: unknown) =>
        !isGone && setLoaded({ state: 'failed', error, retry: () => setAttempt((before) => before + 1) }),
    )
    return () => {
      isGone = true
    }
  }, [load, key, attempt])
  return loaded
}
