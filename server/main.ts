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

// Without the one of all that is not there.
const paths = childrenOf(undefined)

function childrenOf(parent: string | undefined): RouteObject[] {
  return Object.values(build.routes).flatMap((route) => {
    if (!route || route.parentId !== parent || route.path === '*') return []
    const { path, index } = route
    return [index ? { index } : { ...(path === undefined ? {} : { path }), children: childrenOf(route.id) }]
  })
}

/** The pages of app/routes.ts. */
export const pages: Pages = Object.assign(
  (request: Request, page: PageContext) => {
    const context = new RouterContextProvider()
    context.set(pageContext, page)
    return handle(request, context)
  },
  { isKnown: (path: string) => matchRoutes(paths, path) !== null },
)
