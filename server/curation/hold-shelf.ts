import { type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'

/**
 * Holds pieces on the shelf until the transaction ends, in the one order in which everybody holds several: by their id,
 * and before any box that takes or loses one. Whoever held boxes first and pieces then would wait for who counts the
 * shelf, who waits for the boxes.
 * @param which of `belt_variants v`; all of them, unless it is said: some hundred rows
 */
export async function holdShelf(tx: Transaction, which: SQL = sql`true`): Promise<void> {
  await tx.execute(
    sql`select count(*) from (select v.id from belt_variants v where ${which} order by v.id for update) held`,
  )
}
