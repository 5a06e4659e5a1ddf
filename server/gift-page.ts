import type { Hono } from 'hono'
import { redactPath } from './redact-path.ts'

/**
 * The page of a gift's recipient is the same for all; its address opens one gift. No cache of others, no referrer and
 * no index may keep it. Stands before the cache of pages, whose headers are for pages that everybody may keep.
 */
export function mountGiftPage(app: Hono) {
  app.use('/gift/*', async (context, next) => {
    await next()
    context.header('cache-control', 'no-store')
    context.header('referrer-policy', 'no-referrer')
    context.header('x-robots-tag', 'noindex')
  })
}

/** The request as pages are rendered for it: what a page of one gift says, it says on that of every other. */
export function withoutToken(request: Request): Request {
  const url = new URL(request.url)
  const path = redactPath(url.pathname)
  if (path === url.pathname) return request
  url.pathname = path
  return new Request(url, request)
}
