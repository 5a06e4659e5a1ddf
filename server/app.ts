import { Hono } from 'hono'
import type { OpenDatabase } from '../db/database.ts'
import { ShopError } from '../domain/errors.ts'
import { mountAccountApi } from './http/account-api.ts'
import { mountAdminApi } from './http/admin-api.ts'
import { apiError, mountApi } from './http/api.ts'
import type { Assets } from './http/assets.ts'
import { mountAuthApi } from './http/auth-api.ts'
import { type FastPath, fastPath, pageOutsideCache } from './http/cached-page.ts'
import { mountCardPages } from './http/card-pages.ts'
import { mountCspReports } from './http/csp-reports.ts'
import { mountGiftLetter } from './http/gift-letter.ts'
import type { InlineCriticalCss } from './http/inline-critical-css.ts'
import { mountMailPages, mountNewsletterPages, mountTokenPages, withoutToken } from './http/mail-pages.ts'
import { mountMetrics, mountMonitor } from './http/monitor.ts'
import { isCacheable, pageCache, type WhenChanged } from './http/page-cache.ts'
import { type Pages, pageContextOf } from './http/page-context.ts'
import { externalOriginsOf } from './http/page-policy.ts'
import { mountSharePictures, mountUploadedPictures } from './http/pictures.ts'
import { allowedMethods } from './http/require-own-origin.ts'
import { rejectInvalidUrl, securityHeaders } from './http/security-headers.ts'
import { mountSeo } from './http/seo.ts'
import { mountWebhooks } from './http/webhooks.ts'
import type { Shop } from './shop/shop.ts'
import { type Metrics, processMetrics, watchRequests } from './telemetry/metrics.ts'

export type AppParts = {
  shop: Shop
  database: Pick<OpenDatabase, 'ping'>
  /** absent if only the calls are tested */
  pages?: Pages
  assets?: Assets
  /** built shop: inlines the CSS needed first, so that pages show sooner */
  inlineCriticalCss?: InlineCriticalCss
  /** false in development: pages are rendered for every request */
  cachePages?: boolean
  /** this process's metrics; absent: metrics of its own */
  metrics?: Metrics
  /** receives the function that drops cached pages */
  whenChanged?: WhenChanged
  /** receives the handler that answers cached pages before the app runs */
  whenQuick?: (quick: FastPath) => void
}

/** Everything the port serves: calls, health, assets, then pages. */
export function createApp({
  shop,
  database,
  pages,
  assets,
  inlineCriticalCss,
  cachePages = true,
  whenChanged,
  whenQuick,
  metrics = processMetrics(),
}: AppParts): Hono {
  const app = new Hono()
  app.use(watchRequests(shop, metrics))
  app.onError((error, context) => apiError(shop, error, context))
  app.use(rejectInvalidUrl(shop.config.publicUrl))
  mountTokenPages(app)
  const kept = pages && cachePages ? pageCache(shop, pages, whenChanged, inlineCriticalCss) : null
  if (kept) {
    whenQuick?.(fastPath(shop, metrics, kept.ready))
    app.get('*', kept.keep)
  }
  // Before the headers for pages and calls, which files don't need: a page loads twenty files.
  mountUploadedPictures(app, shop)
  mountSharePictures(app, shop)
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
  mountCspReports(app, shop)
  mountCardPages(app, shop)
  mountNewsletterPages(app, shop)
  mountMailPages(app, shop)
  mountGiftLetter(app, shop)
  mountAuthApi(app, shop)
  mountAdminApi(app, shop)
  mountAccountApi(app, shop)
  mountApi(app, shop)
  mountSeo(app, shop)
  if (pages) {
    app.all('*', async (context) => {
      const { req } = context
      if (kept && (await kept.isMissing(req.path))) return kept.answerMissing(context)
      const response = await pages(withoutToken(whole(req.raw)), pageContextOf(shop))
      if (response.status === 405) response.headers.set('allow', allowedMethods(app, req.path))
      const isReadied = ['GET', 'HEAD'].includes(req.method) && isCacheable(req.path)
      return isReadied || !cachePages ? response : pageOutsideCache(response, externalOriginsOf(shop))
    })
  } else {
    app.all('*', () => {
      throw new ShopError('not_found', 'There’s nothing here.')
    })
  }
  return app
}

/** Turns a HEAD request into GET: its headers must be those of the whole page, which the cache keeps for everyone. */
function whole(request: Request): Request {
  return request.method === 'HEAD' ? new Request(request, { method: 'GET' }) : request
}
