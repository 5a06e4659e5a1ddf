import type { SQL } from 'drizzle-orm'
import type { Database, Transaction } from '../../db/database.ts'

/** The rows of a statement that the query builder cannot write, whatever driver the database has. */
export async function rowsOf<Row>(db: Database | Transaction, statement: SQL): Promise<Row[]> {
  const result = (await db.execute(statement)) as unknown as { rows: Row[] }
  return result.rows
}
