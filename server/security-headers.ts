import type { MiddlewareHandler } from 'hono'

/** Headers that every answer carries. Pages add their Content-Security-Policy themselves (server/page-policy.ts). */
export function securityHeaders(): MiddlewareHandler {
  return async (context, next) => {
    await next()
    const { headers } = context.res
    headers.set('x-content-type-options', 'nosniff')
    headers.set('referrer-policy', 'strict-origin-when-cross-origin')
    headers.set('x-frame-options', 'DENY')
    headers.set('cross-origin-opener-policy', 'same-origin')
    headers.set('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=(self)')
    if (context.req.path.startsWith('/api/')) headers.set('cache-control', 'no-store')
  }
}
