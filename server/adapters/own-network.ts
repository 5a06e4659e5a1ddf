import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

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

/** @throws Error if the host is an address that may not be called */
export function refuseOwnNetwork({ hostname }: URL, mayBeLocal: boolean): void {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) && isRefused(host, mayBeLocal)) throw new Error(refusal)
}

/** Looks a name up and refuses it there, so that a name can't point elsewhere between a check and the call. */
export function guardedLookup(mayBeLocal: boolean): LookupFunction {
  return (name, options, back) =>
    lookup(name, { ...options, all: true }, (error, found) => {
      if (error) return back(error, '', 4)
      if (found.some(({ address }) => isRefused(address, mayBeLocal))) return back(new Error(refusal), '', 4)
      if (options.all) (back as unknown as (error: null, found: unknown) => void)(null, found)
      else back(null, found[0]!.address, found[0]!.family)
    })
}
