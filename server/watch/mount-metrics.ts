import type { Hono } from 'hono'
import { callerOf } from '../api.ts'
import { isMonitor } from '../monitor.ts'
import type { Shop } from '../shop.ts'
import type { Metrics } from './metrics.ts'
import { shopGauges } from './shop-gauges.ts'

/**
 * GET /metrics for Prometheus (design: beside /health and /ready). It tells how the shop is doing, so it answers to
 * MONITOR_TOKEN as a bearer token; without that setting to programs on this machine alone.
 */
export function mountMetrics(app: Hono, shop: Shop, metrics: Metrics) {
  shopGauges(shop, metrics.registry)
  app.get('/metrics', async (context) => {
    const isForwarded = context.req.header('x-forwarded-for') !== undefined
    const isHere =
      !isForwarded && /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+|)$/.test(callerOf(shop, context).address)
    const mayRead = shop.config.monitorToken === null ? isHere : isMonitor(shop, context)
    if (!mayRead) return context.json({ message: 'Send MONITOR_TOKEN as a bearer token.' }, 401)
    const text = await metrics.registry.metrics()
    return context.text(text, 200, {
      'content-type': metrics.registry.contentType,
      'cache-control': 'no-store',
    })
  })
}
