import type { PageContext } from '../../app/shop/context.ts'

/** Renders a page of app/routes.ts, or its data. Made from React Router's build in server/main.ts. */
export type Pages = {
  (request: Request, context: PageContext, nonce?: string): Promise<Response>
  /** whether a path is one of app/routes.ts; absent: every path is */
  isKnown?: (path: string) => boolean
}
