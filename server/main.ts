import * as build from 'virtual:react-router/server-build'
import { createRequestHandler, matchRoutes, type RouteObject, RouterContextProvider } from 'react-router'
import { type PageContext, pageContext } from '../app/shop/context.ts'
import type { Pages } from './http/page-context.ts'

export { connect } from './create-shop.ts'
export { openShop } from './open-shop.ts'
export { runProcess } from './run-process.ts'
// The entry point for server.mjs and scripts/dev.ts: the build's only entry, loaded by Vite in development.
export { runTerminal } from './run-terminal.ts'

const handle = createRequestHandler(build)

/** Also handles the admin's pages, which load with the first request for one; null until then. */
let adminHandle: Promise<typeof handle> | null = null

// Without the catch-all route, which is the 404 page.
const paths = childrenOf(undefined)

function childrenOf(parent: string | undefined): RouteObject[] {
  return Object.values(build.routes).flatMap((route) => {
    if (!route || route.parentId !== parent || route.path === '*') return []
    const { id, path, index } = route
    return [
      index ? { id, index } : { id, ...(path === undefined ? {} : { path }), children: childrenOf(route.id) },
    ]
  })
}

// Routes that load later have an empty module (vite.config.ts).
const adminRoutes = new Set(
  Object.values(build.routes).flatMap((route) =>
    route && Object.keys(route.module).length === 0 ? [route.id] : [],
  ),
)

function isAdminPath(path: string): boolean {
  const matches = matchRoutes(paths, path.replace(/(\/_)?\.data$/, '') || '/') ?? []
  return matches.some(({ route }) => adminRoutes.has(route.id!))
}

function openAdminHandle(): Promise<typeof handle> {
  adminHandle ??= (build.loadAdmin?.() ?? Promise.resolve()).then(() => createRequestHandler(build))
  return adminHandle
}

/** The pages of app/routes.ts. */
export const pages: Pages = Object.assign(
  async (request: Request, page: PageContext) => {
    const context = new RouterContextProvider()
    context.set(pageContext, page)
    const answer = isAdminPath(new URL(request.url).pathname) ? await openAdminHandle() : handle
    return answer(request, context)
  },
  { isKnown: (path: string) => matchRoutes(paths, path) !== null },
)
