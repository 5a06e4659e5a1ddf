import { isIPv6 } from 'node:net'

/** An address with the port of its connection behind it, as some proxies write it; IPv6 then stands in brackets. */
const withPort = /^(?:\[([^\]]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/

/** Whom an address is counted as: one customer of a provider has a whole /64 of IPv6. */
export function networkOf(claimed: string): string {
  const [, six, four] = withPort.exec(claimed) ?? []
  const address = six ?? four ?? claimed
  if (!isIPv6(address) || address.includes('.')) return address
  const [head = '', tail] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  const rest = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : 8 - groups.length - rest.length
  return [...groups, ...Array(zeros).fill('0'), ...rest].slice(0, 4).join(':')
}

/** Who is calling, as far as the shop needs to know. */
export type Caller = {
  /** the visitor's IP address as text; behind one proxy the last of X-Forwarded-For (TRUST_PROXY) */
  address: string
}

/** The browser from which somebody signs in. */
export type Device = Caller & {
  userAgent: string
  /** of the session that it had until now */
  sessionToken: string | null
  /** by which the shop knows the browser from an earlier sign-in */
  deviceToken: string | null
}
