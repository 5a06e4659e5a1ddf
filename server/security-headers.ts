import type { MiddlewareHandler } from 'hono'

/** Headers that every answer carries. Pages add their Content-Security-Policy themselves (server/page-policy.ts). */
export function securityHeaders(): MiddlewareHandler {
  return async (context, next) => {
    await next()
    const { headers } = context.res
    headers.set('x-content-type-options', 'nosniff')
    if (!headers.has('referrer-policy')) headers.set('referrer-policy', 'strict-origin-when-cross-origin')
    headers.set('x-frame-options', 'DENY')
    // A wallet of the payment provider may open a window of its own.
    headers.set('cross-origin-opener-policy', 'same-origin-allow-popups')
    headers.set(
      'permissions-policy',
      'camera=(), microphone=(), geolocation=(), payment=(self "https://js.stripe.com")',
    )
    if (context.req.path.startsWith('/api/')) headers.set('cache-control', 'no-store')
  }
}
