import type { Context, Hono, MiddlewareHandler } from 'hono'
import { addressOf, nowhere } from '../shop/address.ts'
import { securityHeaders } from './security-headers.ts'

type Known = {
  /** the path as the page's route spells it; null: no page has it */
  spelled(path: string): string | null
  /** sends the "not found" page */
  answerMissing(context: Context): Response | Promise<Response>
}

/**
 * Sends a request for an address in another spelling to the right one (RFC 9110 §15.4.9), or answers that nothing is there
 * (decision 119). The first to see a request, so that nothing after it meets an address in two spellings. Also rejects bad
 * addresses before anything parses them. Too long a path: the router's patterns take quadratic time, and Node's limit of
 * 16 kB would cost half a second per request. A NUL: PostgreSQL can't store it. (Calls reject NUL through their schemas,
 * with their own message.)
 */
export function oneSpelling(
  app: Hono,
  publicUrl: string,
  { spelled, answerMissing }: Known,
): MiddlewareHandler {
  const withHeaders = securityHeaders(publicUrl)
  return async (context, next) => {
    const { path, page, isData, search, isCanonical, isLong } = addressOf(context)
    const { url } = context.req
    const refuse = async (answer: () => Response | Promise<Response>) => {
      await withHeaders(context, async () => {
        context.res = await answer()
      })
      return context.res
    }
    if (isLong) return refuse(() => context.text('This address is too long.', 414))
    if (url.includes('%00') && !path.startsWith('/api/'))
      return refuse(() => context.text('This address is incomplete. Copy it again.', 400))
    const right = spelled(page)
    if (isCanonical && (right === null || right === page)) return next()
    // A program that calls spells its address right, or hears that it doesn't.
    const isCall = path.startsWith('/api/')
    const isServed = path !== nowhere && !isCall && (right !== null || isRouted(app, path))
    if (!isServed) return refuse(() => answerMissing(context))
    const place = right === null ? path : isData ? (right === '/' ? '/_.data' : `${right}.data`) : right
    return refuse(() => {
      context.header('cache-control', 'no-store')
      return context.redirect(place + search, 308)
    })
  }
}

/** Whether a route other than a page's is mounted for a path. */
function isRouted({ routes }: Hono, path: string): boolean {
  return routes.some((route) => !route.path.includes('*') && hasPattern(path, route.path))
}

/** Whether a path has a route's pattern, such as `/mail/stop/:token`. */
export function hasPattern(path: string, pattern: string): boolean {
  const [parts, names] = [path.split('/'), pattern.split('/')]
  return names.length === parts.length && names.every((name, at) => name[0] === ':' || name === parts[at])
}
