import { sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { readTable, readTables } from '../db/dump/tables.ts'

/**
 * Every row of every table as a line, in an order that doesn't depend on the database's sorting, for comparing two shops
 * row by row.
 */
export async function everyRow(db: Database): Promise<Record<string, string[]>> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`set local time zone 'UTC'`)
    const rows: Record<string, string[]> = {}
    for (const table of await readTables(tx)) {
      const lines: string[] = []
      for await (const some of readTable(tx, table)) lines.push(...some)
      rows[table.name] = lines.sort()
    }
    return rows
  })
}
