import { type SQL, sql } from 'drizzle-orm'
import { contactMessages, newsletterSubscribers } from '../../db/schema.ts'

// As the indexes over them are written (db/schema/messages.ts): another expression finds the same, slowly.
const { name, email, subject, orderNumber } = contactMessages
const writer = sql`${name} || ' ' || ${email} || ' ' || ${subject} || ' ' || coalesce(${orderNumber}, '')`
const writerUntold = sql`${name} || ' ' || ${subject} || ' ' || coalesce(${orderNumber}, '')`
const subscriber = sql`${newsletterSubscribers.email} || ' ' || coalesce(${newsletterSubscribers.name}, '')`

/**
 * Of whoever wrote: every word that was typed begins one of their name, address, subject or order number.
 * @param options.isWithoutEmail for a role that isn't told addresses; no index of its own
 */
export const writerSaid = (typed: string, { isWithoutEmail = false } = {}): SQL =>
  sql`search_words(${isWithoutEmail ? writerUntold : writer}) @@ search_query(${typed})`

/** Of whoever signed up: every word that was typed begins one of their address or name. */
export const subscriberSaid = (typed: string): SQL =>
  sql`search_words(${subscriber}) @@ search_query(${typed})`
