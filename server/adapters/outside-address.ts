import http from 'node:http'
import https from 'node:https'
import type { Outside, OutsideMessage } from '../shop/outside.ts'
import { guardedLookup, refuseOwnNetwork } from './own-network.ts'

/** Milliseconds for a whole call. */
const usualPatience = 10_000

type Call = { method: 'GET' | 'POST'; headers?: Record<string, string>; body?: string; patience: number }

/** @throws Error unless it answers 2xx in time; a redirect is no answer */
async function call(
  address: string,
  mayBeLocal: boolean,
  { method, headers, body, patience }: Call,
): Promise<void> {
  const url = new URL(address)
  refuseOwnNetwork(url, mayBeLocal)
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? https : http).request(url, {
      method,
      headers: { 'user-agent': 'belt-club', ...headers },
      lookup: guardedLookup(mayBeLocal),
      agent: false,
      signal: AbortSignal.timeout(patience),
    })
    request.once('response', (answer) => {
      const status = answer.statusCode ?? 0
      answer.destroy()
      if (status >= 200 && status < 300) return resolve()
      const moved = status >= 300 && status < 400 ? ' (it sends us elsewhere, which we don’t follow)' : ''
      reject(new Error(`It answered ${status}${moved}.`))
    })
    request.once('error', (error: NodeJS.ErrnoException) => {
      const isLate = error.name === 'TimeoutError' || error.name === 'AbortError'
      reject(
        isLate ? new Error(`It didn’t answer within ${patience / 1_000} seconds.`, { cause: error }) : error,
      )
    })
    request.end(body)
  })
}

/** Tells the address of an owner's choice over HTTP, in the words of the service behind it. */
export function outsideAddress({ patience = usualPatience }: { patience?: number } = {}): Outside {
  return {
    tell: ({ url, kind, mayBeLocal }, message) =>
      call(url, mayBeLocal, { method: 'POST', patience, ...bodies[kind](message) }),
    beat: ({ url, mayBeLocal }) => call(url, mayBeLocal, { method: 'GET', patience }),
  }
}

type Message = OutsideMessage & { shop: string }

const json = (body: unknown) => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

const bodies = {
  json: (message: Message) => json(message),
  /** https://api.slack.com/messaging/webhooks; Mattermost and Discord (/slack) take the same */
  slack: ({ shop, title, text, isOver }: Message) =>
    json({ text: `${isOver ? '✅' : '🔴'} *${shop}: ${title}*\n${text}` }),
  /** https://docs.ntfy.sh/publish/: headers are ASCII, or encoded by RFC 2047 */
  ntfy: ({ shop, title, text, isOver }: Message) => ({
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      title: `=?UTF-8?B?${Buffer.from(`${shop}: ${title}`).toString('base64')}?=`,
      priority: isOver ? 'default' : 'urgent',
      tags: isOver ? 'white_check_mark' : 'rotating_light',
    },
    body: text,
  }),
}
