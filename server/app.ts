import { Hono } from 'hono'
import type { OpenDatabase } from '../db/database.ts'
import { ShopError } from '../domain/errors.ts'
import { mountAccountApi } from './account/account-api.ts'
import { mountAdminApi } from './admin/admin-api.ts'
import { mountAuthApi } from './admin/auth-api.ts'
import { allowedMethods } from './allowed-methods.ts'
import { apiError, mountApi } from './api.ts'
import type { Assets } from './assets.ts'
import { mountCardPages } from './card-pages.ts'
import type { FirstPaint } from './first-paint.ts'
import { mountFound } from './found.ts'
import { mountGiftPage, withoutToken } from './gift-page.ts'
import { mountMailPages } from './mail-pages.ts'
import { mountMonitor } from './monitor.ts'
import { mountNewsletterPages } from './newsletter-pages.ts'
import { isKept, pageCache, type WhenChanged } from './page-cache.ts'
import { pageContextOf } from './page-context.ts'
import { pageOutsideCache } from './page-outside-cache.ts'
import { outsideOf } from './page-policy.ts'
import type { Pages } from './pages.ts'
import { refuseOddAddress } from './refuse-odd-address.ts'
import { securityHeaders } from './security-headers.ts'
import type { Shop } from './shop.ts'
import { mountUploadedPictures } from './uploaded-pictures.ts'
import { type Metrics, processMetrics } from './watch/metrics.ts'
import { mountMetrics } from './watch/mount-metrics.ts'
import { watchRequests } from './watch/watch-requests.ts'
import { mountWebhooks } from './webhooks.ts'

export type AppParts = {
  shop: Shop
  database: Pick<OpenDatabase, 'ping'>
  /** absent where only the calls are tested */
  pages?: Pages
  assets?: Assets
  /** the build: what makes its pages seen sooner */
  hasten?: FirstPaint
  /** development: pages are made afresh for each request */
  cachePages?: boolean
  /** what this process counts; absent: counts of its own */
  metrics?: Metrics
  /** who is told that kept pages are out of date */
  whenChanged?: WhenChanged
}

/** The whole of what answers on the port: calls, health, assets, then pages. */
export function createApp({
  shop,
  database,
  pages,
  assets,
  hasten,
  cachePages = true,
  whenChanged,
  metrics = processMetrics(),
}: AppParts): Hono {
  const app = new Hono()
  app.use(watchRequests(shop, metrics))
  app.onError((error, context) => apiError(shop, error, context))
  app.use(refuseOddAddress(shop.config.publicUrl))
  mountGiftPage(app)
  if (pages && cachePages) app.get('*', pageCache(shop, whenChanged, hasten))
  // Before the headers of pages and calls, which a file does not need: a page loads twenty files.
  mountUploadedPictures(app, shop)
  if (assets) app.get('*', assets)
  app.use(securityHeaders(shop.config.publicUrl))
  app.get('/health', (context) => context.json({ status: 'ok' }))
  app.get('/ready', async (context) => {
    try {
      await database.ping()
      return context.json({ status: 'ready' })
    } catch (error) {
      shop.log.warn({ error }, 'the database does not answer')
      return context.json({ status: 'the database does not answer' }, 503)
    }
  })
  mountMonitor(app, shop)
  mountMetrics(app, shop, metrics)
  mountWebhooks(app, shop)
  mountCardPages(app, shop)
  mountNewsletterPages(app, shop)
  mountMailPages(app, shop)
  mountAuthApi(app, shop)
  mountAdminApi(app, shop)
  mountAccountApi(app, shop)
  mountApi(app, shop)
  mountFound(app, shop)
  if (pages) {
    app.all('*', async ({ req }) => {
      const response = await pages(withoutToken(whole(req.raw)), pageContextOf(shop))
      if (response.status === 405) response.headers.set('allow', allowedMethods(app, req.path))
      const isReadied = ['GET', 'HEAD'].includes(req.method) && isKept(req.path)
      return isReadied || !cachePages ? response : pageOutsideCache(response, outsideOf(shop))
    })
  } else {
    app.all('*', () => {
      throw new ShopError('not_found', 'There is nothing here.')
    })
  }
  return app
}

/** Whoever asks for the headers alone gets those of the whole page, which the cache keeps for all. */
function whole(request: Request): Request {
  return request.method === 'HEAD' ? new Request(request, { method: 'GET' }) : request
}
