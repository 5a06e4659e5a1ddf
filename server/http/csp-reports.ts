import type { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { type Causer, causedBy } from '../limits/causer.ts'
import { parseAddress } from '../shop/address.ts'
import { redactPath } from '../shop/log.ts'
import type { Shop } from '../shop/shop.ts'
import { callerOf } from './api.ts'
import { reportPath } from './page-policy.ts'

/** Bytes per message; browsers bundle several reports into one. */
const largest = 32 * 1024
/** Log lines per process and hour: for one network, and in all. Anyone can send reports. */
const [maxOfNetwork, maxOfAll, window] = [10, 100, 60 * 60_000]

type Violation = Record<string, unknown>

/** Logs browsers' CSP reports, a few per hour. Nothing is stored, and the answer is always the same. */
export function mountCspReports(app: Hono, shop: Shop) {
  let since = Number.NEGATIVE_INFINITY
  let lines = new Map<Causer, number>()
  let all = 0

  function mayWrite(network: Causer): boolean {
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
        if (!mayWrite(causedBy.network(address))) break
        shop.log.warn({ violation }, 'a browser stopped what the policy of a page does not allow')
      }
      return context.body(null, 204)
    },
  )
}

/** The policy violations in whatever was sent, with only what is safe to log. */
function violationsIn(text: string): Violation[] {
  let sent: unknown
  try {
    sent = JSON.parse(text)
  } catch {
    return []
  }
  // The Reporting API sends a list of reports; `report-uri` sends a single one under its own key.
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

// Names pages by path only: query, hash and the token in a gift's path can open something.
function withoutSecrets(address: string | undefined): string | undefined {
  if (address === undefined || !URL.canParse(address)) return address?.replace(/[?#].*$/, '')
  const { origin, pathname, protocol } = new URL(address)
  return /^https?:$/.test(protocol) ? origin + redactPath(parseAddress(pathname).path) : protocol
}
