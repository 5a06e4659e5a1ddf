import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { type Database, DatabaseError, type Listener, type OpenDatabase } from './database.ts'
import { clientWithNames, isDirect, StatementNames } from './named-statements.ts'
import * as schema from './schema.ts'

/** Milliseconds before reconnecting a cut connection. */
const comeBackAfter = 500

/**
 * Listens to a channel over its own connection, because a pool's connections come and go. Reconnects for as long as it
 * takes.
 * @param channel one of our own identifiers, never a visitor's input
 */
export function listenServer(url: string, channel: string, listener: Listener): { end(): Promise<void> } {
  let isEnded = false
  let current: pg.Client | null = null
  let again: NodeJS.Timeout | undefined

  async function connect() {
    const client = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: 5_000 })
    current = client
    const lost = (error: unknown) => {
      // An error is followed by an end; handle only the first.
      if (current !== client) return
      current = null
      client.end().catch(() => {})
      if (isEnded) return
      listener.trouble(error)
      again = setTimeout(connect, comeBackAfter)
      again.unref()
    }
    client.on('error', lost)
    client.on('end', () => lost(new Error('the connection ended')))
    client.on('notification', ({ payload }) => listener.notice(payload ?? ''))
    try {
      await client.connect()
      await client.query(`listen ${pg.escapeIdentifier(channel)}`)
      listener.connected()
    } catch (error) {
      lost(error)
    }
  }

  void connect()
  return {
    async end() {
      isEnded = true
      clearTimeout(again)
      await current?.end()
    },
  }
}

/**
 * Codes from the network and PostgreSQL when there is no server to talk to (PostgreSQL, "Error Codes": class 08, 57P0n),
 * when it has no free connection (53300), when it became a read-only replica (25006), or when it has no room to write
 * (53100).
 */
const codes =
  /^(53100|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|08\w{3}|25006|57P0[123]|53300)$/
// The driver gives these errors no code.
const sentences =
  /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error/i

/** Whether a statement failed because the database server is away, so that it may succeed later. */
export function isDatabaseAway(error: unknown): boolean {
  return isOrIsCausedBy(error, 4, ({ code, message }) => codes.test(code) || sentences.test(message))
}

/** Whether a statement failed because the database has no room to write (PostgreSQL, "Error Codes": disk_full). */
export function isDiskFull(error: unknown): boolean {
  return isOrIsCausedBy(error, 4, ({ code }) => code === '53100')
}

function isOrIsCausedBy(
  error: unknown,
  depth: number,
  isIt: (error: { code: string; message: string }) => boolean,
): boolean {
  if (!(error instanceof Error) || depth === 0) return false
  const { code } = error as Error & { code?: unknown }
  if (isIt({ code: typeof code === 'string' ? code : '', message: error.message })) return true
  const inner = error instanceof AggregateError ? error.errors : [error.cause]
  return inner.some((each) => isOrIsCausedBy(each, depth - 1, isIt))
}

// An arbitrary number, the same in all processes: whoever holds the lock migrates, the others wait.
const migrationLock = 7_205_759_403

/**
 * Connects to a PostgreSQL server and migrates it; several processes may do so at the same time. An already migrated
 * database needs no right to change tables.
 * @param onIdleError called when an idle connection breaks; the pool replaces it
 * @param migrateAs URL of the same database for a user who can change its tables, if the one of `url` can't
 * @throws DatabaseError if the server can't be reached, or a migration fails
 */
export async function connectServer(
  url: string,
  migrations: string,
  onIdleError: (error: Error) => void,
  migrateAs: string | null = null,
): Promise<OpenDatabase> {
  if (migrateAs) await migrateOnce(migrateAs, migrations)
  const names = new StatementNames()
  const pool = new pg.Pool({
    ...{ connectionString: url, max: 10, connectionTimeoutMillis: 5_000 },
    Client: clientWithNames(names),
  })
  pool.on('error', onIdleError)
  // The pool only handles errors of idle connections: one cut between two statements of a transaction would crash the
  // process. The transaction still fails, at its next statement.
  pool.on('connect', (client) => client.on('error', () => {}))
  const client = await firstConnection(pool, url)
  try {
    await migrateWith(client, url, migrations)
    if (!(await isDirect(client))) names.turnOff()
    client.release()
  } catch (error) {
    client.release(true)
    await pool.end()
    throw error
  }
  return {
    db: drizzle({ client: pool, schema }) as unknown as Database,
    kind: 'server',
    ping: async () => void (await pool.query('select 1')),
    listen: (channel, listener) => listenServer(url, channel, listener),
    close: () => pool.end(),
  }
}

async function migrateOnce(url: string, migrations: string) {
  const pool = new pg.Pool({ connectionString: url, max: 1, connectionTimeoutMillis: 5_000 })
  pool.on('error', () => {})
  const client = await firstConnection(pool, url, 'MIGRATION_DATABASE_URL')
  try {
    await migrateWith(client, url, migrations)
  } finally {
    client.release()
    await pool.end()
  }
}

async function migrateWith(client: pg.PoolClient, url: string, migrations: string) {
  try {
    if (await isMigrated(client, migrations)) return
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await migrate(drizzle({ client, schema }), { migrationsFolder: migrations })
    await client.query('select pg_advisory_unlock($1)', [migrationLock])
  } catch (cause) {
    const mayNot = isOrIsCausedBy(cause, 4, ({ code }) => code === '42501')
    throw new DatabaseError(
      mayNot
        ? `This release needs to change the tables of ${describe(url)}, and the user of DATABASE_URL may not: run \`migrate\` with MIGRATION_DATABASE_URL, the same database for a user who may. (${reason(cause)})`
        : `A migration of the database ${describe(url)} failed and was rolled back: restore a backup or go back to the former version. (${reason(cause)})`,
      { cause },
    )
  }
}

/** Whether a database has all migrations of a folder; if so, a user who can only read and write rows can open it. */
async function isMigrated(client: pg.PoolClient, migrations: string): Promise<boolean> {
  const { rows: there } = await client.query("select to_regclass('drizzle.__drizzle_migrations') as name")
  if (there[0]?.name == null) return false
  const { rows } = await client.query('select max(created_at) as last from drizzle.__drizzle_migrations')
  const last = readMigrationFiles({ migrationsFolder: migrations }).at(-1)
  return Number(rows[0]?.last ?? 0) >= (last?.folderMillis ?? 0)
}

// An unreadable URL throws right away, when connecting.
async function firstConnection(pool: pg.Pool, url: string, setting = 'DATABASE_URL'): Promise<pg.PoolClient> {
  try {
    return await pool.connect()
  } catch (cause) {
    await pool.end()
    throw unreachable(url, cause, setting)
  }
}

/** The error for a server that couldn't be connected to, without the password. */
export function unreachable(url: string, cause: unknown, setting = 'DATABASE_URL'): DatabaseError {
  return new DatabaseError(
    `The database of ${setting} (${describe(url)}) cannot be reached: check that it runs and that address, user and password are right. (${reason(cause)})`,
    { cause },
  )
}

// Leaves out the password, because this goes to the terminal and to logs.
function describe(url: string): string {
  try {
    const { host, pathname } = new URL(url)
    return `${host}${pathname}`
  } catch {
    return 'not a valid address'
  }
}

function reason(cause: unknown): string {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause
  if (inner instanceof AggregateError) return inner.errors.map(String).join('; ')
  return inner instanceof Error ? (inner.message.split('\n')[0] ?? '') : String(inner)
}
