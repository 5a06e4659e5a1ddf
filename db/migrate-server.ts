import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'
import { DatabaseError } from './database.ts'
import * as schema from './schema.ts'
import { describeUrl, hasCode, reasonOf } from './server-trouble.ts'

// An arbitrary number, the same in all processes: whoever holds the lock migrates, the others wait.
const migrationLock = 7_205_759_403

/**
 * Migrates a database, unless it is. The lock belongs to the transaction: behind a pooler, one of the session would stay with
 * a connection that is then a stranger's, and be waited for without end.
 * @param wait milliseconds to wait for another process that migrates, and for each table that others use
 * @throws DatabaseError if it can't, saying what to do
 */
export async function migrateServer(
  client: pg.Client,
  url: string,
  { migrations, wait }: { migrations: string; wait: number },
) {
  let hasLock = false
  try {
    if (await isMigrated(client, migrations)) return
    await client.query('begin')
    await client.query(`set local statement_timeout = 0`)
    await client.query(`set local lock_timeout = ${wait}`)
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock])
    hasLock = true
    // Its own begin does nothing inside of ours, and its commit ends ours, and the lock.
    await migrate(drizzle({ client, schema }), { migrationsFolder: migrations })
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback').catch(() => {})
    throw new DatabaseError(sentenceFor(cause, describeUrl(url), hasLock, wait), { cause })
  }
}

function sentenceFor(cause: unknown, database: string, hasLock: boolean, wait: number): string {
  const seconds = Math.round(wait / 1_000)
  if (hasCode(cause, '55P03') && !hasLock)
    return `Another process has been migrating ${database} for more than ${seconds} seconds: wait until it has ended, or end it, then start again.`
  if (hasCode(cause, '55P03'))
    return `A migration of ${database} was rolled back, because others have used a table that it changes for more than ${seconds} seconds: start again when less is going on, or stop what holds it (pg_stat_activity shows it).`
  if (hasCode(cause, '42501'))
    return `This release needs to change the tables of ${database}, and the user of DATABASE_URL may not: run \`migrate\` with MIGRATION_DATABASE_URL, the same database for a user who may. (${reasonOf(cause)})`
  return `A migration of the database ${database} failed and was rolled back: restore a backup or go back to the former version. (${reasonOf(cause)})`
}

/** Whether a database has all migrations of a folder; if so, a user who can only read and write rows can open it. */
async function isMigrated(client: pg.Client, migrations: string): Promise<boolean> {
  const { rows: there } = await client.query("select to_regclass('drizzle.__drizzle_migrations') as name")
  if (there[0]?.name == null) return false
  const { rows } = await client.query('select max(created_at) as last from drizzle.__drizzle_migrations')
  const last = readMigrationFiles({ migrationsFolder: migrations }).at(-1)
  return Number(rows[0]?.last ?? 0) >= (last?.folderMillis ?? 0)
}
