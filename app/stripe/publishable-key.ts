import type { StripeView } from '../context.ts'

/**
 * The key with which this browser speaks to the provider: live on the production host or a preview host, test
 * elsewhere (spec §7). Null when that key is missing, or moves another money than the server does: a card form would
 * then take a card and fail.
 */
export function choosePublishableKey(stripe: StripeView, hostname: string): string | null {
  const host = hostname.toLowerCase()
  const isLiveHost =
    host === stripe.productionHost ||
    (stripe.previewHostSuffix !== null && host.endsWith(stripe.previewHostSuffix))
  if (stripe.mode !== (isLiveHost ? 'live' : 'test')) return null
  return isLiveHost ? stripe.publishableKeyLive : stripe.publishableKeyTest
}
