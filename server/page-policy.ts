import { createHash } from 'node:crypto'

/** What pages may fetch from elsewhere. */
export type Outside = {
  /** the payment provider's script and frames (payments.md §7) */
  stripe: boolean
  /** the address autocomplete of the quiz */
  googleMaps: boolean
}

/**
 * The Content-Security-Policy of a rendered page: its inline scripts are allowed by their hashes, because one cached
 * page serves all visitors and a nonce would be the same for all (design.md §4).
 */
export function pagePolicy(html: string, { stripe, googleMaps }: Outside): string {
  const hashes = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, script]) => `'sha256-${createHash('sha256').update(script!).digest('base64')}'`,
  )
  const stripeScripts = stripe ? ['https://js.stripe.com', 'https://*.js.stripe.com'] : []
  const maps = googleMaps ? ['https://maps.googleapis.com'] : []
  const list = (...sources: string[]) => sources.join(' ')
  return [
    "default-src 'self'",
    list('script-src', "'self'", ...new Set(hashes), ...stripeScripts, ...maps),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    list('connect-src', "'self'", ...(stripe ? ['https://api.stripe.com'] : []), ...maps),
    list('frame-src', ...(stripe ? [...stripeScripts, 'https://hooks.stripe.com'] : ["'none'"])),
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
