import { plainAddress } from './caller.ts'
import type { Shop } from './shop.ts'

/** Calls, all from one address, after which a process suspects an unconfigured proxy. */
const manyCalls = 300

type Seen = { calls: number; only: string | null; warning: string | null }

const seenBy = new WeakMap<Shop, Seen>()

/** Tracks the addresses this process sees, and warns once if all visitors seem to share one. */
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

// On localhost a single address is expected.
function isOpen(shop: Shop, address: string): boolean {
  return shop.config.publicUrl.startsWith('https:') || !/^(127\.|::1$|$)/.test(plainAddress(address))
}

function warn(shop: Shop, seen: Seen, warning: string) {
  seen.warning = warning
  shop.log.warn(warning)
}

/** Why this process may not be able to tell visitors apart; null while nothing looks wrong. */
export function proxyWarning(shop: Shop): string | null {
  return seenBy.get(shop)?.warning ?? null
}
