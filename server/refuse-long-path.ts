import type { MiddlewareHandler } from 'hono'

/** Characters: the longest of the shop's own paths, with the token of a link, has a tenth of it. */
const longest = 1_000

/**
 * Refuses a path before it is looked at: the pages' router and its patterns take the square of a path's length, which at
 * the 16 kB that Node lets in is half a second for one request.
 */
export const refuseLongPath: MiddlewareHandler = async (context, next) => {
  if (context.req.path.length > longest) return context.text('This address is too long.', 414)
  return next()
}
