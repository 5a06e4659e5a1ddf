import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { onSameServer } from '../test/postgres.ts'
import { connectEmbedded } from './connect-embedded.ts'
import { connectServer } from './connect-server.ts'
import { DatabaseError, type OpenDatabase } from './database.ts'
import { productTypes } from './schema.ts'

const kind = inject('databaseKind')
const migrations = path.join(import.meta.dirname, 'migrations')
const root = mkdtempSync(path.join(os.tmpdir(), 'shop-connect-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

let count = 0
/** Opens the same, at first empty, database of the project's kind with some migrations. */
let open: (folder?: string) => Promise<OpenDatabase>

beforeEach(async () => {
  count++
  if (kind === 'embedded') {
    const dataDir = path.join(root, `data-${count}`)
    open = (folder = migrations) => connectEmbedded(dataDir, folder, inject('databaseTemplate'))
    return
  }
  const template = inject('databaseTemplate')
  const name = `connect_${process.pid}_${count}`
  const client = new pg.Client({ connectionString: onSameServer(template, 'template1') })
  await client.connect()
  await client.query('select pg_advisory_lock(1)')
  await client.query(`create database ${name} template template0`)
  await client.end()
  const url = onSameServer(template, name)
  open = (folder = migrations) => connectServer(url, folder, () => {})
})

/** The shop's migrations and one more, which fails in its last statement. */
function brokenMigrations(): string {
  const folder = path.join(root, `broken-${count}`)
  cpSync(migrations, folder, { recursive: true })
  const journalFile = path.join(folder, 'meta/_journal.json')
  const journal = JSON.parse(readFileSync(journalFile, 'utf8'))
  const last = journal.entries.at(-1)
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag: '9999_broken' })
  writeFileSync(journalFile, JSON.stringify(journal))
  const statements = [
    'create table half_done (id int)',
    'delete from product_types',
    'alter table orders drop column nothing',
  ]
  writeFileSync(path.join(folder, '9999_broken.sql'), statements.join(';\n--> statement-breakpoint\n'))
  return folder
}

const tableExists = async (database: OpenDatabase, name: string) => {
  const result = (await database.db.execute(
    sql`select to_regclass(${name}) is not null as found`,
  )) as unknown as {
    rows: { found: boolean }[]
  }
  return result.rows[0]!.found
}
const belts = { name: 'Belts', slug: 'belts', description: 'x' }

describe('a database', () => {
  // The embedded database has no connection that could be cut.
  it.skipIf(kind === 'embedded')(
    'whose connection is cut between two statements of a transaction ends that transaction, and nothing else',
    async () => {
      const database = await open()
      const ask = async (db: Pick<typeof database.db, 'execute'>, statement: ReturnType<typeof sql>) =>
        ((await db.execute(statement)) as unknown as { rows: Record<string, number>[] }).rows[0]!
      const cut = database.db.transaction(async (tx) => {
        const { pid } = await ask(tx, sql`select pg_backend_pid() as pid`)
        await ask(database.db, sql`select pg_terminate_backend(${pid})`)
        // The server’s message arrives while no query is running on this connection.
        await expect
          .poll(() =>
            ask(database.db, sql`select count(*)::int as n from pg_stat_activity where pid = ${pid}`),
          )
          .toEqual({ n: 0 })
        await ask(tx, sql`select 1`)
      })
      await expect(cut).rejects.toThrow()
      expect(await ask(database.db, sql`select 1 as one`)).toEqual({ one: 1 })
      await database.close()
    },
  )

  it('whose migration fails says so in one sentence, and keeps its rows', async () => {
    const before = await open()
    await before.ping()
    await before.db.insert(productTypes).values(belts)
    await before.close()
    const error = await open(brokenMigrations()).catch((reason: unknown) => reason as Error)
    expect(error).toBeInstanceOf(DatabaseError)
    expect((error as Error).message).toMatch(
      /^A migration of the database .+ failed and was rolled back: restore a backup/,
    )
    expect((error as Error).message).toContain('"nothing"')
    expect((error as Error).message).not.toContain('\n')
    const after = await open()
    expect(await tableExists(after, 'half_done')).toBe(false)
    expect(await after.db.select().from(productTypes)).toHaveLength(1)
    await after.close()
  })

  it('whose first migration failed opens once it is fixed', async () => {
    await expect(open(brokenMigrations())).rejects.toThrow('failed and was rolled back')
    const mended = await open()
    expect(await tableExists(mended, 'half_done')).toBe(false)
    expect(await tableExists(mended, 'orders')).toBe(true)
    await mended.close()
  })

  it('opened by two processes at once is migrated once; an embedded one allows one process', async () => {
    const results = await Promise.allSettled([open(), open()])
    const opened = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    expect(opened).toHaveLength(kind === 'embedded' ? 1 : 2)
    for (const refused of results.filter((result) => result.status === 'rejected')) {
      expect(String(refused.reason.message)).toMatch(
        /^The data folder .+ is in use by another process: stop that one/,
      )
    }
    for (const database of opened) {
      expect(await tableExists(database, 'orders')).toBe(true)
      await database.close()
    }
  })
})
