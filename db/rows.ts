import { type SQL, sql } from 'drizzle-orm'
import type { Database, Transaction } from './database.ts'

/** The rows of a statement the query builder can't write, with either driver. Cast dates to text and counts to int in it. */
export async function rowsOf<Row = Record<string, unknown>>(
  db: Pick<Database | Transaction, 'execute'>,
  statement: SQL | string,
): Promise<Row[]> {
  return ((await db.execute(statement)) as unknown as { rows: Row[] }).rows
}

/** Several counts by name, each a `select count(*) ...`, in one round trip. */
export async function countsOf<Name extends string>(
  db: Pick<Database | Transaction, 'execute'>,
  counts: Record<Name, SQL>,
): Promise<Record<Name, number>> {
  const columns = Object.entries<SQL>(counts).map(
    ([name, count]) => sql`(${count}) as ${sql.identifier(name)}`,
  )
  const [row] = await rowsOf(db, sql`select ${sql.join(columns, sql`, `)}`)
  const values = Object.entries(row ?? {}).map(([name, value]) => [name, Number(value)])
  return Object.fromEntries(values) as Record<Name, number>
}
