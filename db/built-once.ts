import { type Column, type SQL, sql } from 'drizzle-orm'
import type { Database, Transaction } from './database.ts'

/**
 * Builds a statement's text once per database: building the large ones of a purchase took longer than sending them. The
 * values that differ per call are `sql.placeholder`s; `prepare('')` gives the statement no name (named-statements.ts
 * does).
 * @param build also gets the rows of the first call, of which it may use only the keys
 */
export function builtOnce<Built, Sample extends unknown[] = []>(
  build: (db: Database | Transaction, ...sample: Sample) => Built,
): (db: Database | Transaction, ...sample: Sample) => Built {
  const known = new WeakMap<object, Built>()
  return (db, ...sample) => {
    const found = known.get(db)
    if (found) return found
    const built = build(db, ...sample)
    known.set(db, built)
    return built
  }
}

/** `with name as (…), … select id from name`, for parts the query builder can't write. */
export function prepareParts(db: Database | Transaction, parts: Record<string, SQL>, from: string) {
  const named = Object.entries(parts).map(([name, part]) => db.$with(name, {}).as(part))
  return db
    .with(...named)
    .select({ id: sql<string>`id` })
    .from(sql`${sql.identifier(from)}`)
    .prepare('')
}

/** A value that differs per call, encoded as this column encodes it: an update's types accept no bare placeholder. */
export function given(name: string, column: Column): SQL {
  return sql`${sql.param(sql.placeholder(name), column)}`
}
