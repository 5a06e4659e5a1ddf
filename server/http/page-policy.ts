import { createHash } from 'node:crypto'
import type { AnalyticsConfig } from '../shop/services-config.ts'
import type { Shop } from '../shop/shop.ts'

/** Where browsers send CSP reports (server/http/csp-reports.ts). */
export const reportPath = '/csp-reports'
/** The name of that endpoint in policies. */
const reportGroup = 'csp'

/** The policy headers of a page. */
export const policyHeaders = (html: string, outside: ExternalOrigins) => ({
  'content-security-policy': pagePolicy(html, outside),
  'reporting-endpoints': `${reportGroup}="${reportPath}"`,
})

/** What pages may load from other sites. */
export type ExternalOrigins = {
  /** the payment provider's scripts and frames (stripe.md §7) */
  stripe: boolean
  /** the quiz's address autocomplete */
  googleMaps: boolean
  /** the tag manager and ad conversions */
  analytics: AnalyticsConfig | null
}

/** What this shop's pages load from other sites. */
export function externalOriginsOf({ payments, config }: Shop): ExternalOrigins {
  const stripe = payments.kind === 'stripe'
  return { stripe, googleMaps: stripe && config.googleMapsKey !== null, analytics: config.analytics }
}

/**
 * The Content-Security-Policy of a rendered page. Inline scripts are allowed by hash: one cached page serves all
 * visitors, so a nonce would be the same for everyone. Style elements are allowed by hash too, unless third-party scripts
 * run on the page, which insert their own. Style attributes, and all styles in the admin, are allowed.
 */
export function pagePolicy(html: string, { stripe, googleMaps, analytics }: ExternalOrigins): string {
  const scripts = hashesOf(html.matchAll(/<script(?![^>]*(?:\ssrc=|json))[^>]*>([\s\S]*?)<\/script>/g))
  // The admin's lists and charts use libraries that insert styles.
  const isAdmin = html.includes('/assets/admin-layout-')
  const isAlone = !stripe && !googleMaps && !analytics && !isAdmin
  const styles = isAlone ? hashesOf(html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)) : ["'unsafe-inline'"]
  const stripeScripts = stripe ? ['https://js.stripe.com', 'https://*.js.stripe.com'] : []
  const maps = googleMaps ? ['https://maps.googleapis.com'] : []
  const told = analyticsSources(analytics)
  const list = (...sources: string[]) => sources.join(' ')
  const frames = [...(stripe ? [...stripeScripts, 'https://hooks.stripe.com'] : []), ...told.frame]
  return [
    "default-src 'self'",
    list('script-src', "'self'", ...scripts, ...stripeScripts, ...maps, ...told.script),
    list('style-src', "'self'", ...styles),
    "style-src-attr 'unsafe-inline'",
    list('img-src', "'self'", 'data:', ...told.picture),
    "font-src 'self'",
    list('connect-src', "'self'", ...(stripe ? ['https://api.stripe.com'] : []), ...maps, ...told.connect),
    list('frame-src', ...(frames.length > 0 ? frames : ["'none'"])),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    // report-uri is for browsers that don't support report-to yet.
    `report-to ${reportGroup}`,
    `report-uri ${reportPath}`,
  ].join('; ')
}

function hashesOf(found: Iterable<RegExpExecArray>): Set<string> {
  return new Set(
    [...found].flatMap(([, text]) =>
      text ? [`'sha256-${createHash('sha256').update(text).digest('base64')}'`] : [],
    ),
  )
}

// The sources Google lists for Tag Manager, Analytics and Ads under a content security policy.
function analyticsSources(analytics: AnalyticsConfig | null) {
  if (!analytics) return { script: [], picture: [], connect: [], frame: [] }
  const manager = 'https://www.googletagmanager.com'
  const visits = ['https://*.google-analytics.com', 'https://*.analytics.google.com']
  const ads = analytics.adsId
    ? ['https://www.googleadservices.com', 'https://googleads.g.doubleclick.net', 'https://www.google.com']
    : []
  return {
    script: [manager, ...ads],
    picture: [manager, ...visits, ...ads],
    connect: [
      manager,
      ...visits,
      ...ads,
      ...(analytics.adsId ? ['https://pagead2.googlesyndication.com'] : []),
    ],
    frame: [manager, ...(analytics.adsId ? ['https://td.doubleclick.net'] : [])],
  }
}
