import { type Column, type SQL, sql } from 'drizzle-orm'
import type { Database, Transaction } from './database.ts'

/**
 * Builds a statement's text once per database: building the large ones of a purchase took longer than sending them. The
 * values that differ per call are `sql.placeholder`s; `prepare('')` gives the statement no name (named-statements.ts
 * does).
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

/** A value that differs per call, encoded as this column encodes it: an update's types accept no bare placeholder. */
export function given(name: string, column: Column): SQL {
  return sql`${sql.param(sql.placeholder(name), column)}`
}
