import * as build from 'virtual:react-router/server-build'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import { pageContext } from '../app/shop/context.ts'
import type { Pages } from './http/pages.ts'

export { openShop } from './open-shop.ts'
export { runProcess } from './run-process.ts'
// What server.mjs and scripts/dev-server.ts run: in the build this file is the one entry, in development Vite loads it.
export { runTerminal } from './run-terminal.ts'

const handle = createRequestHandler(build)

/** The pages of app/routes.ts. */
export const pages: Pages = (request, page) => {
  const context = new RouterContextProvider()
  context.set(pageContext, page)
  return handle(request, context)
}
