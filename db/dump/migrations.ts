import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { rowsOf, type Transaction } from '../database.ts'

type Journal = { entries: { when: number }[] }

/** Whether these migrations can produce a database migrated up to this point. */
export function knowsMigration(migrations: string, { when, hash }: Omit<LastMigration, 'count'>): boolean {
  const all = readMigrationFiles({ migrationsFolder: migrations })
  return all.some((each) => each.folderMillis === when && each.hash === hash)
}

/**
 * Copies the migrations up to one of them into a folder, to build a database as an older release had it.
 * @param when the last one's time in the journal
 */
export function migrationsUpTo(migrations: string, when: number): { folder: string; remove(): void } {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'shop-migrations-'))
  cpSync(migrations, folder, { recursive: true })
  const file = path.join(folder, 'meta/_journal.json')
  const journal = JSON.parse(readFileSync(file, 'utf8')) as Journal
  const entries = journal.entries.filter((entry) => entry.when <= when)
  writeFileSync(file, JSON.stringify({ ...journal, entries }))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

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
