import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Shop } from '../shop/shop.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { acceptedEncoding } from './accepted-encoding.ts'
import type { ReadyPage } from './ready-page.ts'

/** Answers a request at once, or says that the app has to. */
export type QuickAnswer = (request: IncomingMessage, response: ServerResponse) => boolean

/** The rest of a Host is for the app to refuse. */
const usualHost = /^[\w.:[\]-]+$/

/**
 * Sends a public page that is ready and fresh before routes and middleware are asked, which cost twice what sending does. Only
 * what needs none of them: GET of the bare path, by somebody who doesn't have the page yet, while requests aren't logged.
 * What it makes for a request is garbage a millisecond later, so it makes as little as it can: no object of the headers, and
 * those of the answer are written as they were made ready.
 */
export function quickAnswer(
  shop: Shop,
  metrics: Metrics,
  ready: (path: string) => ReadyPage | null,
): QuickAnswer {
  const known = { host: '', encoding: '' }
  return ({ method, url, rawHeaders }, response) => {
    if (method !== 'GET' || !readHeaders(rawHeaders, known) || shop.log.isLevelEnabled('debug')) return false
    const began = performance.now()
    const page = ready(url ?? '')
    if (!page) return false
    const { raw, body } = page.page[acceptedEncoding(known.encoding)]
    response.writeHead(page.status, raw)
    response.end(body)
    metrics.readyPages.observe((performance.now() - began) / 1_000)
    return true
  }
}

/**
 * Reads what the answer goes by.
 * @param raw name, value, name, value
 * @returns whether a page may be sent: no condition, and a usual host, once
 */
function readHeaders(raw: string[], known: { host: string; encoding: string }): boolean {
  known.host = ''
  known.encoding = ''
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at]!
    // Most names are of other lengths, and needn't be looked at.
    if (name.length === 4 && name.toLowerCase() === 'host') {
      if (known.host) return false
      known.host = raw[at + 1]!
    } else if (name.length === 15 && name.toLowerCase() === 'accept-encoding') {
      if (known.encoding) return false
      known.encoding = raw[at + 1]!
    } else if (name.length === 13 && name.toLowerCase() === 'if-none-match') return false
  }
  return usualHost.test(known.host)
}
