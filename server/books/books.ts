import type { Account, Entry } from '../../domain/books.ts'
import { addDays, type CalendarDate, instantAt } from '../../domain/calendar-date.ts'
import { ShopError } from '../../domain/errors.ts'
import { shopDay } from '../ledger/shop-day.ts'
import type { Shop } from '../shop/shop.ts'
import { readEntries } from './read-entries.ts'

/** Days in the shop's time zone, both included. */
export type Period = { from: CalendarDate; to: CalendarDate }

/** An account over a period, in integer cents; debits are positive. */
export type AccountSums = Account & {
  openingCents: number
  debitCents: number
  /** as a positive number */
  creditCents: number
  closingCents: number
}

export type Books = Period & {
  accounts: AccountSums[]
  /** what moved in each account on each day, by day and code; debits are positive */
  days: Map<CalendarDate, Map<string, number>>
}

/**
 * The trial balance of a period, and each day's movements.
 * @throws ShopError 'invalid_body' for a period that ends before it begins
 */
export async function readBooks(shop: Shop, { from, to }: Period): Promise<Books> {
  requirePeriod({ from, to })
  const accounts = new Map<string, AccountSums>()
  const days: Books['days'] = new Map()
  for await (const entry of readEntries(shop, endOf(shop, to))) {
    const day = shopDay(shop, entry.at)
    if (day > to) continue
    for (const { account, cents } of entry.postings) {
      const sums = accounts.get(account.code) ?? {
        ...account,
        ...{ openingCents: 0, debitCents: 0, creditCents: 0, closingCents: 0 },
      }
      accounts.set(account.code, sums)
      sums.closingCents += cents
      if (day < from) sums.openingCents += cents
      else {
        if (cents > 0) sums.debitCents += cents
        else sums.creditCents -= cents
        const moved = days.get(day) ?? new Map<string, number>()
        days.set(day, moved.set(account.code, (moved.get(account.code) ?? 0) + cents))
      }
    }
  }
  const byCode = (one: string, other: string) => (one < other ? -1 : 1)
  return {
    ...{ from, to },
    accounts: [...accounts.values()].sort((one, other) => byCode(one.code, other.code)),
    days: new Map([...days].sort(([one], [other]) => byCode(one, other))),
  }
}

/** Every entry of a period with its day, for auditing a sum. */
export async function* readJournal(
  shop: Shop,
  { from, to }: Period,
): AsyncGenerator<Entry & { day: CalendarDate }> {
  for await (const entry of readEntries(shop, endOf(shop, to))) {
    const day = shopDay(shop, entry.at)
    if (day >= from && day <= to) yield { ...entry, day }
  }
}

export function requirePeriod({ from, to }: Period) {
  if (from <= to) return
  const sentence = 'The period ends before it begins. Choose a later last day.'
  throw new ShopError('invalid_body', sentence, { fields: { to: sentence } })
}

function endOf(shop: Shop, to: CalendarDate): Date {
  return instantAt(addDays(to, 1), 0, shop.config.timeZone)
}
