import { type SQL, sql } from 'drizzle-orm'
import { newsletterSubscribers } from '../../../db/schema.ts'

// The expressions must match the indexes over them (db/schema/messages.ts); others find the same rows, but slowly.

/** Matches a message `f` if every typed word begins a word of its sender's name, address, subject or order number. */
export const matchesWriter = (typed: string): SQL =>
  sql`search_words(f.name || ' ' || f.email || ' ' || f.subject || ' ' || coalesce(f.order_number, '')) @@ search_query(${typed})`

/**
 * The same for a staff member who searches.
 * @param options.isWithoutEmail whether they may not see addresses, so that none may be found out by searching
 */
export function matchesMessage(typed: string, { isWithoutEmail }: { isWithoutEmail: boolean }): SQL {
  if (!isWithoutEmail) return matchesWriter(typed)
  if (typed.includes('@')) return sql`false`
  const words = sql`search_words(f.name || ' ' || f.subject || ' ' || coalesce(f.order_number, ''))`
  return sql`${matchesWriter(typed)} and ${words} @@ search_query(${typed})`
}

/** Matches a subscriber `f` if every typed word begins a word of their address or name. */
export const matchesSubscriber = (typed: string): SQL =>
  sql`search_words(f.email || ' ' || coalesce(f.name, '')) @@ search_query(${typed})`

/**
 * The same for the table by its own name. Through an array, so that matches are found once: with an ORDER BY on date,
 * PostgreSQL would read subscriber by subscriber until enough of them have the word.
 */
export const subscriberSearch = (typed: string): SQL =>
  sql`${newsletterSubscribers.id} = any(array(select f.id from newsletter_subscribers f where ${matchesSubscriber(typed)}))`
