import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type { LastMigration } from './last-migration.ts'

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
