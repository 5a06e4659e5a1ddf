import type { SQL } from 'drizzle-orm'
import type { Database, Transaction } from '../../../db/database.ts'

/** The rows of a statement of our own, whatever driver it has. Cast dates to text and counts to int in it. */
export async function selectRows<Row extends object>(
  db: Database | Transaction,
  statement: SQL,
): Promise<Row[]> {
  const result = (await db.execute(statement)) as unknown as { rows: Row[] }
  return result.rows
}
