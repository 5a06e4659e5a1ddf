import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context, MiddlewareHandler } from 'hono'
import { calendarDateIn } from '../domain/calendar-date.ts'
import { pagePolicy } from './page-policy.ts'
import type { Shop } from './shop.ts'

type Body = Buffer<ArrayBuffer>
type Page = {
  status: number
  headers: Record<string, string>
  bodies: { br: Body; gzip: Body; identity: Body }
  etag: string
}

// Paths come from visitors; without a bound, made-up ones would fill the memory.
const mostPages = 200
/** Milliseconds after which a page is made again in the background: another process may have changed a belt. */
const freshFor = 60_000

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/**
 * Keeps every public page ready-made and compressed: pages read no cookies, so one answer per path and day serves all
 * (design.md §4). Concurrent first requests render once. A page that is older than a minute is served once more and
 * made again behind it.
 */
export function pageCache(shop: Shop): MiddlewareHandler {
  const pages = new Map<string, { day: string; madeAt: number; page: Promise<Page> }>()
  return async (context, next) => {
    const day = calendarDateIn(shop.config.timeZone, shop.now())
    // The query is the browser's business (e.g. session_id); no page renders it, but a .data request names its parts.
    const key = `${context.req.path} ${context.req.query('_routes') ?? ''}`
    const known = pages.get(key)
    const isUsable = known?.day === day
    if (isUsable && Date.now() - known.madeAt < freshFor) return send(context, await known.page)
    const making = render(context, next)
    if (isUsable) {
      pages.set(key, { ...known, madeAt: Date.now() })
      making.then(
        (page) => page.status === 200 && pages.set(key, { day, madeAt: Date.now(), page: making }),
        (error) => shop.log.warn({ error, key }, 'a page could not be made again; the former one is kept'),
      )
      return send(context, await known.page)
    }
    if (pages.size >= mostPages) pages.clear()
    pages.set(key, { day, madeAt: Date.now(), page: making })
    try {
      const page = await making
      if (page.status !== 200) pages.delete(key)
      return send(context, page)
    } catch (error) {
      pages.delete(key)
      throw error
    }
  }
}

async function render(context: Context, next: () => Promise<void>): Promise<Page> {
  await next()
  const response = context.res
  const identity = Buffer.from(await response.arrayBuffer())
  const headers = Object.fromEntries(response.headers)
  const isHtml = (headers['content-type'] ?? '').includes('text/html')
  if (isHtml) {
    headers['content-type'] = 'text/html; charset=utf-8'
    headers['content-security-policy'] = pagePolicy(identity.toString())
  }
  headers['cache-control'] = 'public, max-age=0, must-revalidate, stale-while-revalidate=60'
  headers.vary = 'accept-encoding'
  return {
    status: response.status,
    headers,
    bodies: {
      identity,
      br: (await brotli(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })) as Body,
      gzip: (await gzipped(identity)) as Body,
    },
    etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
  }
}

function send(context: Context, page: Page) {
  // Assigning a response merges the headers of the one before, unless that is cleared first (design.md §3).
  context.res = undefined
  context.res = answer(context, page)
}

function answer(context: Context, page: Page): Response {
  if (context.req.header('if-none-match') === page.etag) {
    const { 'cache-control': caching } = page.headers
    return new Response(null, {
      status: 304,
      headers: { etag: page.etag, vary: 'accept-encoding', ...(caching ? { 'cache-control': caching } : {}) },
    })
  }
  const accepted = context.req.header('accept-encoding') ?? ''
  const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : 'identity'
  const headers = new Headers(page.headers)
  headers.set('etag', page.etag)
  if (encoding !== 'identity') headers.set('content-encoding', encoding)
  return new Response(page.bodies[encoding], { status: page.status, headers })
}
