import type { Context, MiddlewareHandler } from 'hono'
import { calendarDateIn } from '../../domain/calendar-date.ts'
import { publicPages } from '../../domain/public-pages.ts'
import { beltOnPage, dropOnPage } from '../catalog/belt-pages.ts'
import { letterOnPage } from '../letters/public-letters.ts'
import { type Address, addressOf, nowhere } from '../shop/address.ts'
import { redactPath } from '../shop/log.ts'
import type { Shop } from '../shop/shop.ts'
import { acceptedEncoding, type CachedPage, cachedPageOf, etagMatches, moduleHeaders } from './cached-page.ts'
import { asksForLetter } from './gift-letter.ts'
import type { InlineCriticalCss } from './inline-critical-css.ts'
import { type Pages, pageContextOf } from './page-context.ts'
import { type PageKey, PageStore, pageKey, pageRequest } from './page-key.ts'
import { externalOriginsOf } from './page-policy.ts'
import { frames } from './told-page.ts'

// Visitors choose the paths: without a limit, made-up ones would fill memory.
const maxOthers = 200

const open = new Set<string>(publicPages.map(({ path }) => path))

const isMissingPage = (page: string) =>
  /^((\/admin)?\/page\/not-found|\/(belts|drops|letters)\/~)$/.test(page)

/** Whether a page is public, so that everyone may load it. */
const isPublicPage = (page: string) => open.has(page)

/** Whether a CDN may keep it for a moment: public pages, and those of belts, drops and letters. */
const isShared = (page: string) => isPublicPage(page) || /^\/(belts|drops|letters)\/[^/~]+$/.test(page)

/**
 * The path of the "not found" page: its layout differs in the admin and on a gift, and a browser only takes over a page of
 * the route it finds for its own address. No belt, drop or letter is named ~.
 */
function missingPage(page: string): string {
  const [kind] = /^\/(belts|drops|letters)\/(?=[^/]+$)/.exec(page) ?? []
  if (kind) return `${kind}~`
  return /^\/(admin|gift|review|handover)\b/.test(page) ? `/admin${nowhere}` : nowhere
}

const isAlwaysKept = (page: string) => isPublicPage(page) || isMissingPage(page)

/** Whether a path names a belt, drop or letter that has no page: this takes one query, where rendering takes many. */
async function isNamedNowhere(shop: Shop, path: string): Promise<boolean> {
  const [, kind, name = ''] = /^\/(belts|drops|letters)\/([^/]+)$/.exec(path) ?? []
  if (kind === 'belts') return (await beltOnPage(shop, name)) === null
  if (kind === 'letters') return (await letterOnPage(shop, name)) === null
  return kind === 'drops' && (await dropOnPage(shop, name)) === null
}

/** Registers a callback for when pages may be out of date (server/catalog/catalog-changed.ts). */
export type WhenChanged = (forget: () => void) => void
type Entry = { day: string; madeAt: number; page: Promise<CachedPage>; ready: CachedPage | null }

type PageKeeper = {
  /** renders every public page, so that nobody waits for the first; one that fails is rendered when asked for */
  warm(): Promise<void>
  /** sends the cached page, or renders and caches it */
  keep: MiddlewareHandler
  /** whether no page has this path; a file may */
  isMissing(page: string): boolean | Promise<boolean>
  /** whether its answers are kept, so that they are readied for everyone once */
  isKept(address: Address): boolean
  /** sends the "not found" page */
  answerMissing(context: Context): Promise<Response>
  /** a cached, fresh public page, by a request target in its only spelling; null: let `keep` decide */
  ready(target: string): CachedPage | null
}

/**
 * Renders the page of a request target once more, apart from any visitor's request: theirs is answered with the known page
 * meanwhile, however long the database takes.
 */
type RenderAgain = (target: string) => Promise<Response>

/** Milliseconds after which a page is rendered again in the background, changed or not. */
const freshFor = 60_000

/**
 * Keeps every public page rendered and compressed. Pages read no cookies, so one response per key and day serves
 * everyone. Mounted before all other middleware to keep cached pages cheap; headers added by the others are cached too.
 * Concurrent first requests render once. A page older than a minute is sent at once and rendered again in the
 * background. After a catalog change an old page is only sent if rendering fails. All missing addresses of a kind share one
 * "not found" page, used once no file has the name either.
 */
