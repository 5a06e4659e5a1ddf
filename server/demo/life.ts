import type { AccountCaller } from '../members/member.ts'
import type { Shop } from '../shop/shop.ts'
import type { Staff } from '../staff/staff.ts'

/** What everything in an invented year goes by. */
export type Life = {
  /** the shop of that day */
  shop: Shop
  /** who acts for the shop */
  staff: Staff
  /** the next of a list, by its name, and the first again after the last */
  turn<Item>(name: string, list: readonly Item[]): Item
  /** does something so many days later, if that day comes */
  later(days: number, act: () => Promise<unknown>): void
}

let visitors = 0

/** A browser of its own, in a network that no one has (RFC 5737), so that nobody is taken for a crowd. */
export function visitor(): AccountCaller {
  visitors = (visitors + 1) % 60_000
  const address = `2001:db8:${(visitors + 1).toString(16)}::1`
  return { address, userAgent: 'Mozilla/5.0 (invented)', keep: () => {} }
}

/** "ada.invented@example.com": example.com is nobody's (RFC 2606). */
export const addressOf = (name: string) => `${name.toLowerCase()}.invented@example.com`
