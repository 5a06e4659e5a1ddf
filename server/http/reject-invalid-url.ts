import type { MiddlewareHandler } from 'hono'
import { securityHeaders } from './security-headers.ts'

/** Characters: ten times the shop's own longest path, including a link's token. */
const longest = 1_000

/**
 * Rejects bad addresses before anything parses them. Too long a path: the router's patterns take quadratic time, and
 * Node's limit of 16 kB would cost half a second per request. A NUL: PostgreSQL can't store it. (Calls reject NUL through
 * their schemas, with their own message.)
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
        : context.text('This address is incomplete. Copy it again.', 400)
    })
    return context.res
  }
}
