import { type SQL, sql } from 'drizzle-orm'
import { contactMessages, newsletterSubscribers } from '../../../db/schema.ts'

// The expressions must match the indexes over them (db/schema/messages.ts); others find the same rows, but slowly. The
// matches go through an array so that they're computed once: with an ORDER BY on date, PostgreSQL would otherwise read
// message by message until enough of them have the word.

/** Matches a message `f` if every typed word begins a word of its sender's name, address, subject or order number. */
export const matchesWriter = (typed: string): SQL =>
  sql`search_words(f.name || ' ' || f.email || ' ' || f.subject || ' ' || coalesce(f.order_number, '')) @@ search_query(${typed})`

/**
 * The same condition for the unaliased table.
 * @param options.isWithoutEmail for roles that may not see addresses
 */
export function messageSearch(typed: string, { isWithoutEmail = false } = {}): SQL {
  if (isWithoutEmail && typed.includes('@')) return sql`false`
  const untold = sql`and search_words(f.name || ' ' || f.subject || ' ' || coalesce(f.order_number, '')) @@ search_query(${typed})`
  return sql`${contactMessages.id} = any(array(select f.id from contact_messages f where
    ${matchesWriter(typed)} ${isWithoutEmail ? untold : sql``}))`
}

/** Matches a subscriber `f` if every typed word begins a word of their address or name. */
export const matchesSubscriber = (typed: string): SQL =>
  sql`search_words(f.email || ' ' || coalesce(f.name, '')) @@ search_query(${typed})`

export const subscriberSearch = (typed: string): SQL =>
  sql`${newsletterSubscribers.id} = any(array(select f.id from newsletter_subscribers f where ${matchesSubscriber(typed)}))`
