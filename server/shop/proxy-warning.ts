import { plainAddress } from './caller.ts'
import type { Shop } from './shop.ts'

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
