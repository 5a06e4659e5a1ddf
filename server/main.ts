import * as build from 'virtual:react-router/server-build'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import { type PageContext, pageContext } from '../app/shop/context.ts'
import type { Pages } from './http/page-context.ts'
import { pageRoutes } from './http/page-routes.ts'
import { readAddress } from './shop/address.ts'

export { connect } from './create-shop.ts'
export { openShop } from './open-shop.ts'
export { runProcess } from './run-process.ts'
// The entry point for server.mjs and scripts/dev.ts: the build's only entry, loaded by Vite in development.
export { runTerminal } from './run-terminal.ts'

const handle = createRequestHandler(build)

/** Also handles the admin's pages, which load with the first request for one; null until then. */
let adminHandle: Promise<typeof handle> | null = null

const routes = Object.values(build.routes).filter((route) => route !== undefined)
const match = pageRoutes(routes)

// Routes that load later have an empty module (vite.config.ts).
const adminRoutes = new Set(
  Object.values(build.routes).flatMap((route) =>
    route && Object.keys(route.module).length === 0 ? [route.id] : [],
  ),
)

const isOfAdmin = (page: string) => match(page)?.ids.some((id) => adminRoutes.has(id)) ?? false

function openAdminHandle(): Promise<typeof handle> {
  adminHandle ??= (build.loadAdmin?.() ?? Promise.resolve()).then(() => createRequestHandler(build))
  return adminHandle
}

/** The pages of app/routes.ts. */
export const pages: Pages = Object.assign(
  async (request: Request, page: PageContext) => {
    const context = new RouterContextProvider()
    context.set(pageContext, page)
    const answer = isOfAdmin(readAddress(request).page) ? await openAdminHandle() : handle
    return answer(request, context)
  },
  { match },
)
