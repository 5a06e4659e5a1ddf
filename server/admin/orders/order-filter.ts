import { type SQL, sql } from 'drizzle-orm'
import type { AdminInput } from '../../../domain/admin/calls.ts'
import { addDays, instantAt } from '../../../domain/calendar-date.ts'
import type { Shop } from '../../shop.ts'

export type OrderFilter = AdminInput<'exportOrders'>

// Above every character that a word can go on with.
const last = '\u{10ffff}'

/** The searched words, an order's number without its "BC-"; the longest first: it finds the fewest. */
export function searchedWords(search: string | undefined): string[] {
  const words = (search ?? '').split(/\s+/).filter(Boolean)
  const terms = words.map((word) => word.replace(/^#?bc-(?=.)/i, '').slice(0, 100))
  return [...new Set(terms)].sort((a, b) => b.length - a.length).slice(0, 5)
}

/** The rows of order_words, named `w`, that begin like this. */
export function beginsLike(word: string): SQL {
  return sql`w.word >= lower(${word}) and w.word < lower(${word}) || ${last}`
}

/** What an order, named `o`, has to be, besides being found by its words. */
export function fits(shop: Shop, filter: OrderFilter): SQL[] {
  const { timeZone } = shop.config
  const begin = (day: string) => instantAt(day, 0, timeZone).toISOString()
  return [
    ...(filter.status ? [sql`o.status = ${filter.status}`] : []),
    ...(filter.recipientType ? [sql`o.recipient_type = ${filter.recipientType}`] : []),
    ...(filter.plan
      ? [
          sql`exists (select 1 from order_words p where p.word = ${`plan:${filter.plan}`} and p.order_id = o.id)`,
        ]
      : []),
    ...(filter.from ? [sql`o.created_at >= ${begin(filter.from)}::timestamptz`] : []),
    ...(filter.to ? [sql`o.created_at < ${begin(addDays(filter.to, 1))}::timestamptz`] : []),
  ]
}
