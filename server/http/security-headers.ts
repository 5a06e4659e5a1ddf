import type { MiddlewareHandler } from 'hono'
import { addressOf } from '../shop/address.ts'

/** For responses that aren't pages: opened directly they load nothing, and they can't be framed. */
const nothing = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
/**
 * Features that prompt visitors or could watch them. It isn't every existing feature: with this list, the home page and
 * its headers fit in the ten packets a server sends before the first acknowledgment. The next round trip would take 150
 * ms on a slow phone.
 */
const unused = 'camera display-capture geolocation microphone usb'

/**
 * Makes browsers use only https after the first response (RFC 6797; OWASP ASVS 5, 3.4.1: a year, with subdomains). Empty
 * if the shop doesn't use https: browsers would ignore it.
 */
export function transportHeaders(publicUrl: string): Record<string, string> {
  if (!/^https:/i.test(publicUrl)) return {}
  return { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
}

/** Headers on every response. Pages bring their own Content-Security-Policy (server/http/page-policy.ts). */
export function securityHeaders(publicUrl: string): MiddlewareHandler {
  const transport = Object.entries(transportHeaders(publicUrl))
  return async (context, next) => {
    await next()
    const { headers } = context.res
    for (const [name, value] of transport) headers.set(name, value)
    headers.set('x-content-type-options', 'nosniff')
    if (!headers.has('referrer-policy')) headers.set('referrer-policy', 'strict-origin-when-cross-origin')
    headers.set('x-frame-options', 'DENY')
    // A wallet of the payment provider may open its own window.
    headers.set('cross-origin-opener-policy', 'same-origin-allow-popups')
    headers.set('cross-origin-resource-policy', 'same-origin')
    headers.set(
      'permissions-policy',
      `${unused.replaceAll(' ', '=(), ')}=(), payment=(self "https://js.stripe.com" "https://*.js.stripe.com")`,
    )
    const isPage = headers.get('content-type')?.startsWith('text/html')
    if (!isPage && !headers.has('content-security-policy')) headers.set('content-security-policy', nothing)
    if (addressOf(context).path.startsWith('/api/')) headers.set('cache-control', 'no-store')
  }
}
