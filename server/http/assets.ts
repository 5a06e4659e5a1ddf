import { serveStatic } from '@hono/node-server/serve-static'
import type { MiddlewareHandler } from 'hono'
import { etag } from 'hono/etag'
import { transportHeaders } from './security-headers.ts'

/** Answers with a file of the build, or passes on. */
export type Assets = MiddlewareHandler

/** A part that can be sent as it is asked for. */
const oneRange = /^bytes=(\d+-\d*|-\d+)$/
/** Files whose name changes with their content may be kept for ever. */
const forever = 'public, max-age=31536000, immutable'
/** Pictures and icons keep their name: a day, then ask; a CDN may serve the old one while it asks. */
const aDay = 'public, max-age=86400, stale-while-revalidate=604800'

/**
 * Serves the built client. The build has written a .br and a .gz beside every text (scripts/compress-client.ts),
 * which is sent to who accepts it.
 * @param root absolute path of build/client
 */
export function builtAssets(root: string, publicUrl: string): Assets {
  const transport = Object.entries(transportHeaders(publicUrl))
  const files = serveStatic({ root, precompressed: true })
  const withEtag = etag()
  const withCaching: MiddlewareHandler = async (context, next) => {
    const range = context.req.header('range')
    // One in other words is passed over, and so is one that depends on what the client has (RFC 9110 §14.2).
    if (range !== undefined && (!oneRange.test(range) || context.req.header('if-range') !== undefined))
      context.req.raw.headers.delete('range')
    const response = await files(context, next)
    if (!(response instanceof Response)) return
    const isNamedByContent = context.req.path.startsWith('/assets/')
    response.headers.set('cache-control', isNamedByContent ? forever : aDay)
    response.headers.set('x-content-type-options', 'nosniff')
    for (const [name, value] of transport) response.headers.set(name, value)
    // The payment provider's fields stand in frames of another origin, in the shop's font.
    if (context.req.path.endsWith('.woff2')) response.headers.set('access-control-allow-origin', '*')
    // Nobody asks again for what is kept for ever.
    if (isNamedByContent) response.headers.delete('last-modified')
    return response
  }
  return async (context, next) => {
    // Only paths with an extension are files; pages have none.
    if (!/\.[a-z0-9]+$/i.test(context.req.path) || context.req.path.endsWith('.data')) return next()
    if (context.req.path.startsWith('/assets/')) return withCaching(context, next)
    return withEtag(context, async () => {
      const response = await withCaching(context, next)
      if (response) context.res = response
    })
  }
}
