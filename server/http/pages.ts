import type { PageContext } from '../../app/shop/context.ts'

/** Renders a page of app/routes.ts, or its data. server/main.ts creates it from React Router's build. */
export type Pages = {
  (request: Request, context: PageContext, nonce?: string): Promise<Response>
  /** whether a path is in app/routes.ts; absent: every path is */
  isKnown?: (path: string) => boolean
}
