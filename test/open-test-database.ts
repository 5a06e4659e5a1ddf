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
 * A seeded database of the project's kind for one test file alone. Each connection is a server process that loads every
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

async function openOnServer(connections: number): Promise<OpenDatabase> {
  const templateUrl = inject('databaseTemplate')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await onServer(templateUrl, `create database ${name} template postgres strategy file_copy`)
  const url = onSameServer(templateUrl, name)
  // Like the shop's own (db/connect-server.ts), but planned once from the second time on: a test sends few ten times.
  const Client = clientWithNames(new StatementNames({ often: 2, most: 1_000 }))
  const pool = new pg.Pool({ connectionString: url, max: connections, Client })
  // Force-dropping the database cuts connections that are already closing.
  pool.on('error', () => {})
  return {
    db: drizzle({ client: pool, schema }) as unknown as Database,
    kind: 'server',
    ping: async () => void (await pool.query('select 1')),
    listen: (channel, listener) => listenServer(url, channel, listener),
    close: async () => {
      await pool.end()
      await onServer(templateUrl, `drop database ${name} with (force)`)
    },
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
