import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/node-postgres'
import { drizzle as drizzleEmbedded } from 'drizzle-orm/pglite'
import pg from 'pg'
import { inject } from 'vitest'
import { extensions, listenEmbedded } from '../db/connect-embedded.ts'
import { listenServer } from '../db/connect-server.ts'
import type { Database, OpenDatabase } from '../db/database.ts'
import { clientWithNames, StatementNames } from '../db/named-statements.ts'
import * as schema from '../db/schema.ts'
import { seed } from '../db/seed/seed.ts'
import { onSameServer } from './postgres.ts'

/**
 * A seeded database of the project's kind, alone for one test file. Each connection is a server process that loads every
 * table and statement anew. PostgreSQL takes a third of these tests' CPU time, so they use fewer connections than a shop,
 * which has ten.
 */
export async function openTestDatabase(connections = 2): Promise<OpenDatabase> {
  return inject('databaseKind') === 'embedded' ? openEmbedded() : openOnServer(connections)
}

async function openEmbedded(): Promise<OpenDatabase> {
  const template = new Blob([gunzipSync(readFileSync(inject('databaseTemplate')))])
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

/** A database that test files use one after another, with its connections and the SQL that makes it new again. */
type Place = {
  name: string
  url: string
  pool: pg.Pool
  lastChange: string
  sql: { empty: string; fill: string }
}

/**
 * Places that no file uses now, by their number of connections. Creating one takes longer than many files run, and its
 * connections have loaded the tables and planned the statements: a fifth of the CPU time of these tests.
 */
const unused = new Map<number, Place[]>()

async function openOnServer(connections: number): Promise<OpenDatabase> {
  const place = unused.get(connections)?.pop() ?? (await createPlace(connections))
  const pool = new LentPool(place.pool)
  return {
    db: drizzle({ client: pool as unknown as pg.Pool, schema }) as unknown as Database,
    kind: 'server',
    ping: async () => void (await pool.query('select 1')),
    listen: (channel, listener) => listenServer(place.url, channel, listener),
    async close() {
      await pool.end()
      if (await isRenewed(place)) unused.set(connections, [...(unused.get(connections) ?? []), place])
      else await drop(place)
    },
  }
}

async function createPlace(connections: number): Promise<Place> {
  const templateUrl = inject('databaseTemplate')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await onServer(templateUrl, `create database ${name} template postgres strategy file_copy`)
  const url = onSameServer(templateUrl, name)
  const pool = new pg.Pool({
    ...{ connectionString: url, max: connections, idleTimeoutMillis: 0, allowExitOnIdle: true },
    // Like the shop's own (db/connect-server.ts).
    Client: clientWithNames(new StatementNames()),
  })
  // Force-dropping the database cuts connections that are already closing.
  pool.on('error', () => {})
  return { name, url, pool, lastChange: await lastChangeOf(pool), sql: await sqlToRenew(pool) }
}

/** SQL that deletes all rows, and that inserts those of a new shop, which database-setup.ts keeps in the schema `initial`. */
async function sqlToRenew(pool: pg.Pool): Promise<Place['sql']> {
  const { rows } = await pool.query<{ name: string; is_seeded: boolean }>(`
    select quote_ident(tablename) as name, to_regclass('initial.' || quote_ident(tablename)) is not null as is_seeded
    from pg_tables where schemaname = 'public'`)
  // Without triggers: they refuse to delete some rows, and count others.
  const alone = (statements: string[]) =>
    ['begin; set local session_replication_role = replica', ...statements, 'commit'].join(';')
  const seeded = rows.filter((row) => row.is_seeded)
  return {
    empty: alone(rows.map(({ name }) => `delete from ${name}`)),
    fill: alone([
      ...seeded.map(({ name }) => `insert into ${name} table initial.${name}`),
      'select setval(seqrelid, seqstart, false) from pg_sequence',
      'select pg_advisory_unlock_all()',
    ]),
  }
}

/** The last transaction that changed the tables themselves. */
async function lastChangeOf(pool: pg.Pool): Promise<string> {
  const catalogs = ['pg_class', 'pg_constraint', 'pg_trigger', 'pg_proc', 'pg_namespace']
  const all = catalogs.map((catalog) => `select xmin from ${catalog}`).join(' union all ')
  const { rows } = await pool.query(`select max(xmin::text::bigint) as last from (${all}) changes`)
  return rows[0].last
}

/** @returns false if the tables aren't those of a new shop, or the place can't be used any more */
async function isRenewed({ pool, lastChange, sql }: Place): Promise<boolean> {
  try {
    if ((await lastChangeOf(pool)) !== lastChange) return false
    await pool.query(sql.empty)
    // Otherwise new rows would fill the gaps that deleted ones left, and no longer be found in the order they came in.
    const { rows } = await pool.query(`select string_agg(oid::regclass::text, ', ') as used from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > 0`)
    await pool.query(`vacuum ${rows[0].used}`)
    await pool.query(sql.fill)
    return true
  } catch {
    return false
  }
}

async function drop({ pool, name }: Place) {
  await pool.end()
  await onServer(inject('databaseTemplate'), `drop database ${name} with (force)`)
}

/** The connections as one file has them: what it leaves running when it ends can't reach the next file. */
class LentPool {
  readonly #pool: pg.Pool
  readonly #running = new Set<Promise<unknown>>()
  #isEnded = false

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  async query(...args: unknown[]) {
    this.#refuseIfEnded()
    return this.#run(this.#pool.query(...(args as [string])))
  }

  async connect() {
    this.#refuseIfEnded()
    const client = await this.#run(this.#pool.connect())
    const release = client.release.bind(client)
    const { promise, resolve } = Promise.withResolvers<void>()
    void this.#run(promise)
    client.release = (error) => {
      release(error)
      resolve()
    }
    return client
  }

  /** Resolves when all it lent is back. */
  async end() {
    this.#isEnded = true
    while (this.#running.size > 0) await Promise.allSettled(this.#running)
  }

  #refuseIfEnded() {
    if (this.#isEnded) throw new Error('Cannot use a pool after calling end on the pool')
  }

  #run<T>(work: Promise<T>): Promise<T> {
    this.#running.add(work)
    const done = () => void this.#running.delete(work)
    work.then(done, done)
    return work
  }
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
