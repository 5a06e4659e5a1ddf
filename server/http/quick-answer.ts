import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Shop } from '../shop/shop.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { acceptedEncoding } from './accepted-encoding.ts'
import type { ReadyPage } from './ready-page.ts'

/** Answers a request at once, or says that the app has to. */
export type QuickAnswer = (request: IncomingMessage, response: ServerResponse) => boolean

/** As Node writes them: name, value, name, value. */
type RawHeaders = string[]

/** The rest of a Host is for the app to refuse. */
const usualHost = /^[\w.:[\]-]+$/

/**
 * Sends a public page that is ready and fresh before routes and middleware are asked, which cost twice what sending does. Only
 * what needs none of them: GET of the bare path, by somebody who doesn't have the page yet, while requests aren't logged.
 */
export function quickAnswer(
  shop: Shop,
  metrics: Metrics,
  ready: (path: string) => ReadyPage | null,
): QuickAnswer {
  const pages = metrics.requests.labels({ method: 'GET', route: 'page', status: '2xx' })
  const written = new WeakMap<Record<string, string>, RawHeaders>()
  return ({ method, url, headers }, response) => {
    if (method !== 'GET' || headers['if-none-match'] !== undefined) return false
    if (!usualHost.test(headers.host ?? '') || shop.log.isLevelEnabled('debug')) return false
    const began = performance.now()
    const page = ready(url ?? '')
    if (!page) return false
    const sent = page.page[acceptedEncoding(headers['accept-encoding'] as string | undefined)]
    let raw = written.get(sent.headers)
    if (!raw) {
      raw = Object.entries(sent.headers).flat()
      written.set(sent.headers, raw)
    }
    response.writeHead(page.status, raw)
    response.end(sent.body)
    pages.observe((performance.now() - began) / 1_000)
    return true
  }
}
