import { createHash } from 'node:crypto'
import { type AnyColumn, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../db/database.ts'
import { orders, otherMailboxes } from '../../db/schema.ts'
import type { Caller } from '../shop/caller.ts'

/** Someone who signed in on this device with a link emailed to this address. */
export type Member = {
  /** normalized */
  email: string
  sessionId: string
}

/** The caller; on open calls perhaps not signed in. */
export type AccountCaller = Caller & {
  /** stores a session (its token and end) in the browser; null signs it out */
  keep: (session: { token: string; expiresAt: Date } | null) => void
}

/**
 * Every mailbox of the person who reads this one, main mailbox first; the staff has joined them (docs/decisions/090). Most
 * people have only one.
 * @param email normalized
 */
export async function mailboxesOf(db: Database | Transaction, email: string): Promise<string[]> {
  const [other] = await db.select().from(otherMailboxes).where(eq(otherMailboxes.email, email))
  const first = other?.firstEmail ?? email
  const rows = await db
    .select({ email: otherMailboxes.email })
    .from(otherMailboxes)
    .where(eq(otherMailboxes.firstEmail, first))
    .orderBy(asc(otherMailboxes.createdAt), asc(otherMailboxes.email))
  return [first, ...rows.map((row) => row.email)]
}

/** Separates a mailbox from those it's joined with, which stay joined: if it was the first, the next one is. */
export async function leaveOthers(tx: Transaction, email: string): Promise<void> {
  const [first, next] = await mailboxesOf(tx, email)
  if (email === first && next) {
    await tx.delete(otherMailboxes).where(eq(otherMailboxes.email, next))
    await tx.update(otherMailboxes).set({ firstEmail: next }).where(eq(otherMailboxes.firstEmail, first))
  } else await tx.delete(otherMailboxes).where(eq(otherMailboxes.email, email))
}

/**
 * A person's id in the admin, where a person is a mailbox (docs/decisions/060). It is derived from the address, so that
 * everything written with that address belongs together without a table. In SQL it is `md5(email)`, which is indexed.
 * @param email normalized
 */
export function personIdOf(email: string): string {
  return createHash('md5').update(email).digest('hex')
}

/**
 * Condition on a text, or on JSON as text: it names this very address, and not only a longer one that has it in it. Whether
 * in a sentence or as a value; in JSON, a line break before it is a backslash and a letter.
 * @param email normalized
 */
export function namesMailbox(text: SQL | AnyColumn, email: string): SQL {
  const literally = email.replaceAll(/[^\p{L}\p{N}]/gu, '\\$&')
  const alone = String.raw`((?<![[:alnum:]._%+-])|(?<=\\[bfnrt]))${literally}(?![[:alnum:]-]|\.[[:alnum:]])`
  return sql`lower(${text}) ~ ${alone}`
}

/** Condition on orders: bought by one of these mailboxes. An order keeps its buyer's address as it was typed. */
export function boughtBy(emails: string[]): SQL {
  return inArray(sql`md5(lower(trim(${orders.purchaserEmail})))`, emails.map(personIdOf))
}
