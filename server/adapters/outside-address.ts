import { lookup } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import type { Outside, OutsideMessage } from '../shop/outside.ts'

/** Milliseconds for a whole call. */
const usualPatience = 10_000

const networks = (list: readonly (readonly [string, number])[]) => {
  const found = new BlockList()
  for (const [network, bits] of list) found.addSubnet(network, bits, isIP(network) === 6 ? 'ipv6' : 'ipv4')
  return found
}

/** Link-local: a cloud's own service that hands out keys answers there. Nobody may send the shop to it. */
const never = networks([
  ['169.254.0.0', 16],
  ['fe80::', 10],
  ['fd00:ec2::254', 128],
  ['0.0.0.0', 8],
])
/** Of this machine or its own network (RFC 6890): only the environment may name one, no signed-in session. */
const local = networks([
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
  ['::', 127],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['ff00::', 8],
])

function isRefused(address: string, mayBeLocal: boolean): boolean {
  // An IPv4 address in the notation of IPv6 is found, too.
  const kind = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  return never.check(address, kind) || (!mayBeLocal && local.check(address, kind))
}

const refusal = 'That address is inside our own network. Use a public one, or set it in the environment.'

/** Looks a name up and refuses it there, so that a name can't point elsewhere between a check and the call. */
function guardedLookup(mayBeLocal: boolean): LookupFunction {
  return (name, options, back) =>
    lookup(name, { ...options, all: true }, (error, found) => {
      if (error) return back(error, '', 4)
      if (found.some(({ address }) => isRefused(address, mayBeLocal))) return back(new Error(refusal), '', 4)
      if (options.all) (back as unknown as (error: null, found: unknown) => void)(null, found)
      else back(null, found[0]!.address, found[0]!.family)
    })
}

type Call = { method: 'GET' | 'POST'; headers?: Record<string, string>; body?: string; patience: number }

/** @throws Error unless it answers 2xx in time; a redirect is no answer */
function call(
  address: string,
  mayBeLocal: boolean,
  { method, headers, body, patience }: Call,
): Promise<void> {
  const url = new URL(address)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) && isRefused(host, mayBeLocal)) return Promise.reject(new Error(refusal))
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
