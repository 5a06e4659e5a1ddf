import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { type Database, DatabaseError, type OpenDatabase } from './database.ts'
import { listenServer } from './listen-server.ts'
import { migrateServer } from './migrate-server.ts'
import { clientWithNames, isDirect, StatementNames } from './named-statements.ts'
import { type Limits, usualLimits } from './patience.ts'
import * as schema from './schema.ts'
import { ServerPool, tooFewConnections, whenThereIsRoom } from './server-pool.ts'
import { hasCode, unreachable } from './server-trouble.ts'
import { Hosts } from './several-hosts.ts'
import { ConnectionWatch } from './watch-connections.ts'

type ServerOptions = {
  /** called when an idle connection breaks; the pool replaces it */
  onIdleError?: (error: Error) => void
  /** is told what the owner should know at the start */
  warn?: (sentence: string) => void
  /** URL of the same database for a user who can change its tables, if the one of `url` can't */
  migrateAs?: string | null
  /** URL of the same database without the pooler of `url`: for migrations and for what listens */
  direct?: string | null
  /** the maximum number of connections */
  connections?: number
  limits?: Partial<Limits>
}

/**
 * Connects to a PostgreSQL server and migrates it; several processes may do so at the same time. An already migrated
 * database needs no right to change tables.
 * @throws DatabaseError if the server can't be reached, or a migration fails
 */
export async function connectServer(
  url: string,
  migrations: string,
  {
    onIdleError = () => {},
    warn = () => {},
    migrateAs,
    direct,
    connections = 10,
    limits: own,
  }: ServerOptions = {},
): Promise<OpenDatabase> {
  const limits = { ...usualLimits, ...own }
  const hosts = new Hosts(url, limits)
  const plan = { migrations, wait: limits.migrationLock }
  const beforehand = migrateAs ?? direct
  if (beforehand)
    await withClient(
      beforehand,
      limits,
      migrateAs ? 'MIGRATION_DATABASE_URL' : 'DATABASE_DIRECT_URL',
      (client) => migrateServer(client, beforehand, plan),
    )
  const names = new StatementNames()
  const watch = new ConnectionWatch(limits)
  const isPlain = await withClient(url, limits, 'DATABASE_URL', async (client, takesPlain) => {
    await migrateServer(client, url, plan)
    watch.canAsk = await isDirect(client)
    // A pooler has connections of its own. One more listens.
    const few = watch.canAsk ? await tooFewConnections(client, connections + 1) : null
    if (few) warn(few)
    return takesPlain
  })
  if (!watch.canAsk) names.turnOff()
  const config = (isPlain ? plainConfig : configOf)(hosts.current, limits)
  const Client = hosts.clientOf(watch.clientOf(clientWithNames(names)))
  // One is taken now and stays, so that a process has a share of few; the others are given back soon.
  const kept = { max: connections, min: 1, idleTimeoutMillis: limits.connect }
  await hosts.find().catch((cause: unknown) => {
    throw unreachable(url, cause)
  })
  const pool = new ServerPool({ ...config, ...kept, Client }, limits, hosts)
  watch.watchPool(pool)
  pool.on('error', onIdleError)
  // The pool only handles errors of idle connections: one cut between two statements of a transaction would crash the
  // process. The transaction still fails, at its next statement.
  pool.on('connect', (client) => client.on('error', () => {}))
  await pool.query('select 1').catch(async (cause: unknown) => {
    await pool.end()
    throw unreachable(url, cause)
  })
  return {
    db: drizzle({ client: pool, schema }) as unknown as Database,
    kind: 'server',
    ping: async () => void (await pool.query('select 1')),
    listen: (channel, listener) =>
      listenServer(direct ? new Hosts(direct, limits) : hosts, channel, listener, { limits }),
    close: () => pool.end(),
  }
}

/** What a connection needs whoever answers. */
const plainConfig = (url: string, limits: Limits): pg.ClientConfig => ({
  connectionString: url,
  connectionTimeoutMillis: limits.connect,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
})

/** With limits that the server keeps even after this process has died. The address can say otherwise. */
const configOf = (url: string, limits: Limits): pg.ClientConfig => ({
  ...plainConfig(url, limits),
  statement_timeout: limits.longest,
  idle_in_transaction_session_timeout: limits.idleTransaction,
})

/**
 * Works with one connection. Poolers refuse the limits that a server would keep: with those, it is made without.
 * @throws DatabaseError if the server can't be reached
 */
async function withClient<T>(
  url: string,
  limits: Limits,
  setting: string,
  work: (client: pg.Client, isPlain: boolean) => Promise<T>,
): Promise<T> {
  const hosts = new Hosts(url, limits)
  const connected = (make: typeof configOf) => {
    return whenThereIsRoom(limits, async () => {
      const client = new pg.Client(make(await hosts.find(), limits)).on('error', () => {})
      await client.connect()
      return client
    })
  }
  let isPlain = false
  const client = await connected(configOf)
    .catch((error: unknown) => {
      if (!hasCode(error, '08P01')) throw error
      isPlain = true
      return connected(plainConfig)
    })
    .catch((cause: unknown) => {
      throw unreachable(url, cause, setting)
    })
  try {
    const { rows } = await client.query('show server_encoding')
    if (rows[0].server_encoding !== 'UTF8')
      throw new DatabaseError(
        `The database of ${setting} keeps texts as ${rows[0].server_encoding}, which has no room for many people's names: make one by create database shop encoding 'UTF8' template template0, and name that one.`,
      )
    return await work(client, isPlain)
  } finally {
    await client.end()
  }
}
