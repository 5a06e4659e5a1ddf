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
