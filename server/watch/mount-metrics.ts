import type { Hono } from 'hono'
import { callerOf } from '../api.ts'
import { isMonitor } from '../monitor.ts'
import type { Shop } from '../shop.ts'
import type { Metrics } from './metrics.ts'
import { shopGauges } from './shop-gauges.ts'

/** What proxies and CDNs add to a request (RFC 9110 §7.6.3, RFC 7239, and what came before it). */
const ofProxies = /^(x-forwarded-.+|forwarded|via|x-real-ip|x-client-ip|true-client-ip|cf-.+)$/

/**
 * GET /metrics for Prometheus (design: beside /health and /ready). It tells how the shop is doing, so it answers to
 * MONITOR_TOKEN as a bearer token; without that setting to programs on this machine alone, which ask the shop itself and
 * by a name of this machine: behind a proxy on it every stranger would come from here.
 */
export function mountMetrics(app: Hono, shop: Shop, metrics: Metrics) {
  shopGauges(shop, metrics.registry)
  app.get('/metrics', async (context) => {
    const isForwarded =
      shop.config.trustProxy || Object.keys(context.req.header()).some((name) => ofProxies.test(name))
    const isHere =
      !isForwarded &&
      /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(context.req.url).hostname) &&
      /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+|)$/.test(callerOf(shop, context).address)
    const mayRead = shop.config.monitorToken === null ? isHere : isMonitor(shop, context)
    if (!mayRead) return context.json({ message: 'Send MONITOR_TOKEN as a bearer token.' }, 401)
    const text = await metrics.registry.metrics()
    return context.text(text, 200, {
      'content-type': metrics.registry.contentType,
      'cache-control': 'no-store',
    })
  })
}
