import type { OutsideKind } from '../../domain/admin/outside-contracts.ts'

/** Where alarms are told outside the shop, and the address that misses its calls; null: not set. */
export type OutsideAddresses = Readonly<{
  alarm: Readonly<{ url: string; kind: OutsideKind; mayBeLocal: boolean }> | null
  heartbeat: Readonly<{ url: string; mayBeLocal: boolean }> | null
}>

export type OutsideMessage = {
  title: string
  text: string
  /** the line of the health page */
  line: string
  isOver: boolean
}

/** Calls addresses the owner has set. Each call has an end, follows no redirect, and throws an Error whose message says why. */
export type Outside = {
  tell(
    address: NonNullable<OutsideAddresses['alarm']>,
    message: OutsideMessage & { shop: string },
  ): Promise<void>
  /** tells a dead man's switch that all is well */
  beat(address: NonNullable<OutsideAddresses['heartbeat']>): Promise<void>
}

/** The kind that a service's own address gives away. */
export function kindOf(url: string): OutsideKind {
  const { hostname } = new URL(url)
  if (hostname === 'hooks.slack.com') return 'slack'
  return /(^|\.)ntfy\./.test(hostname) || hostname === 'ntfy' ? 'ntfy' : 'json'
}
