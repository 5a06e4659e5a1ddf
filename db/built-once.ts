import { type Column, type SQL, sql } from 'drizzle-orm'
import type { Database, Transaction } from './database.ts'

/**
 * A statement whose text is built once for each database: to build the large ones of a purchase took longer than to send them.
 * What differs from call to call is a `sql.placeholder`; `prepare('')` gives it no name of its own (named-statements.ts does).
 */
export function builtOnce<Built>(
  build: (db: Database | Transaction) => Built,
): (db: Database | Transaction) => Built {
  const known = new WeakMap<object, Built>()
  return (db) => {
    const found = known.get(db)
    if (found) return found
    const built = build(db)
    known.set(db, built)
    return built
  }
}

/** What differs from call to call, written as this column writes it: an update's types take no bare placeholder. */
export function given(name: string, column: Column): SQL {
  return sql`${sql.param(sql.placeholder(name), column)}`
}
