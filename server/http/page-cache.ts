import type { Context, MiddlewareHandler } from 'hono'
import { calendarDateIn } from '../../domain/calendar-date.ts'
import { publicPages } from '../../domain/public-pages.ts'
import { beltOnPage, dropOnPage } from '../catalog/belt-pages.ts'
import { letterOnPage } from '../letters/public-letters.ts'
import { redactPath } from '../shop/log.ts'
import type { Shop } from '../shop/shop.ts'
import { acceptedEncoding, type CachedPage, cachedPageOf, etagMatches } from './cached-page.ts'
import { asksForLetter } from './gift-letter.ts'
import type { InlineCriticalCss } from './inline-critical-css.ts'
import { type Pages, pageContextOf } from './page-context.ts'
import { externalOriginsOf } from './page-policy.ts'

// Visitors choose the paths: without a limit, made-up ones would fill memory.
const maxOthers = 200

const open = new Set(publicPages.flatMap(({ path }) => [path, path === '/' ? '/_.data' : `${path}.data`]))

const isMissingPage = (key: string) =>
  /^((\/admin)?\/page\/not-found|\/(belts|drops|letters)\/~)(\.data)?$/.test(key)

/** Whether a key belongs to a public page, which everyone may load. */
const isPublicPage = (key: string) => open.has(key)

/**
 * The path of the "not found" page: its layout differs in the admin and on a gift, and a browser only takes over a page of
 * the route it finds for its own address. No belt, drop or letter is named ~.
 */
function missingPath(path: string): string {
  const [kind] = /^\/(belts|drops|letters)\/(?=[^/]+$)/.exec(path) ?? []
  if (kind) return `${kind}~`
  return /^\/(admin|gift|review|handover)\b/.test(path) ? '/admin/page/not-found' : '/page/not-found'
}

/**
 * Pages by key. The shop's public pages always stay. Of the others, such as the admin's pages for single orders, the most
 * recently used ones stay.
 */
class PageCache<Page> {
  readonly #open = new Map<string, Page>()
  readonly #missing = new Map<string, Page>()
  readonly #others = new Map<string, Page>()

  get size(): number {
    return this.#open.size + this.#missing.size + this.#others.size
  }

