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

/** A seeded database of the project's kind that nobody else uses. */
export async function openTestDatabase(): Promise<OpenDatabase> {
  return inject('databaseKind') === 'embedded' ? openEmbedded() : openOnServer()
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

async function openOnServer(): Promise<OpenDatabase> {
  const templateUrl = inject('databaseTemplate')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await onServer(templateUrl, `create database ${name} template postgres strategy file_copy`)
  const url = templateUrl.replace(/\/postgres$/, `/${name}`)
  // As the shop's own (db/connect-server.ts).
  const Client = clientWithNames(new StatementNames())
  const pool = new pg.Pool({ connectionString: url, max: 10, Client })
  // Dropping the database by force cuts connections that are closing already.
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

// Through another database, because one cannot be copied while somebody is connected to it.
async function onServer(templateUrl: string, statement: string) {
  const client = new pg.Client({ connectionString: templateUrl.replace(/\/postgres$/, '/template1') })
  await client.connect()
  // One copy at a time: test files start together.
  await client.query('select pg_advisory_lock(1)')
  await client.query(statement)
  await client.end()
}
