import type { SQL } from 'drizzle-orm'
import type { Shop } from '../../shop.ts'

/** The rows of a statement that the query builder cannot write, whatever driver the database has. */
export async function rowsOf(shop: Shop, statement: SQL): Promise<Record<string, unknown>[]> {
  const result = (await shop.db.execute(statement)) as unknown as { rows: Record<string, unknown>[] }
  return result.rows
}