  get(key: string): Page | undefined {
    if (isPublicPage(key)) return this.#open.get(key)
    if (isMissingPage(key)) return this.#missing.get(key)
    const page = this.#others.get(key)
    // Moves the page to the end: least recently used pages are dropped first.
    if (page && this.#others.delete(key)) this.#others.set(key, page)
    return page
  }

  set(key: string, page: Page) {
    if (isPublicPage(key)) return void this.#open.set(key, page)
    if (isMissingPage(key)) return void this.#missing.set(key, page)
    this.#others.delete(key)
    this.#others.set(key, page)
    if (this.#others.size > maxOthers) this.#others.delete(this.#others.keys().next().value!)
  }

  delete(key: string) {
    this.#open.delete(key)
    this.#missing.delete(key)
    this.#others.delete(key)
  }
}

/** Whether a path names a belt, drop or letter that has no page: this takes one query, where rendering takes many. */
async function isNamedNowhere(shop: Shop, path: string): Promise<boolean> {
  const [, kind, name = ''] = /^\/(belts|drops|letters)\/([^/]+?)(?:\.data)?$/.exec(path) ?? []
  if (kind === 'belts') return (await beltOnPage(shop, name)) === null
  if (kind === 'letters') return (await letterOnPage(shop, name)) === null
  return kind === 'drops' && (await dropOnPage(shop, name)) === null
}

/** Registers a callback for when pages may be out of date (server/catalog/catalog-changed.ts). */
export type WhenChanged = (forget: () => void) => void
type Entry = { day: string; madeAt: number; page: Promise<CachedPage>; ready: CachedPage | null }

type PageKeeper = {
  /** sends the cached page, or renders and caches it */
  keep: MiddlewareHandler
  /** whether no page has this path; a file may */
  isMissing(path: string): boolean | Promise<boolean>
  /** sends the "not found" page */
  answerMissing(context: Context): Promise<Response>
  /** a cached, fresh public page, by path alone; null: let `keep` decide */
  ready(path: string): CachedPage | null
}

/** Milliseconds after which a page is rendered again in the background, changed or not. */
const freshFor = 60_000

/**
 * Keeps every public page rendered and compressed. Pages read no cookies, so one response per path and day serves
 * everyone. Mounted before all other middleware to keep cached pages cheap; headers added by the others are cached too.
 * Concurrent first requests render once. A page older than a minute is sent once more and rendered again in the
 * background. After a catalog change an old page is only sent if rendering fails. All missing addresses of a kind share one
 * "not found" page, used once no file has the name either.
 */
export function pageCache(
  shop: Shop,
  pages: Pages,
  whenChanged: WhenChanged = () => {},
  inlineCriticalCss?: InlineCriticalCss,
): PageKeeper {
  // Replaced rather than emptied: a page whose rendering began before a change must not get into the new cache.
  let current = new PageCache<Entry>()
  // The pages from before the change, for as long as they can't be rendered again: the database may be down.
  let former = current
  whenChanged(() => {
    if (current.size > 0) former = current
    current = new PageCache()
  })
  const outside = externalOriginsOf(shop)
  const dayNow = daySecondBySecond(shop)
  function isMissing(path: string) {
    if (isPublicPage(path) || path === '/__manifest' || !pages.isKnown) return false
    return !pages.isKnown(path.replace(/(\/_)?\.data$/, '') || '/')
  }

  async function serve(context: Context, key: string, make: () => Promise<Response>) {
    const kept = current
    const day = dayNow()
    const known = kept.get(key)
    if (known && isFresh(known, day)) return answer(context, known.ready ?? (await known.page))
    const isUsable = known?.day === day
    const before = former.get(key)
    const last = known?.ready ?? before?.ready ?? null
    const page = make().then((made) =>
      cachedPageOf(made, outside, inlineCriticalCss, isPublicPage(key), last),
    )
    const isWhole = ({ status }: CachedPage) => status === (isMissingPage(key) ? 404 : 200)
    if (isUsable) {
      known.madeAt = performance.now()
      page.then(
        (made) => isWhole(made) && kept.set(key, { day, madeAt: performance.now(), page, ready: made }),
        (error) => shop.log.warn({ error, key }, 'a page could not be made again; the former one is kept'),
      )
      const shown = known.ready ?? (await known.page)
      await page.catch(() => {})
      return replace(context, shown)
    }
    const entry: Entry = { day, madeAt: performance.now(), page, ready: null }
    kept.set(key, entry)
    const fallback = before?.day === day ? before.ready : null
    try {
      const made = await page
      if (isWhole(made)) entry.ready = made
      else kept.delete(key)
      return replace(context, made.status >= 500 && fallback ? fallback : made)
    } catch (error) {
      kept.delete(key)
      if (!fallback) throw error
      shop.log.warn({ error, key }, 'a page could not be made again; the former one is shown')
      return replace(context, fallback)
    }
  }

  const isNowhere = (path: string) => isNamedNowhere(shop, path).catch(() => false)

  async function answerMissing(context: Context) {
    const path = missingPath(context.req.path) + (context.req.path.endsWith('.data') ? '.data' : '')
    const request = new Request(new URL(path, context.req.url))
    const shown = (await serve(context, path, () => pages(request, pageContextOf(shop)))) ?? context.res
    if (['GET', 'HEAD'].includes(context.req.method)) return shown
    const headers = { ...Object.fromEntries(shown.headers), allow: 'GET, HEAD' }
    context.res = undefined
    context.res = new Response(shown.body, { status: 405, headers })
    return context.res
  }

  return {
    ready(path) {
      const known = isPublicPage(path) ? current.get(path) : undefined
      return known?.ready && isFresh(known, dayNow()) ? known.ready : null
    },
    async keep(context, next) {
      const { path: asked } = context.req
      if (!isCacheable(asked) || isMissing(asked) || asksForLetter(context)) return next()
      // Pages are rendered without the query (such as session_id), which only the browser reads. But a .data request
      // names its parts in it, and `hydrate` asks for the page's module.
      const path = redactPath(asked)
      const parts = path.endsWith('.data') ? context.req.query('_routes') : undefined
      const key = parts === undefined ? path : `${path} ${parts.slice(0, 1_000)}`
      // Checks cached pages first, so that they're still served while the database is down.
      if (!current.get(key) && (await isNowhere(path))) return next()
      return serve(context, key, () => next().then(() => context.res))
    },
    isMissing: (path) => isMissing(path) || isNowhere(path),
    answerMissing,
  }
}

// Finding out the day takes longer than sending a page, so the answer is kept for a second.
function daySecondBySecond(shop: Shop): () => string {
  let known = { at: Number.NEGATIVE_INFINITY, day: '' }
  return () => {
    const now = shop.now()
    const at = now.getTime()
    if (Math.abs(at - known.at) >= 1_000) known = { at, day: calendarDateIn(shop.config.timeZone, now) }
    return known.day
  }
}

const isFresh = ({ day, madeAt }: Entry, today: string) =>
  day === today && performance.now() - madeAt < freshFor

/** Whether a path is a page's, so that its response may be cached. */
export function isCacheable(path: string): boolean {
  // /__manifest depends on its query, which isn't part of the cache key.
  if (
    /^\/(api|webhooks|card|mail|newsletter\/(confirm|unsubscribe))\//.test(path) ||
    /^\/(health|health\/shop|ready|metrics|__manifest)$/.test(path)
  )
    return false
  return path.endsWith('.data') || !/\.[a-z0-9]+$/i.test(path)
}

/** The response for a page, or for its hydration module; the module answers 200 even for the "not found" page. */
function answer(context: Context, { status, page, script }: CachedPage): Response {
  const asksScript = script !== null && context.req.query('hydrate') !== undefined
  const [sent, code] = asksScript ? [script, 200] : [page, status]
  const { etag, body, headers } = sent[acceptedEncoding(context.req.header('accept-encoding'))]
  if (code === 200 && etagMatches(context.req.header('if-none-match'), etag)) {
    const { 'content-length': _, 'content-encoding': __, ...kept } = headers
    return new Response(null, { status: 304, headers: kept })
  }
  return new Response(body, { status: code, headers })
}

// Assigning a response merges the previous one's headers unless it's cleared first.
function replace(context: Context, page: CachedPage) {
  context.res = undefined
  context.res = answer(context, page)
}
