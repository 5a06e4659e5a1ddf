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

/** The same, once the desk's pages are there; null: none was asked for. */
let ofDesk: Promise<typeof handle> | null = null

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
const desk = new Set(
  Object.values(build.routes).flatMap((route) =>
    route && Object.keys(route.module).length === 0 ? [route.id] : [],
  ),
)

function isOfDesk(path: string): boolean {
  const matches = matchRoutes(paths, path.replace(/(\/_)?\.data$/, '') || '/') ?? []
  return matches.some(({ route }) => desk.has(route.id!))
}

function withDesk(): Promise<typeof handle> {
  ofDesk ??= (build.loadDesk?.() ?? Promise.resolve()).then(() => createRequestHandler(build))
  return ofDesk
}

/** The pages of app/routes.ts. */
export const pages: Pages = Object.assign(
  async (request: Request, page: PageContext) => {
    const context = new RouterContextProvider()
    context.set(pageContext, page)
    const answer = isOfDesk(new URL(request.url).pathname) ? await withDesk() : handle
    return answer(request, context)
  },
  { isKnown: (path: string) => matchRoutes(paths, path) !== null },
)
