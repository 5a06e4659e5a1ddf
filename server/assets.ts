import { serveStatic } from '@hono/node-server/serve-static'
import type { MiddlewareHandler } from 'hono'

/** Answers with a file of the build, or passes on. */
export type Assets = MiddlewareHandler

/** Files whose name changes with their content may be kept for ever. */
const forever = 'public, max-age=31536000, immutable'
const aDay = 'public, max-age=86400, stale-while-revalidate=604800'

/**
 * Serves the built client. The build has written a .br beside every text (scripts/compress.ts), which is sent to who
 * accepts it.
 * @param root absolute path of build/client
 */
export function builtAssets(root: string): Assets {
  return serveStatic({
    root,
    precompressed: true,
    onFound: (path, context) => {
      context.header('cache-control', path.includes('/assets/') ? forever : aDay)
    },
  })
}
