import { randomUUID } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { addressOf } from '../shop/address.ts'
import type { Shop } from '../shop/shop.ts'
import { within } from '../shop/trace.ts'

export type Metrics = ReturnType<typeof processMetrics>

/** What this process measures, in Prometheus units: seconds, bytes, totals. One registry per shop. */
export function processMetrics() {
  const registry = new Registry()
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time until an answer was ready, by route pattern',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.001, 0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  const works = new Histogram({
    name: 'shop_work_duration_seconds',
    help: 'Time of one round of a part of the background work',
    labelNames: ['part'] as const,
    buckets: [0.01, 0.1, 1, 10, 60, 600],
    registers: [registry],
  })
  const workFailures = new Counter({
    name: 'shop_work_failures_total',
    help: 'Rounds of the background work that failed and are tried again',
    labelNames: ['part'] as const,
    registers: [registry],
  })
  return {
    registry,
    requests,
    works,
    workFailures,
    /** Memory, event loop and garbage collection: per process, so not for shops in tests. */
    watchProcess: () => collectDefaultMetrics({ register: registry }),
  }
}

/** Milliseconds after which a response is slow enough for a warning. */
const slow = 2_000
/** Paths that are neither pages nor files. */
const guarded = /^\/(api|webhooks|card|mail|newsletter|health|ready|metrics)\b/

/**
 * Gives every request an id, for its log lines and the replies of calls. Measures it by route pattern: a path may contain
 * the token of someone's link. Must be the first middleware.
 */
export function watchRequests(shop: Shop, metrics: Metrics): MiddlewareHandler {
  return async (context, next) => {
    const began = performance.now()
    const isCall = addressOf(context).path.startsWith('/api/')
    const { method } = context.req
    // For pages and files usually nothing is logged, so their id is only made when a log line needs it.
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
    // Most requests are for a page or file that is ready, and return here.
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

/** The pattern of the route that answered, such as /api/orders/guest; "page" or "file" for most requests. */
export function routeOf(context: Context): string {
  const { path } = addressOf(context)
  // Most requests: finding their route would take longer than answering them from the cache.
  if (context.req.method === 'GET' && !guarded.test(path)) return /\.[a-z0-9]+$/i.test(path) ? 'file' : 'page'
  const exact = matchedRoutes(context).findLast((route) => !route.path.includes('*'))
  if (exact) return exact.path
  return path.startsWith('/api/') ? '/api/*' : 'page'
}

// Only our own proxy's id is accepted, so that its log and ours match; anyone else could write into the log.
function given(shop: Shop, context: Context): string | null {
  const id = shop.config.trustProxy !== 0 ? context.req.header('x-request-id') : undefined
  return id && /^[\w-]{8,64}$/.test(id) ? id : null
}
