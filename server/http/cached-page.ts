import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Encoding } from './accepted-encoding.ts'
import type { InlineCriticalCss } from './inline-critical-css.ts'
import { type ExternalOrigins, policyHeaders } from './page-policy.ts'

type Sent = Record<
  Encoding,
  {
    etag: string
    body: Buffer<ArrayBuffer>
    headers: Record<string, string>
    /** the same as Node writes them: name, value, name, value */
    raw: string[]
  }
>

/** A page ready to be sent: the bytes and headers of each encoding. */
export type CachedPage = {
  status: number
  page: Sent
  /** what brings it to life, asked for as `?hydrate` (server/http/inline-critical-css.ts); null where the page brings it itself */
  script: Sent | null
}

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)
// As small as can be: it is done once a minute, beside the answers, and a page that fits into the first ten packets is
// there a round trip sooner.
const most = 11
// For what anybody can make us send afresh by a made-up address: a tenth of the work, a tenth more bytes.
const little = 5

/**
 * Makes a page ready from the answer that rendered it.
 * @param isWorthIt whether it is asked for by many, and is to be as small as can be
 * @param former the page as it was made before, if it was: what has not changed is not compressed again, which takes about 80 ms
 */
export async function cachedPageOf(
  response: Response,
  outside: ExternalOrigins,
  inlineCriticalCss: InlineCriticalCss | undefined,
  isWorthIt: boolean,
  former: CachedPage | null = null,
): Promise<CachedPage> {
  const { status } = response
  const quality = isWorthIt && status === 200 ? most : little
  const body = Buffer.from(await response.arrayBuffer())
  const headers = {
    ...Object.fromEntries(response.headers),
    vary: 'accept-encoding',
    'cache-control': 'public, max-age=0, must-revalidate, stale-while-revalidate=60',
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
    // Other bytes are another thing (RFC 9110 §8.8.3.3).
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

/** A page that the cache does not make ready, such as the answer to a file that is not there: under the same policy. */
export async function pageOutsideCache(response: Response, outside: ExternalOrigins): Promise<Response> {
  if (!response.headers.get('content-type')?.startsWith('text/html')) return response
  const html = await response.text()
  const headers = new Headers(response.headers)
  headers.set('content-type', 'text/html; charset=utf-8')
  for (const [name, value] of Object.entries(policyHeaders(html, outside))) headers.set(name, value)
  return new Response(html, { status: response.status, headers })
}
