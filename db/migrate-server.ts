import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'
import { beginAtBaseline } from './baseline.ts'
import { DatabaseError, type Transaction } from './database.ts'
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
    if (await isMigrated(client, url, migrations)) return
    await client.query('begin')
    await client.query(`set local statement_timeout = 0`)
    await client.query(`set local lock_timeout = ${wait}`)
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock])
    hasLock = true
    const before = await newestMigration(client)
    const db = drizzle({ client, schema })
    await beginAtBaseline(db as unknown as Transaction, migrations)
    // Its own begin does nothing inside of ours, but its commit ends ours, and the lock.
    await migrate(db, { migrationsFolder: migrations })
    await noteOldestRelease(client, before)
  } catch (cause) {
    await client.query('rollback').catch(() => {})
    if (cause instanceof DatabaseError) throw cause
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

const table = 'drizzle.__drizzle_migrations'

async function newestMigration(client: pg.Client): Promise<number> {
  const { rows } = await client.query(`select to_regclass('${table}') is not null as there`)
  if (!rows[0].there) return 0
  const { rows: done } = await client.query(`select max(created_at) as last from ${table}`)
  return Number(done[0]?.last ?? 0)
}

/**
 * Writes down which release may still work on the database: the one it was migrated from, whose processes run until each is
 * replaced, and no older one.
 */
async function noteOldestRelease(client: pg.Client, before: number) {
  const now = await newestMigration(client)
  if (now > before) await client.query(`comment on table ${table} is 'opens from ${before || now} at ${now}'`)
}

/**
 * Whether a database has all migrations of a folder; if so, a user who can only read and write rows can open it.
 * @throws DatabaseError if a release changed it that is too new for this one
 */
async function isMigrated(client: pg.Client, url: string, migrations: string): Promise<boolean> {
  const own = readMigrationFiles({ migrationsFolder: migrations }).at(-1)?.folderMillis ?? 0
  const newest = await newestMigration(client)
  if (newest <= own) return newest === own && own > 0
  const { rows } = await client.query(`select obj_description('${table}'::regclass, 'pg_class') as said`)
  const [, opensFrom, at] = /^opens from (\d+) at (\d+)$/.exec(rows[0]?.said ?? '') ?? []
  if (Number(at) === newest && Number(opensFrom) <= own) return true
  throw new DatabaseError(
    `The database ${describeUrl(url)} was changed by a newer release of the shop, which this one would not understand: start that release, or restore a backup of before.`,
  )
}
