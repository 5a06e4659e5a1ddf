import { formatCount } from './count.ts'

/** What the shop notices about itself. */
export const noticeKinds = ['stood still', 'page lost', 'refused often'] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** Seconds a process may stand still, and refusals of one network in an hour, before owners are told. */
export const [longestStill, mostRefusals] = [2, 1_000]

/**
 * A notice in words, for owners: what happened, and what to do.
 * @param about the page's path, or the network
 * @param amount seconds, or refusals
 */
export function noticeOf(kind: NoticeKind, about: string, amount: number): string {
  switch (kind) {
    case 'stood still':
      return `For ${formatCount(amount)} seconds, one of the shop’s processes answered nobody, although it had a processor. If it happens again, look at the machine’s memory and disk, and at what the log says of that moment.`
    case 'page lost':
      return `${about} is shown without its title, as missing, or hidden from search engines. Open it in a private window. If it looks right there, restart the shop; if not, the log says why.`
    case 'refused often':
      return `The network ${about} was refused ${formatCount(amount)} times within an hour, and got nothing by it. If it goes on, block this network at your proxy or with your host.`
  }
}
