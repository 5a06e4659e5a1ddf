import * as build from 'virtual:react-router/server-build'
import { createRequestHandler, matchRoutes, type RouteObject, RouterContextProvider } from 'react-router'
import { type PageContext, pageContext } from '../app/shop/context.ts'
import type { Pages } from './http/pages.ts'

export { connect } from './create-shop.ts'
export { openShop } from './open-shop.ts'
export { runProcess } from './run-process.ts'
// What server.mjs and scripts/dev.ts run: in the build this file is the one entry, in development Vite loads it.
export { runTerminal } from './run-terminal.ts'

const handle = createRequestHandler(build)

/** The same, once the admin's pages are there; null: none was asked for. */
let ofAdmin: Promise<typeof handle> | null = null

// Without the one of all that is not there.
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

// Those are empty that are loaded later (vite.config.ts).
const admin = new Set(
  Object.values(build.routes).flatMap((route) =>
    route && Object.keys(route.module).length === 0 ? [route.id] : [],
  ),
)

function isOfAdmin(path: string): boolean {
  const matches = matchRoutes(paths, path.replace(/(\/_)?\.data$/, '') || '/') ?? []
  return matches.some(({ route }) => admin.has(route.id!))
}

function withAdmin(): Promise<typeof handle> {
  ofAdmin ??= (build.loadAdmin?.() ?? Promise.resolve()).then(() => createRequestHandler(build))
  return ofAdmin
}

/** The pages of app/routes.ts. */
export const pages: Pages = Object.assign(
  async (request: Request, page: PageContext) => {
    const context = new RouterContextProvider()
    context.set(pageContext, page)
    const answer = isOfAdmin(new URL(request.url).pathname) ? await withAdmin() : handle
    return answer(request, context)
  },
  { isKnown: (path: string) => matchRoutes(paths, path) !== null },
)
