import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Shop } from '../shop/shop.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { type InlineCriticalCss, versionLength } from './inline-critical-css.ts'
import { type ExternalOrigins, policyHeaders } from './page-policy.ts'

type Sent = Record<
  Encoding,
  {
    etag: string
    body: Buffer<ArrayBuffer>
    headers: Record<string, string>
    /** the same headers in Node's form: name, value, name, value */
    raw: string[]
  }
>

/** A page ready to send: body and headers for each encoding. */
export type CachedPage = {
  status: number
  page: Sent
  /** the hydration script, served under `?hydrate` (server/http/inline-critical-css.ts); null if the page contains it */
  script: Sent | null
}

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)
// The smallest output: it's made once a minute, in the background, and a page that fits in the first ten packets arrives
// a round trip earlier.
const most = 11
// For pages that anyone can make us render with a made-up address: a tenth of the work for a tenth more bytes.
const little = 5

/** Seconds for which a CDN may answer with a public page without asking (docs/scaling.md). */
const sharedFor = 5
const forever = 'public, max-age=31536000, immutable'

/**
 * Makes a page ready to send from its rendered response.
 * @param isWorthIt whether many people load it, so that the best compression pays off
 * @param isShared whether it is public, so that a CDN may keep it for a moment
 * @param former the page as made before, if any: an unchanged body isn't compressed again, which takes about 80 ms
 */
export async function cachedPageOf(
  response: Response,
  outside: ExternalOrigins,
  inlineCriticalCss: InlineCriticalCss | undefined,
  isWorthIt: boolean,
  isShared: boolean,
  former: CachedPage | null = null,
): Promise<CachedPage> {
  const { status } = response
  const quality = isWorthIt && status === 200 ? most : little
  const body = Buffer.from(await response.arrayBuffer())
  const headers = {
    ...Object.fromEntries(response.headers),
    vary: 'accept-encoding',
    'cache-control': `public, max-age=0, ${isShared && status === 200 ? `s-maxage=${sharedFor}, ` : ''}must-revalidate, stale-while-revalidate=60`,
  } as Record<string, string>
  if (!headers['content-type']?.includes('text/html'))
    return { status, page: await pack(body, headers, quality, former?.page), script: null }
  const { html, script } = inlineCriticalCss?.(body.toString()) ?? { html: body.toString(), script: null }
  const pageHeaders = {
    ...headers,
    'content-type': 'text/html; charset=utf-8',
    ...policyHeaders(html, outside),
  }
  return {
    status,
    page: await pack(Buffer.from(html), pageHeaders, quality, former?.page),
    script:
      script === null
        ? null
        : await pack(
            Buffer.from(script),
            { ...headers, 'content-type': 'text/javascript; charset=utf-8' },
            quality,
            former?.script,
          ),
  }
}

async function pack(
  identity: Buffer<ArrayBuffer>,
  common: Record<string, string>,
  quality: number,
  former: Sent | null | undefined,
): Promise<Sent> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
  }
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 21)
  const ready = (body: Buffer<ArrayBuffer>, encoding: Encoding) => {
    // Each encoding has bytes of its own, so it needs an ETag of its own (RFC 9110 §8.8.3.3).
    const etag = `"${hash}${encoding[0]}"`
    const headers: Record<string, string> = { ...common, etag, 'content-length': String(body.length) }
    if (encoding !== 'identity') headers['content-encoding'] = encoding
    return { etag, body, headers, raw: Object.entries(headers).flat() }
  }
  const kept = former?.identity.body.equals(identity) ? former : null
  return {
    br: ready(kept?.br.body ?? (await brotli(identity, { params })), 'br'),
    gzip: ready(kept?.gzip.body ?? (await gzipped(identity)), 'gzip'),
    identity: ready(identity, 'identity'),
  }
}

/** Adds the page policy to a page that bypasses the cache, such as the answer for a missing file. */
export async function pageOutsideCache(response: Response, outside: ExternalOrigins): Promise<Response> {
  if (!response.headers.get('content-type')?.startsWith('text/html')) return response
  const html = await response.text()
  const headers = new Headers(response.headers)
  headers.set('content-type', 'text/html; charset=utf-8')
  for (const [name, value] of Object.entries(policyHeaders(html, outside))) headers.set(name, value)
  return new Response(html, { status: response.status, headers })
}

/**
 * The headers of a page's module for who asks for one version of it. A page names its module's version, a hash of its content
 * (inline-critical-css.ts), so what is sent under that version never changes. An older page's browser gets today's module,
 * as it always did, and asks again the next time.
 */
export function moduleHeaders(headers: Record<string, string>, asked: string): Record<string, string> {
  // With the number of the attempt, because a browser never fetches a module again that failed once.
  const version = asked.replace(/-\d+$/, '')
  const isIt = version.length === versionLength && headers.etag?.startsWith(`"${version}`)
  return isIt ? { ...headers, 'cache-control': forever } : headers
}

/** How a body is encoded; `identity`: not at all. */
export type Encoding = 'br' | 'gzip' | 'identity'

// Matches a coding's whole name, in any case, unless its weight is zero: "br;q=0" refuses it.
const acceptsBr = /(?:^|,)\s*br\s*(?!;\s*q=0(?:\.0*)?\s*(?:,|$))(?:[;,]|$)/i
const acceptsGzip = /(?:^|,)\s*gzip\s*(?!;\s*q=0(?:\.0*)?\s*(?:,|$))(?:[;,]|$)/i

/** The smallest encoding that an Accept-Encoding header lets us send (RFC 9110 §12.5.3). */
export function acceptedEncoding(header: string | undefined): Encoding {
  if (!header) return 'identity'
  return acceptsBr.test(header) ? 'br' : acceptsGzip.test(header) ? 'gzip' : 'identity'
}

/**
 * Whether the client already has the content of an ETag, by its If-None-Match header. The comparison is weak (RFC 9110
 * §13.1.2): a proxy that compresses on its own sends W/ before the tag.
 * @param etag with its quotation marks; it must not contain a comma
 */
export function etagMatches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true
  return ifNoneMatch.split(',').some((each) => each.trim().replace(/^W\//, '') === etag)
}

/** Answers a request itself, or returns false to pass it to the app. */
export type FastPath = (request: IncomingMessage, response: ServerResponse) => boolean

/** For any other Host, the app decides. */
const usualHost = /^[\w.:[\]-]+$/

/**
 * Sends a cached, fresh public page before routes and middleware run, which cost twice as much as sending it. Only for
 * requests that need neither: a GET without query, from a client without the page, while requests aren't logged.
 */
export function fastPath(shop: Shop, metrics: Metrics, ready: (path: string) => CachedPage | null): FastPath {
  const pages = metrics.requests.labels({ method: 'GET', route: 'page', status: '2xx' })
  return ({ method, url, headers }, response) => {
    if (method !== 'GET' || headers['if-none-match'] !== undefined) return false
    if (!usualHost.test(headers.host ?? '') || shop.log.isLevelEnabled('debug')) return false
    const began = performance.now()
    const page = ready(url ?? '')
    if (!page) return false
    const { raw, body } = page.page[acceptedEncoding(headers['accept-encoding'] as string | undefined)]
    response.writeHead(page.status, raw)
    response.end(body)
    pages.observe((performance.now() - began) / 1_000)
    return true
  }
}
