import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { type Database, rowsOf, type Transaction } from './database.ts'

type Journal = { entries: { tag: string }[] }

/**
 * Gives an empty database every table as one migration left it, at once rather than step by step since the first release.
 * The migrations after it follow as in any other database. A database that already has migrations stays as it is, and so
 * does one that is to have fewer of them.
 * @param tx the transaction that does all of it
 * @param migrations their folder; in `baseline/`, one file has the name of the migration whose tables it makes
 */
export async function beginAtBaseline(tx: Database | Transaction, migrations: string) {
  const [file] = globSync('baseline/*.sql', { cwd: migrations })
  if (!file) return
  const { entries } = JSON.parse(readFileSync(path.join(migrations, 'meta/_journal.json'), 'utf8')) as Journal
  const last = entries.findIndex(({ tag }) => tag === path.basename(file, '.sql'))
  if (last < 0) return
  const [found] = await rowsOf<{ is_there: boolean }>(
    tx,
    `select to_regclass('${table}') is not null as is_there`,
  )
  if (found?.is_there) return
  const statements = readFileSync(path.join(migrations, file), 'utf8').split('--> statement-breakpoint')
  for (const statement of [...statements, ...asMigratorDoes]) await tx.execute(sql.raw(statement))
  for (const { hash, folderMillis } of readMigrationFiles({ migrationsFolder: migrations }).slice(
    0,
    last + 1,
  ))
    await tx.execute(sql`insert into ${sql.raw(table)} (hash, created_at) values (${hash}, ${folderMillis})`)
}

const table = 'drizzle.__drizzle_migrations'
const asMigratorDoes = [
  'create schema if not exists drizzle',
  `create table ${table} (id serial primary key, hash text not null, created_at bigint)`,
]
