import { BlockList, isIPv4, isIPv6 } from 'node:net'
import { plainAddress } from './caller.ts'
import type { Shop } from './shop.ts'

/** How many proxies stand in front of the shop, or which networks they are in: whose word about a visitor counts. */
export type TrustedProxies = number | readonly string[]

const network = /^(.+)\/(\d{1,3})$/

/** `TRUST_PROXY` as it is written: `0`, `2`, or `10.0.0.0/8,fd00::/8`; null for anything else. */
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
 * The visitor's address: the one that our outermost proxy saw. What stands left of it in `X-Forwarded-For` is the visitor's
 * own word, and what stands right of it are our proxies.
 * @param peer of the connection; '' where there is none
 */
export function callerAddress(trusted: TrustedProxies, peer: string, forwarded: string | undefined): string {
  const hops = (forwarded ?? '').split(',').map((each) => each.trim())
  const seen = hops.filter((each) => each !== '')
  if (typeof trusted === 'number') {
    if (trusted === 0 || seen.length === 0) return peer
    // Fewer entries than proxies: somebody came past the outer ones, and is the first that was seen.
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

/** Calls after which a process that has seen one single address suspects a proxy that it does not know. */
const manyCalls = 300

type Seen = { calls: number; only: string | null; warning: string | null }
const seenBy = new WeakMap<Shop, Seen>()

/** Notes whom this process takes a caller for, and says once in the log when all visitors must look like one. */
export function noteCaller(shop: Shop, address: string, forwarded: string | undefined) {
  let seen = seenBy.get(shop)
  if (!seen) {
    seen = { calls: 0, only: address, warning: null }
    seenBy.set(shop, seen)
  }
  seen.calls++
  if (seen.only !== address) seen.only = null
  if (seen.warning) return
  if (shop.config.trustProxy === 0 && forwarded !== undefined)
    warn(
      shop,
      seen,
      'A proxy names visitors in X-Forwarded-For, and TRUST_PROXY is 0: all of them are counted as the proxy. Set TRUST_PROXY to the number of your proxies, or to their networks.',
    )
  else if (seen.calls >= manyCalls && seen.only !== null && isOpen(shop, seen.only))
    warn(
      shop,
      seen,
      `All ${manyCalls} calls so far came from ${seen.only}: probably a proxy. Set TRUST_PROXY to the number of your proxies, or to their networks, and let each add to X-Forwarded-For.`,
    )
}

// Who tries the shop on this very machine is one visitor, and one address.
function isOpen(shop: Shop, address: string): boolean {
  return shop.config.publicUrl.startsWith('https:') || !/^(127\.|::1$|$)/.test(plainAddress(address))
}

function warn(shop: Shop, seen: Seen, warning: string) {
  seen.warning = warning
  shop.log.warn(warning)
}

/** What is wrong with how this process tells visitors apart; null while nothing seems to be. */
export function proxyWarning(shop: Shop): string | null {
  return seenBy.get(shop)?.warning ?? null
}
