import { PassThrough } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'
import { renderToPipeableStream } from 'react-dom/server'
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { pageContext } from './shop/context.ts'

/**
 * Renders a page in one piece. React would otherwise send content below a boundary later, with a script that moves it
 * into place. Pages are cached whole (server/http/page-cache.ts), so that would only add bytes and show nothing without
 * scripts.
 */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: Readonly<RouterContextProvider>,
) {
  return new Promise<Response>((resolve, reject) => {
    let outcome = status
    const { pipe } = renderToPipeableStream(<ServerRouter context={routerContext} url={request.url} />, {
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady() {
        headers.set('content-type', 'text/html')
        const body = new PassThrough()
        resolve(new Response(createReadableStreamFromReadable(body), { headers, status: outcome }))
        pipe(body)
      },
      onShellError: reject,
      onError(error) {
        outcome = 500
        context.get(pageContext)?.failed(error)
      },
    })
  })
}

/** Loader errors go to the shop's log, except 4xx responses. */
export const handleError: HandleErrorFunction = (error, { context, request }) => {
  const isOurs = !isRouteErrorResponse(error) || error.status >= 500
  if (isOurs && !request.signal.aborted) context.get(pageContext)?.failed(error)
}
