import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { connectEmbedded } from '../db/connect-embedded.ts'
import { connectServer } from '../db/connect-server.ts'
import type { OpenDatabase } from '../db/database.ts'
import { onSameServer } from './postgres.ts'

export const migrations = path.resolve(import.meta.dirname, '../db/migrations')

/** A place without a database yet, in the form of a shop's settings. */
export type RestoreTarget = {
  config: { databaseUrl: string | null; dataDir: string }
  open(folder?: string): Promise<OpenDatabase>
  remove(): Promise<void>
}

/** An empty place of the project's database kind; tests on PostgreSQL can also ask for an embedded one. */
export async function restoreTarget(kind = inject('databaseKind')): Promise<RestoreTarget> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'shop-target-'))
  if (kind === 'embedded') {
    return {
      config: { databaseUrl: null, dataDir },
      open: (folder = migrations) => connectEmbedded(dataDir, folder),
      remove: async () => rmSync(dataDir, { recursive: true, force: true }),
    }
  }
  const template = inject('databaseTemplate')
  const name = `target_${randomUUID().replaceAll('-', '')}`
  await onServer(template, `create database ${name} template template0`)
  const databaseUrl = onSameServer(template, name)
  return {
    config: { databaseUrl, dataDir },
    open: (folder = migrations) => connectServer(databaseUrl, folder),
    async remove() {
      await onServer(template, `drop database ${name} with (force)`)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function onServer(template: string, statement: string) {
  const client = new pg.Client({ connectionString: onSameServer(template, 'template1') })
  await client.connect()
  await client.query('select pg_advisory_lock(1)')
  await client.query(statement)
  await client.end()
}
