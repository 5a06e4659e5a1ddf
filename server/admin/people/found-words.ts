import { type SQL, sql } from 'drizzle-orm'
import { contactMessages, newsletterSubscribers } from '../../../db/schema.ts'

// The words are as the indexes over them are written (db/schema/messages.ts): others find the same, slowly. What is found
// is an array, made once: asked for the newest, PostgreSQL would read message by message until enough have the word.

/** Of whoever wrote a message, named `f`: every word that was typed begins one of their name, address, subject or order number. */
export const writerWords = (typed: string): SQL =>
  sql`search_words(f.name || ' ' || f.email || ' ' || f.subject || ' ' || coalesce(f.order_number, '')) @@ search_query(${typed})`

/**
 * The same of a message that isn't named.
 * @param options.isWithoutEmail for a role that isn't told addresses
 */
export function writerSaid(typed: string, { isWithoutEmail = false } = {}): SQL {
  if (isWithoutEmail && typed.includes('@')) return sql`false`
  const untold = sql`and search_words(f.name || ' ' || f.subject || ' ' || coalesce(f.order_number, '')) @@ search_query(${typed})`
  return sql`${contactMessages.id} = any(array(select f.id from contact_messages f where
    ${writerWords(typed)} ${isWithoutEmail ? untold : sql``}))`
}

/** Of whoever signed up, named `f`: every word that was typed begins one of their address or name. */
export const subscriberWords = (typed: string): SQL =>
  sql`search_words(f.email || ' ' || coalesce(f.name, '')) @@ search_query(${typed})`

export const subscriberSaid = (typed: string): SQL =>
  sql`${newsletterSubscribers.id} = any(array(select f.id from newsletter_subscribers f where ${subscriberWords(typed)}))`
