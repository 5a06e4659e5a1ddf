import type { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { networkOf } from '../shop/caller.ts'
import { redactPath } from '../shop/log.ts'
import type { Shop } from '../shop/shop.ts'
import { callerOf } from './api.ts'
import { reportPath } from './page-policy.ts'

/** Bytes of one message; browsers put several reports into one. */
const largest = 32 * 1024
/** Lines that a process writes within an hour, for one network and in all: anybody can send reports. */
const [maxOfNetwork, maxOfAll, window] = [10, 100, 60 * 60_000]

type Violation = Record<string, unknown>

/**
 * Takes the reports of browsers and writes a line of the log for each, a few an hour. Nothing is stored, and the answer is
 * the same whatever was sent: a browser reads none.
 */
export function mountCspReports(app: Hono, shop: Shop) {
  let since = Number.NEGATIVE_INFINITY
  let lines = new Map<string, number>()
  let all = 0

  function mayWrite(network: string): boolean {
    const now = shop.now().getTime()
    if (Math.abs(now - since) >= window) {
      since = now
      lines = new Map()
      all = 0
    }
    const own = lines.get(network) ?? 0
    if (own >= maxOfNetwork || all >= maxOfAll) return false
    lines.set(network, own + 1)
    all++
    return true
  }

  app.post(
    reportPath,
    bodyLimit({ maxSize: largest, onError: (context) => context.body(null, 413) }),
    async (context) => {
      const { address } = callerOf(shop, context)
      for (const violation of violationsIn(await context.req.text())) {
        if (!mayWrite(networkOf(address))) break
        shop.log.warn({ violation }, 'a browser stopped what the policy of a page does not allow')
      }
      return context.body(null, 204)
    },
  )
}

/** Of whatever was sent, the violations of a policy, in words that may be logged. */
function violationsIn(text: string): Violation[] {
  let sent: unknown
  try {
    sent = JSON.parse(text)
  } catch {
    return []
  }
  // The Reporting API sends a list of reports, `report-uri` a single one under a name of its own.
  return (Array.isArray(sent) ? sent : [sent]).flatMap((each) => {
    const report = asObject(each)
    const old = asObject(report?.['csp-report'])
    const body = old ?? (report?.type === 'csp-violation' ? asObject(report.body) : null)
    if (!body) return []
    const fact = (now: string, before: string) => short(body[now] ?? body[before])
    return [
      {
        directive: fact('effectiveDirective', 'violated-directive'),
        page: withoutSecrets(fact('documentURL', 'document-uri')),
        blocked: withoutSecrets(fact('blockedURL', 'blocked-uri')),
        source: withoutSecrets(fact('sourceFile', 'source-file')),
        line: Number(body.lineNumber ?? body['line-number']) || undefined,
        sample: fact('sample', 'script-sample')?.slice(0, 40),
      },
    ]
  })
}

function asObject(value: unknown): Violation | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Violation) : null
}

function short(value: unknown): string | undefined {
  return typeof value === 'string' ? value.slice(0, 300) : undefined
}

// Pages are told by their path: what stands behind ? and #, and in the path of a gift, opens something.
function withoutSecrets(address: string | undefined): string | undefined {
  if (address === undefined || !URL.canParse(address)) return address?.replace(/[?#].*$/, '')
  const { origin, pathname, protocol } = new URL(address)
  return /^https?:$/.test(protocol) ? origin + redactPath(pathname) : protocol
}
