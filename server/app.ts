import { type Context, Hono } from 'hono'
import type { OpenDatabase } from '../db/database.ts'
import { isDatabaseAway } from '../db/server-trouble.ts'
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
import { mountMailPages, mountNewsletterPages, mountTokenPages } from './http/mail-pages.ts'
import { mountMeasuringTape } from './http/measuring-tape.ts'
import { mountMetrics, mountMonitor } from './http/monitor.ts'
import { oneSpelling } from './http/one-spelling.ts'
import { pageCache, type WhenChanged } from './http/page-cache.ts'
import { type Pages, pageContextOf } from './http/page-context.ts'
import { pageKey, pageRequest } from './http/page-key.ts'
import { externalOriginsOf } from './http/page-policy.ts'
import { mountSharePictures, mountUploadedPictures } from './http/pictures.ts'
import { mountPlainForms } from './http/plain-forms.ts'
import { allowedMethods, refuseForeignWrites } from './http/require-own-origin.ts'
import { securityHeaders } from './http/security-headers.ts'
import { mountSeo } from './http/seo.ts'
import { mountStrapPage } from './http/strap-page.ts'
import { teller } from './http/told-page.ts'
import { mountWebhooks } from './http/webhooks.ts'
import { addressOf, pathOf } from './shop/address.ts'
import { redactPath } from './shop/log.ts'
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

/** Whether it renders a known page again, so that the known one is no answer. */
const isBehind = ({ env }: Context) => (env as { isBehind?: boolean } | undefined)?.isBehind === true

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
  const app = new Hono({ getPath: pathOf })
  app.use(watchRequests(shop, metrics))
  app.onError((error, context) => apiError(shop, error, context))
  const again = async (target: string) =>
    app.fetch(new Request(new URL(target, shop.config.publicUrl)), { isBehind: true })
  const kept = pages && cachePages ? pageCache(shop, pages, whenChanged, inlineCriticalCss, again) : null
  const nothing = () => {
    throw new ShopError('not_found', 'There’s nothing here.')
  }
  app.use(
    oneSpelling(app, shop.config.publicUrl, {
      spelled: (page) => (pages?.match ? (pages.match(page)?.path ?? null) : pages ? page : null),
      answerMissing: (context) =>
        kept && !addressOf(context).path.startsWith('/api/') ? kept.answerMissing(context) : nothing(),
    }),
  )
  mountTokenPages(app)
  if (kept) {
    whenQuick?.(fastPath(shop, metrics, kept.ready))
    app.get('*', (context, next) => (isBehind(context) ? next() : kept.keep(context, next)))
  }
  // Before the headers for pages and calls, which files don't need: a page loads twenty files.
  mountUploadedPictures(app, shop)
  mountSharePictures(app, shop)
  if (assets) app.get('*', assets)
  app.use(securityHeaders(shop.config.publicUrl))
  app.use(refuseForeignWrites(shop))
  app.get('/health', (context) => context.json({ status: 'ok' }))
  let warmed: Promise<void> | undefined
  app.get('/ready', async (context) => {
    try {
      await warmed
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
  const tell = teller(shop, pages)
  mountCardPages(app, shop, tell)
  mountNewsletterPages(app, shop, tell)
  mountMailPages(app, shop, tell)
  mountGiftLetter(app, shop, tell)
  mountStrapPage(app, shop, tell)
  mountPlainForms(app, shop, pages, tell)
  mountAuthApi(app, shop)
  mountAdminApi(app, shop)
  mountAccountApi(app, shop)
  mountApi(app, shop)
  mountSeo(app, shop)
  mountMeasuringTape(app, shop)
  if (pages) {
    const renderFor = async (request: Request) => {
      const page = pageContextOf(shop)
      let isAway = false
      const failed = (error: unknown) => {
        isAway ||= isDatabaseAway(error)
        page.failed(error)
      }
      const response = await pages(request, { ...page, failed })
      if (response.status !== 500 || !isAway) return response
      const headers = new Headers(response.headers)
      headers.set('retry-after', '10')
      return new Response(response.body, { status: 503, headers })
    }
    app.all('*', async (context) => {
      const { method } = context.req
      const address = addressOf(context)
      if (kept && (await kept.isMissing(address.page))) return kept.answerMissing(context)
      const match = pages.match?.(address.page) ?? null
      const key = pageKey(address, redactPath(address.page), match)
      const request = pageRequest(shop.config.publicUrl, key, match, method)
      const response = await renderFor(request)
      if (response.status === 405) response.headers.set('allow', allowedMethods(app, address.path))
      const isReadied = ['GET', 'HEAD'].includes(method) && kept?.isKept(address)
      return isReadied || !cachePages ? response : pageOutsideCache(response, externalOriginsOf(shop))
    })
  } else {
    app.all('*', nothing)
  }
  if (kept && assets) warmed = kept.warm()
  return app
}
