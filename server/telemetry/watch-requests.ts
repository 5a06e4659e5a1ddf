import { randomUUID } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import { within } from '../shop/request-scope.ts'
import type { Shop } from '../shop/shop.ts'
import type { Metrics } from './metrics.ts'

/** Milliseconds after which an answer is worth a warning. */
const slow = 2_000
/** Paths under which something else than a page or a file answers. */
const guarded = /^\/(api|webhooks|card|mail|newsletter|health|ready|metrics)\b/

/**
 * Gives every request an id, which its log lines and the answers of calls carry, and measures it by its route's pattern:
 * never by the path itself, which may hold the token of somebody's link. Stands first.
 */
export function watchRequests(shop: Shop, metrics: Metrics): MiddlewareHandler {
  return async (context, next) => {
    const began = performance.now()
    const isCall = context.req.path.startsWith('/api/')
    const { method } = context.req
    // Of what is no call nothing is logged, most often, and nothing said: its id is made when a line asks for it.
    const known = given(shop, context)
    const requestId = isCall ? (known ?? randomUUID()) : ''
    if (isCall) {
      await within({ requestId }, () => shop.trace(`${method} call`, { 'request.id': requestId }, next))
    } else await next()
    const { status } = context.res
    const route = routeOf(context)
    const took = performance.now() - began
    metrics.requests.observe({ method, route, status: `${Math.floor(status / 100)}xx` }, took / 1_000)
    if (isCall) context.res.headers.set('x-request-id', requestId)
    // Most requests are for a page or a file that is ready, and end here.
    if (!isCall && status < 500 && took <= slow && !shop.log.isLevelEnabled('debug')) return
    const line = {
      requestId: requestId || (known ?? randomUUID()),
      method,
      route,
      status,
      ms: Math.round(took),
    }
    if (status >= 500 || took > slow) shop.log.warn(line, 'request')
    else if (isCall) shop.log.info(line, 'request')
    else shop.log.debug(line, 'request')
  }
}

/** The pattern under which a request was answered, such as /api/orders/guest; "page" and "file" for the many. */
export function routeOf(context: Context): string {
  const { path } = context.req
  // Most requests, and what they are called costs more than to answer them from the cache.
  if (context.req.method === 'GET' && !guarded.test(path)) return /\.[a-z0-9]+$/i.test(path) ? 'file' : 'page'
  const exact = matchedRoutes(context).findLast((route) => !route.path.includes('*'))
  if (exact) return exact.path
  return path.startsWith('/api/') ? '/api/*' : 'page'
}

// Our own proxy's, so that its log and ours tell of the same request; nobody else may write into the log.
function given(shop: Shop, context: Context): string | null {
  const id = shop.config.trustProxy !== 0 ? context.req.header('x-request-id') : undefined
  return id && /^[\w-]{8,64}$/.test(id) ? id : null
}
