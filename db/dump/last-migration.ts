import type { Transaction } from '../database.ts'
import { rowsOf } from '../rows.ts'

/**
 * How far a database is migrated: the number of migrations, and the last one's journal time and the hash of its
 * statements.
 */
export type LastMigration = { count: number; when: number; hash: string }

export async function lastMigration(tx: Transaction): Promise<LastMigration> {
  const [row] = await rowsOf<{ count: number; when: string; hash: string }>(
    tx,
    `select (select count(*)::integer from drizzle.__drizzle_migrations) as count, created_at as "when", hash
     from drizzle.__drizzle_migrations order by created_at desc limit 1`,
  )
  if (!row) throw new Error('the database was never migrated')
  return { count: row.count, when: Number(row.when), hash: row.hash }
}
