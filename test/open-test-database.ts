import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/node-postgres'
import { drizzle as drizzleEmbedded } from 'drizzle-orm/pglite'
import pg from 'pg'
import { inject } from 'vitest'
import { extensions, listenEmbedded } from '../db/connect-embedded.ts'
import type { Database, OpenDatabase } from '../db/database.ts'
import { listenServer } from '../db/listen-server.ts'
import { clientWithNames, StatementNames } from '../db/named-statements.ts'
import { usualLimits } from '../db/patience.ts'
import * as schema from '../db/schema.ts'
import { seed } from '../db/seed/seed.ts'
import { Hosts } from '../db/several-hosts.ts'
import { onSameServer } from './postgres.ts'

/**
 * For what is about the database itself: how it's opened, what its processes hear of each other, what goes out and in
 * again. `npm test` asks that on both kinds, and all else on PostgreSQL alone.
 */
export const bothKinds = (['embedded', 'postgres'] as const).filter(
  (kind) => kind === 'embedded' || inject('databaseKind') === 'postgres',
)

/**
 * A seeded database of the project's kind for one test file alone. Each connection is a server process that loads every
 * table and statement anew. PostgreSQL takes a third of these tests' CPU time, so they use fewer connections than a shop,
 * which has ten.
 */
export async function openTestDatabase(
  connections = 2,
  kind = inject('databaseKind'),
): Promise<OpenDatabase> {
  return kind === 'embedded' ? openEmbedded() : openOnServer(connections)
}

async function openEmbedded(): Promise<OpenDatabase> {
  const template = new Blob([gunzipSync(readFileSync(inject('embeddedTemplate')))])
  const client = await PGlite.create({ loadDataDir: template, extensions })
  const db = drizzleEmbedded({ client, schema }) as unknown as Database
  await seed(db)
  return {
    db,
    kind: 'embedded',
    ping: async () => void (await client.query('select 1')),
    listen: (channel, listener) => listenEmbedded(client, channel, listener),
    close: () => client.close(),
  }
}

type Kept = {
  name: string
  pool: pg.Pool
  /** Its open snapshot keeps deleted rows where they are, so that new ones lie behind them, in the order they came. */
  snapshot: pg.Client
  /** newest catalog row and number of rows: a test that changed a table or trigger changed them */
  catalog: string
}

/** Databases whose file has ended, emptied for the next one: their connections have loaded tables and plans already. */
const kept: Kept[] = []

async function openOnServer(connections: number): Promise<OpenDatabase> {
  const templateUrl = inject('databaseTemplate')
  const place = kept.findIndex(({ pool }) => pool.options.max === connections)
  const database = kept.splice(place, place < 0 ? 0 : 1)[0] ?? (await copyTemplate(templateUrl, connections))
  let isClosed = false
  // Whoever still writes after the end of its file would write into the next one's database.
  const pool = new Proxy(database.pool, {
    get(target, name) {
      if (isClosed && (name === 'query' || name === 'connect'))
        throw new Error('This test’s database is closed.')
      return Reflect.get(target, name)
    },
  })
  return {
    db: drizzle({ client: pool, schema }) as unknown as Database,
    kind: 'server',
    ping: async () => void (await pool.query('select 1')),
    listen: (channel, listener) =>
      listenServer(new Hosts(onSameServer(templateUrl, database.name), usualLimits), channel, listener),
    close: async () => {
      isClosed = true
      if (await isEmptied(database)) return void kept.push(database)
      await Promise.all([database.pool.end(), database.snapshot.end()])
      await onServer(templateUrl, `drop database ${database.name} with (force)`)
    },
  }
}

async function copyTemplate(templateUrl: string, connections: number): Promise<Kept> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await onServer(templateUrl, `create database ${name} template postgres strategy file_copy`)
  const connectionString = onSameServer(templateUrl, name)
  // Like the shop's own (db/connect-server.ts), but planned once from the second time on: a test sends few ten times.
  const Client = clientWithNames(new StatementNames({ often: 2, most: 3_000 }))
  const pool = new pg.Pool({
    connectionString,
    max: connections,
    Client,
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
  })
  // Force-dropping the database cuts connections that are already closing.
  pool.on('error', () => {})
  const snapshot = new pg.Client({ connectionString }).on('error', () => {})
  await snapshot.connect()
  await snapshot.query('begin isolation level repeatable read')
  await snapshot.query('select 1')
  return { name, pool, snapshot, catalog: await catalogOf(pool) }
}

async function catalogOf(pool: pg.Pool): Promise<string> {
  const each = ['pg_class', 'pg_attribute', 'pg_constraint', 'pg_trigger', 'pg_proc'].map(
    (table) => `select count(*) as rows, max(xmin::text::bigint) as newest from ${table}`,
  )
  const { rows } = await pool.query(each.join(' union all '))
  return JSON.stringify(rows)
}

/** Empties a database that nobody uses any more. @returns whether it's like new */
async function isEmptied({ pool, catalog }: Kept): Promise<boolean> {
  for (let tries = 0; pool.idleCount < pool.totalCount && tries < 20; tries++) await setTimeout(5)
  if (pool.idleCount < pool.totalCount || (await catalogOf(pool)) !== catalog) return false
  await pool.query('select fresh.empty()')
  const clients = await Promise.all([...Array(pool.totalCount)].map(() => pool.connect()))
  for (const client of clients) {
    await client.query('select pg_advisory_unlock_all()')
    await client.query('reset all')
    client.release()
  }
  return true
}

// Uses another database, because one can't be copied while anyone is connected to it. One connection for all files of a
// worker, because opening one costs half as much as copying a database. It doesn't keep the process alive.
let server: pg.Pool | undefined

async function onServer(templateUrl: string, statement: string) {
  const connectionString = onSameServer(templateUrl, 'template1')
  server ??= new pg.Pool({ connectionString, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true }).on(
    'error',
    () => {},
  )
  const client = await server.connect()
  try {
    // One copy at a time: test files start together.
    await client.query('select pg_advisory_lock(1)')
    await client.query(statement)
  } finally {
    await client.query('select pg_advisory_unlock(1)')
    client.release()
  }
}
