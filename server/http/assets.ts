import { serveStatic } from '@hono/node-server/serve-static'
import type { MiddlewareHandler } from 'hono'
import { etag } from 'hono/etag'
import { addressOf } from '../shop/address.ts'
import { transportHeaders } from './security-headers.ts'

/** Sends a file of the build, or passes the request on. */
export type Assets = MiddlewareHandler

/** A single byte range; other Range headers are ignored. */
const oneRange = /^bytes=(\d+-\d*|-\d+)$/
/** For files whose name changes with their content: cached forever. */
const forever = 'public, max-age=31536000, immutable'
/** Pictures and icons keep their name: cached for a day, then revalidated. A CDN may serve the old one meanwhile. */
const aDay = 'public, max-age=86400, stale-while-revalidate=604800'

/**
 * Serves the built client. Next to every text file the build has a .br and a .gz (scripts/build.ts), sent to
 * clients that accept them.
 * @param root absolute path of build/client
 */
export function builtAssets(root: string, publicUrl: string): Assets {
  const transport = Object.entries(transportHeaders(publicUrl))
  const files = serveStatic({ root, precompressed: true })
  const withEtag = etag()
  const withCaching: MiddlewareHandler = async (context, next) => {
    const range = context.req.header('range')
    // Ignores other kinds of ranges, and ranges with If-Range, and sends the whole file (RFC 9110 §14.2).
    if (range !== undefined && (!oneRange.test(range) || context.req.header('if-range') !== undefined))
      context.req.raw.headers.delete('range')
    const response = await files(context, next)
    if (!(response instanceof Response)) return
    const { path } = addressOf(context)
    const isNamedByContent = path.startsWith('/assets/')
    response.headers.set('cache-control', isNamedByContent ? forever : aDay)
    response.headers.set('x-content-type-options', 'nosniff')
    for (const [name, value] of transport) response.headers.set(name, value)
    // The payment provider's fields run in frames of another origin and use the shop's font.
    if (path.endsWith('.woff2')) response.headers.set('access-control-allow-origin', '*')
    // Files cached forever are never revalidated.
    if (isNamedByContent) response.headers.delete('last-modified')
    return response
  }
  return async (context, next) => {
    const { path, isData } = addressOf(context)
    // Only paths with an extension are files; pages have none.
    if (!/\.[a-z0-9]+$/i.test(path) || isData) return next()
    if (path.startsWith('/assets/')) return withCaching(context, next)
    return withEtag(context, async () => {
      const response = await withCaching(context, next)
      if (response) context.res = response
    })
  }
}
