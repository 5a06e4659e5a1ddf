import type { MiddlewareHandler } from 'hono'
import { securityHeaders } from './security-headers.ts'

/** Characters: the longest of the shop's own paths, with the token of a link, has a tenth of it. */
const longest = 1_000

/**
 * Refuses an address before anybody reads it: a path that is too long, as the pages' router and its patterns take the
 * square of its length, which at the 16 kB that Node lets in is half a second for one request; and a NUL, which no
 * database keeps. Calls refuse that by their schema, in their own words.
 */
export function rejectInvalidUrl(publicUrl: string): MiddlewareHandler {
  const withHeaders = securityHeaders(publicUrl)
  return async (context, next) => {
    const { path, url } = context.req
    const isLong = path.length > longest
    if (!isLong && (!url.includes('%00') || path.startsWith('/api/'))) return next()
    await withHeaders(context, async () => {
      context.res = isLong
        ? context.text('This address is too long.', 414)
        : context.text('This address is not whole. Copy it once more.', 400)
    })
    return context.res
  }
}
