import { BlockList, isIPv4, isIPv6 } from 'node:net'
import { plainAddress } from './caller.ts'

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
