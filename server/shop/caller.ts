import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** An address followed by its port, as some proxies write it; IPv6 is then in brackets. */
const withPort = /^(?:\[([^\]]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/

/** The network an address counts as: one IPv6 customer has a whole /64. */
export function networkOf(claimed: string): string {
  return networksOf(claimed)[0]!
}

/**
 * The networks an address counts as, narrowest first: for IPv6 its /64, /56 and /48, since providers assign customers any of
 * these; for IPv4 the address itself, shared by a home or office, and its /24.
 */
export function networksOf(claimed: string): [string, ...string[]] {
  const address = plainAddress(claimed)
  if (isIPv4(address)) return [address, `${address.slice(0, address.lastIndexOf('.'))}.0/24`]
  const groups = groupsOf(address)
  if (!groups) return [address.slice(0, 64)]
  const [one, two, three, four] = groups.map((group) => group.toString(16)) as [
    string,
    string,
    string,
    string,
  ]
  const upper = (groups[3]! & 0xff00).toString(16)
  return [`${one}:${two}:${three}:${four}`, `${one}:${two}:${three}:${upper}/56`, `${one}:${two}:${three}/48`]
}

/** An address without port, brackets and zone; IPv4 mapped into IPv6 (RFC 4291 §2.5.5.2) as plain IPv4. */
export function plainAddress(claimed: string): string {
  const [, six, four] = withPort.exec(claimed) ?? []
  const address = (six ?? four ?? claimed).replace(/%.*$/, '')
  const groups = groupsOf(address)
  if (!groups || groups.slice(0, 5).some((group) => group !== 0) || groups[5] !== 0xffff) return address
  return [groups[6]! >> 8, groups[6]! & 255, groups[7]! >> 8, groups[7]! & 255].join('.')
}

/** The eight groups of an IPv6 address in any spelling; null for anything else. */
function groupsOf(address: string): number[] | null {
  if (!isIPv6(address)) return null
  const hex = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...bytes: string[]) => {
    const [a, b, c, d] = bytes.map(Number) as [number, number, number, number]
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
  })
  const [head = '', tail] = hex.split('::')
  const parts = (text: string | undefined) => (text ? text.split(':') : [])
  const zeros = tail === undefined ? 0 : 8 - parts(head).length - parts(tail).length
  return [...parts(head), ...Array<string>(zeros).fill('0'), ...parts(tail)].map((group) =>
    Number.parseInt(group, 16),
  )
}

/** The caller of a request, as far as rate limits and sessions need it. */
export type Caller = {
  /** the visitor's IP address; behind proxies, the one the outermost proxy saw (server/shop/caller.ts) */
  address: string
  /** the proof of work as sent (server/limits/proof-of-work.ts) */
  proof?: string
  /** the browser's User-Agent */
  userAgent?: string | undefined
}

/** The browser someone signs in from. */
export type Device = Caller & {
  userAgent: string
  /** token of the session it had so far */
  sessionToken: string | null
  /** token that identifies the browser from an earlier sign-in */
  deviceToken: string | null
}

/** Which proxies' X-Forwarded-For is trusted: how many are in front of the shop, or their networks. */
export type TrustedProxies = number | readonly string[]

const network = /^(.+)\/(\d{1,3})$/

/** Parses `TRUST_PROXY`: `0`, `2`, or `10.0.0.0/8,fd00::/8`; null for anything else. */
export function parseTrustedProxies(text: string): TrustedProxies | null {
  const value = text.trim()
  if (value === 'true') return 1
  if (value === 'false' || value === '') return 0
  if (/^\d$/.test(value)) return Number(value)
  const networks = value.split(',').map((each) => each.trim())
  return networks.every(isNetwork) ? networks : null
}

function isNetwork(text: string): boolean {
  const [, address, bits] = network.exec(text) ?? [null, text, undefined]
  if (isIPv4(address!)) return bits === undefined || Number(bits) <= 32
  return isIPv6(address!) && (bits === undefined || Number(bits) <= 128)
}

/**
 * The visitor's address, as our outermost proxy saw it. Entries to its left in `X-Forwarded-For` come from the visitor and
 * prove nothing; entries to its right are our proxies.
 * @param peer address of the connection; '' if there is none
 */
export function callerAddress(trusted: TrustedProxies, peer: string, forwarded: string | undefined): string {
  const hops = (forwarded ?? '').split(',').map((each) => each.trim())
  const seen = hops.filter((each) => each !== '')
  if (typeof trusted === 'number') {
    if (trusted === 0 || seen.length === 0) return peer
    // Fewer entries than proxies: the caller bypassed the outer ones, and is the first entry.
    return seen.at(-trusted) ?? seen[0]!
  }
  const list = listOf(trusted)
  if (peer !== '' && !isIn(list, peer)) return peer
  for (const each of seen.reverse()) if (!isIn(list, each)) return each
  return seen.at(-1) ?? peer
}

const lists = new WeakMap<readonly string[], BlockList>()

function listOf(networks: readonly string[]): BlockList {
  const known = lists.get(networks)
  if (known) return known
  const list = new BlockList()
  for (const each of networks) {
    const [, address, bits] = network.exec(each) ?? [null, each, undefined]
    const kind = isIPv4(address!) ? 'ipv4' : 'ipv6'
    if (bits === undefined) list.addAddress(address!, kind)
    else list.addSubnet(address!, Number(bits), kind)
  }
  lists.set(networks, list)
  return list
}

function isIn(list: BlockList, claimed: string): boolean {
  const address = plainAddress(claimed)
  if (isIPv4(address)) return list.check(address, 'ipv4')
  return isIPv6(address) && list.check(address, 'ipv6')
}
