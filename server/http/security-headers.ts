import type { MiddlewareHandler } from 'hono'

/** Of an answer that is no page: opened by itself it loads nothing, and nobody puts it into a frame. */
const nothing = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
/**
 * What asks a visitor for something, or can watch one. Not every feature that there is: with these words the home page and
 * its headers fit the ten packets that a server sends before it is answered, a round trip of 150 ms on a slow phone.
 */
const unused = 'camera display-capture geolocation microphone usb'

/**
 * What makes browsers ask by https alone from the first answer on (RFC 6797; OWASP ASVS 5, 3.4.1: a year, with
 * subdomains). Nothing where the shop is not open by https: a browser would ignore it.
 */
export function transportHeaders(publicUrl: string): Record<string, string> {
  if (!/^https:/i.test(publicUrl)) return {}
  return { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
}

/** Headers that every answer carries. Pages bring a Content-Security-Policy of their own (server/http/page-policy.ts). */
export function securityHeaders(publicUrl: string): MiddlewareHandler {
  const transport = Object.entries(transportHeaders(publicUrl))
  return async (context, next) => {
    await next()
    const { headers } = context.res
    for (const [name, value] of transport) headers.set(name, value)
    headers.set('x-content-type-options', 'nosniff')
    if (!headers.has('referrer-policy')) headers.set('referrer-policy', 'strict-origin-when-cross-origin')
    headers.set('x-frame-options', 'DENY')
    // A wallet of the payment provider may open a window of its own.
    headers.set('cross-origin-opener-policy', 'same-origin-allow-popups')
    headers.set('cross-origin-resource-policy', 'same-origin')
    headers.set(
      'permissions-policy',
      `${unused.replaceAll(' ', '=(), ')}=(), payment=(self "https://js.stripe.com" "https://*.js.stripe.com")`,
    )
    const isPage = headers.get('content-type')?.startsWith('text/html')
    if (!isPage && !headers.has('content-security-policy')) headers.set('content-security-policy', nothing)
    if (context.req.path.startsWith('/api/')) headers.set('cache-control', 'no-store')
  }
}
