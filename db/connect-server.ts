import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { type Database, DatabaseError, type OpenDatabase } from './database.ts'
import { listenServer } from './listen-server.ts'
import * as schema from './schema.ts'

// Any number, the same in all processes: whoever holds it migrates, the others wait.
const migrationLock = 7_205_759_403

/**
 * Connects to a PostgreSQL server and migrates it; many processes may do so at once.
 * @param onIdleError is told when an idle connection breaks; the pool replaces it
 * @throws DatabaseError when the server cannot be reached, or a migration fails
 */
export async function connectServer(
  url: string,
  migrations: string,
  onIdleError: (error: Error) => void,
): Promise<OpenDatabase> {
  const pool = new pg.Pool({ connectionString: url, max: 10, connectionTimeoutMillis: 5_000 })
  pool.on('error', onIdleError)
  // The pool listens to idle connections only: one that is cut between two statements of a transaction would end the
  // process. The transaction itself fails at its next statement.
  pool.on('connect', (client) => client.on('error', () => {}))
  const client = await firstConnection(pool, url)
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await migrate(drizzle({ client, schema }), { migrationsFolder: migrations })
    await client.query('select pg_advisory_unlock($1)', [migrationLock])
    client.release()
  } catch (cause) {
    client.release(true)
    await pool.end()
    throw new DatabaseError(
      `A migration of the database ${describe(url)} failed and was rolled back: restore a backup or go back to the former version. (${reason(cause)})`,
      { cause },
    )
  }
  return {
    db: drizzle({ client: pool, schema }) as unknown as Database,
    kind: 'server',
    ping: async () => void (await pool.query('select 1')),
    listen: (channel, listener) => listenServer(url, channel, listener),
    close: () => pool.end(),
  }
}

// Connecting throws at once, not later, when the address cannot be read.
async function firstConnection(pool: pg.Pool, url: string): Promise<pg.PoolClient> {
  try {
    return await pool.connect()
  } catch (cause) {
    await pool.end()
    throw new DatabaseError(
      `The database of DATABASE_URL (${describe(url)}) cannot be reached: check that it runs and that address, user and password are right. (${reason(cause)})`,
      { cause },
    )
  }
}

// Never the password: this goes to the terminal and to logs.
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
