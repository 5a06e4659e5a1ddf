import { type SQL, sql } from 'drizzle-orm'
import type { Shop } from '../shop/shop.ts'

/** Counts by their names, each `select count(*) ...`: one trip to the database, whatever driver it has. */
export async function numbers<Name extends string>(
  shop: Shop,
  counts: Record<Name, SQL>,
): Promise<Record<Name, number>> {
  const columns = Object.entries<SQL>(counts).map(
    ([name, count]) => sql`(${count}) as ${sql.identifier(name)}`,
  )
  const statement = sql`select ${sql.join(columns, sql`, `)}`
  const result = (await shop.db.execute(statement)) as unknown as { rows: Record<string, unknown>[] }
  const values = Object.entries(result.rows[0] ?? {}).map(([name, value]) => [name, Number(value)])
  return Object.fromEntries(values) as Record<Name, number>
}

/** The rows of a statement that the query builder cannot write, whatever driver the database has. */
export async function rowsOf(shop: Shop, statement: SQL): Promise<Record<string, unknown>[]> {
  const result = (await shop.db.execute(statement)) as unknown as { rows: Record<string, unknown>[] }
  return result.rows
}
