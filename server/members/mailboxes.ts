import { createHash } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import type { Database, Transaction } from '../../db/database.ts'
import { otherMailboxes } from '../../db/schema.ts'

/**
 * Every mailbox of whoever reads this one, the first one first: the staff has joined them (docs/decisions/090). Of most people it
 * is the only one.
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

/**
 * The id of a person in the admin, who is a mailbox (docs/decisions/060): made of the address itself, so that whatever was
 * written with it belongs together without a table. In statements it is `md5(email)`, which indexes hold.
 * @param email normalized
 */
export function personIdOf(email: string): string {
  return createHash('md5').update(email).digest('hex')
}