export function pageCache(
  shop: Shop,
  pages: Pages,
  whenChanged: WhenChanged | undefined,
  inlineCriticalCss: InlineCriticalCss | undefined,
  renderAgain: RenderAgain,
): PageKeeper {
  // Replaced rather than emptied: a page whose rendering began before a change must not get into the new cache.
  const emptyStore = () => new PageStore<Entry>(isAlwaysKept, maxOthers)
  let current = emptyStore()
  // The pages from before the change, for as long as they can't be rendered again: the database may be down.
  let former = current
  whenChanged?.(() => {
    if (current.size > 0) former = current
    current = emptyStore()
  })
  const outside = externalOriginsOf(shop)
  const dayNow = daySecondBySecond(shop)
  const match = (page: string) =>
    Object.values(frames).includes(page) ? null : (pages.match?.(page) ?? null)
  const isMissing = (page: string) => !isPublicPage(page) && pages.match !== undefined && match(page) === null
  const isKept = ({ page, isData }: Address) =>
    match(page) !== null || (!pages.match && isCacheable(page, isData))

  const keyOf = (address: Address) => pageKey(address, redactPath(address.page), match(address.page))

  async function serve(context: Context, key: PageKey, make: (isBehind: boolean) => Promise<Response>) {
    const kept = current
    const day = dayNow()
    const known = kept.get(key)
    if (known && isFresh(known, day)) return answer(context, known.ready ?? (await known.page))
    const isUsable = known?.day === day
    const before = former.get(key)
    const last = known?.ready ?? before?.ready ?? null
    const page = make(isUsable).then((made) =>
      cachedPageOf(made, outside, inlineCriticalCss, isPublicPage(key.page), isShared(key.page), last),
    )
    const isWhole = ({ status }: CachedPage) => status === (isMissingPage(key.page) ? 404 : 200)
    if (isUsable) {
      known.madeAt = performance.now()
      page.then(
        (made) => isWhole(made) && kept.set(key, { day, madeAt: performance.now(), page, ready: made }),
        (error) => shop.log.warn({ error, key }, 'a page could not be made again; the former one is kept'),
      )
      return answer(context, known.ready ?? (await known.page))
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

  const isNowhere = (page: string) => isNamedNowhere(shop, page).catch(() => false)

  async function answerMissing(context: Context) {
    const { page, isData } = addressOf(context)
    const key: PageKey = { page: missingPage(page), part: isData ? 'data' : 'html' }
    const request = pageRequest(shop.config.publicUrl, key, null)
    const shown = (await serve(context, key, () => pages(request, pageContextOf(shop)))) ?? context.res
    if (['GET', 'HEAD'].includes(context.req.method)) return shown
    const headers = { ...Object.fromEntries(shown.headers), allow: 'GET, HEAD' }
    context.res = undefined
    context.res = new Response(shown.body, { status: 405, headers })
    return context.res
  }

  return {
    async warm() {
      for (const { path } of publicPages) {
        const key = { page: path, part: 'html' as const }
        const day = dayNow()
        const kept = current
        const page = renderAgain(path).then((made) =>
          cachedPageOf(made, outside, inlineCriticalCss, true, true),
        )
        const made = await page.catch(() => null)
        if (made?.status === 200 && !kept.get(key))
          kept.set(key, { day, madeAt: performance.now(), page, ready: made })
      }
    },
    ready(target) {
      const known = isPublicPage(target) ? current.get({ page: target, part: 'html' }) : undefined
      return known?.ready && isFresh(known, dayNow()) ? known.ready : null
    },
    async keep(context, next) {
      const address = addressOf(context)
      if (!isKept(address) || asksForLetter(context)) return next()
      // Pages are rendered without the query (such as session_id), which only the browser reads. But a .data request
      // names its parts in it, and `hydrate` asks for the page's module.
      const key = keyOf(address)
      // Checks cached pages first, so that they're still served while the database is down.
      if (!current.get(key) && (await isNowhere(key.page))) return next()
      return serve(context, key, (isBehind) =>
        isBehind ? renderAgain(address.path + address.search) : next().then(() => context.res),
      )
    },
    isMissing: (page) => isMissing(page) || isNowhere(page),
    isKept,
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

/** Whether a path may be a page's, where the pages don't say which paths they have. */
function isCacheable(page: string, isData: boolean): boolean {
  if (
    /^\/(api|webhooks|card|mail|newsletter\/(confirm|unsubscribe))\//.test(page) ||
    /^\/(health|health\/shop|ready|metrics)$/.test(page)
  )
    return false
  return isData || !/\.[a-z0-9]+$/i.test(page)
}

/** The response for a page, or for its hydration module; the module answers 200 even for the "not found" page. */
function answer(context: Context, { status, page, script }: CachedPage): Response {
  const version = context.req.query('hydrate')
  const asksScript = script !== null && version !== undefined
  const [sent, code] = asksScript ? [script, 200] : [page, status]
  const ready = sent[acceptedEncoding(context.req.header('accept-encoding'))]
  const { etag, body } = ready
  const headers = asksScript ? moduleHeaders(ready.headers, version) : ready.headers
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
