import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context, Hono } from 'hono'
import { healthContracts } from '../../domain/admin/setting-contracts.ts'
import { readHealth } from '../admin/health/read-health.ts'
import type { Shop } from '../shop/shop.ts'
import { sendReply } from './call-input.ts'

/**
 * GET /health/shop: the admin's health page as JSON for a monitor (club-rules.md "Health"); 503 while something is wrong.
 * It requires MONITOR_TOKEN as a bearer token, because it tells how the shop is doing. Without one set, it's a 404.
 */
export function mountMonitor(app: Hono, shop: Shop) {
  app.get('/health/shop', async (context, next) => {
    if (shop.config.monitorToken === null) return next()
    if (!isMonitor(shop, context)) {
      return context.json({ message: 'Send MONITOR_TOKEN as a bearer token.' }, 401)
    }
    const health = await readHealth(shop)
    context.status(health.state === 'bad' ? 503 : 200)
    context.header('cache-control', 'no-store')
    return sendReply(shop, context, healthContracts.readHealth.reply, health)
  })
}

/** Whether a request carries MONITOR_TOKEN as its bearer token. */
export function isMonitor(shop: Shop, context: Context): boolean {
  const given = /^Bearer (.+)$/.exec(context.req.header('authorization') ?? '')?.[1] ?? ''
  const { monitorToken } = shop.config
  return monitorToken !== null && timingSafeEqual(digest(given), digest(monitorToken))
}

const digest = (text: string) => createHash('sha256').update(text).digest()
