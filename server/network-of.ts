import { isIPv6 } from 'node:net'

/** Whom an address is counted as: one customer of a provider has a whole /64 of IPv6. */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address
  const [head = '', tail] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  const rest = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : 8 - groups.length - rest.length
  return [...groups, ...Array(zeros).fill('0'), ...rest].slice(0, 4).join(':')
}
