import type { Context, MiddlewareHandler } from 'hono'
import { calendarDateIn } from '../../domain/calendar-date.ts'
import { publicPages } from '../../domain/public-pages.ts'
import { beltOnPage, dropOnPage } from '../catalog/belt-pages.ts'
import { letterOnPage } from '../letters/public-letters.ts'
import { redactPath } from '../shop/log.ts'
import type { Shop } from '../shop/shop.ts'
import { acceptedEncoding, etagMatches } from './accepted-encoding.ts'
import { type CachedPage, cachedPageOf } from './cached-page.ts'
import { asksForLetter } from './gift-letter.ts'
import type { InlineCriticalCss } from './inline-critical-css.ts'
import { pageContextOf } from './page-context.ts'
import { externalOriginsOf } from './page-policy.ts'
import type { Pages } from './pages.ts'

// Paths come from visitors; without a bound, made-up ones would fill the memory.
const maxOthers = 200

const open = new Set(publicPages.flatMap(({ path }) => [path, path === '/' ? '/_.data' : `${path}.data`]))

const isMissingPage = (key: string) => /^(\/admin)?\/page\/not-found(\.data)?$/.test(key)

/** Whether a key is that of a page that everybody asks for. */
const isPublicPage = (key: string) => open.has(key)

/** Where the page stands that is shown for whatever is not there: what is around it differs in the admin and on a gift. */
const missingPath = (path: string) =>
  /^\/(admin|gift|review)\b/.test(path) ? '/admin/page/not-found' : '/page/not-found'

/**
 * Pages by their key. The shop's public pages stay whatever else is asked for; of the others, such as the admin's pages of
 * single orders, those that were asked for last.
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
    // Looked at last, forgotten last.
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

/** Whether a path is that of a belt, a drop or a letter which has no page: asked with one statement, where a page takes many. */
async function isNamedNowhere(shop: Shop, path: string): Promise<boolean> {
  const [, kind, name = ''] = /^\/(belts|drops|letters)\/([^/]+?)(?:\.data)?$/.exec(path) ?? []
  if (kind === 'belts') return (await beltOnPage(shop, name)) === null
  if (kind === 'letters') return (await letterOnPage(shop, name)) === null
  return kind === 'drops' && (await dropOnPage(shop, name)) === null
}

/** Registers who is told that pages may be out of date (server/catalog/catalog-changed.ts). */
export type WhenChanged = (forget: () => void) => void
type Entry = { day: string; madeAt: number; page: Promise<CachedPage>; ready: CachedPage | null }

type PageKeeper = {
  /** answers with a page that is kept, or keeps the one that is made */
  keep: MiddlewareHandler
  /** whether no page has this path; a file may */
  isMissing(path: string): boolean | Promise<boolean>
  /** what is shown for whatever is not there */
  answerMissing(context: Context): Promise<Response>
  /** a public page that is ready and fresh, by its path alone; null: let `keep` look */
  ready(path: string): CachedPage | null
}

/** Milliseconds after which a page is made again in the background, whatever happened or did not. */
const freshFor = 60_000

/**
 * Keeps every public page ready-made and compressed: pages read no cookies, so one answer per path and day serves all
 *. Stands before all other middleware, so that a page in the cache costs as little as possible; the
 * headers that the others add are kept with it. Concurrent first requests render once. A page that is older than a
 * minute is served once more and made again behind it; none is served once the catalog has changed, unless it cannot
 * be made again. Of what is not there one page is made, whatever its address: it is asked for once no file has the name.
 */
export function pageCache(
  shop: Shop,
  pages: Pages,
  whenChanged: WhenChanged = () => {},
  inlineCriticalCss?: InlineCriticalCss,
): PageKeeper {
  // Emptied by being replaced: a page that was begun before a change does not come in after it.
  let current = new PageCache<Entry>()
  // What was shown before, for as long as it cannot be made again: the database may be away.
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
      // The query is the browser's business (e.g. session_id); no page renders it, but a .data request names its parts,
      // and `hydrate` asks for the module of the same page.
      const path = redactPath(asked)
      const parts = path.endsWith('.data') ? context.req.query('_routes') : undefined
      const key = parts === undefined ? path : `${path} ${parts.slice(0, 1_000)}`
      // While the database is away, a page that was made before is shown.
      if (!current.get(key) && (await isNowhere(path))) return next()
      return serve(context, key, () => next().then(() => context.res))
    },
    isMissing: (path) => isMissing(path) || isNowhere(path),
    answerMissing,
  }
}

// Which day it is takes longer to say than to send a page.
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

/** Whether a path is one of a page, whose answer is kept. */
export function isCacheable(path: string): boolean {
  // /__manifest answers by its query, which the cache does not look at.
  if (
    /^\/(api|webhooks|card|mail|newsletter\/(confirm|unsubscribe))\//.test(path) ||
    /^\/(health|health\/shop|ready|metrics|__manifest)$/.test(path)
  )
    return false
  return path.endsWith('.data') || !/\.[a-z0-9]+$/i.test(path)
}

/** The answer to a request for a page, or for the module that brings it to life, which is there for a missing page too. */
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

// Assigning a response merges the headers of the one before, unless that is cleared first.
function replace(context: Context, page: CachedPage) {
  context.res = undefined
  context.res = answer(context, page)
}
