import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { bothKinds } from '../test/open-test-database.ts'
import { onSameServer } from '../test/postgres.ts'
import { sized } from '../test/random.ts'
import { connectEmbedded } from './connect-embedded.ts'
import { connectServer } from './connect-server.ts'
import { DatabaseError, type OpenDatabase, rowsOf } from './database.ts'
import { productTypes } from './schema.ts'

describe.each(bothKinds)('on %s', (kind) => {
  const root = mkdtempSync(path.join(os.tmpdir(), 'shop-connect-'))
  afterAll(() => rmSync(root, { recursive: true, force: true }))

  const all = path.join(import.meta.dirname, 'migrations')
  /** On PostgreSQL the shop's first migration alone; the embedded database begins with a copy that has them all. */
  const migrations = kind === 'embedded' ? all : copyOf(all, (entries) => entries.slice(0, 1))

  let count = 0
  /** Opens the same, at first empty, database of the project's kind with some migrations. */
  let open: (folder?: string) => Promise<OpenDatabase>
  /** Its data folder, or its address. */
  let place: string

  beforeEach(async () => {
    count++
    if (kind === 'embedded') {
      place = path.join(root, `data-${count}`)
      open = (folder = migrations) => connectEmbedded(place, folder, inject('embeddedTemplate'))
      return
    }
    const template = inject('databaseTemplate')
    const name = `connect_${process.pid}_${count}`
    const client = new pg.Client({ connectionString: onSameServer(template, 'template1') })
    await client.connect()
    await client.query('select pg_advisory_lock(1)')
    await client.query(`create database ${name} template template0`)
    await client.end()
    place = onSameServer(template, name)
    open = (folder = migrations) => connectServer(place, folder)
  })

  type Entry = { idx: number; when: number; tag: string }

  function copyOf(from: string, change: (entries: Entry[]) => Entry[]): string {
    const folder = mkdtempSync(path.join(root, 'migrations-'))
    cpSync(from, folder, { recursive: true })
    const journalFile = path.join(folder, 'meta/_journal.json')
    const journal = JSON.parse(readFileSync(journalFile, 'utf8')) as { entries: Entry[] }
    writeFileSync(journalFile, JSON.stringify({ ...journal, entries: change(journal.entries) }))
    return folder
  }

  /** The migrations and one more, which fails in its last statement. */
  function brokenMigrations(): string {
    const folder = copyOf(migrations, (entries) => {
      const last = entries.at(-1)!
      return [...entries, { ...last, idx: last.idx + 1, when: last.when + 1, tag: '9999_broken' }]
    })
    const statements = [
      'create table half_done (id int)',
      'delete from product_types',
      'alter table orders drop column nothing',
    ]
    writeFileSync(path.join(folder, '9999_broken.sql'), statements.join(';\n--> statement-breakpoint\n'))
    return folder
  }

  /** A folder without any migration, which opens sooner. */
  function noMigrations(): string {
    const folder = path.join(root, `none-${count}`)
    mkdirSync(path.join(folder, 'meta'), { recursive: true })
    writeFileSync(path.join(folder, 'meta/_journal.json'), '{"entries":[]}')
    return folder
  }

  /** Stands in front of the server and greets with a process id of its own, as PgBouncer does. */
  async function startPooler(address: string) {
    const { searchParams, pathname } = new URL(address)
    const socketPath = path.join(searchParams.get('host')!, `.s.PGSQL.${searchParams.get('port')}`)
    const server = net.createServer((client) => {
      const upstream = net.connect(socketPath)
      client.pipe(upstream)
      upstream.on('data', (data) => {
        // BackendKeyData: its letter, its length, then the process id.
        const at = data.indexOf(Buffer.from([0x4b, 0, 0, 0, 12]))
        if (at >= 0) data.writeInt32BE(data.readInt32BE(at + 5) + 1, at + 5)
        client.write(data)
      })
      for (const [one, other] of [
        [client, upstream],
        [upstream, client],
      ] as const)
        one.on('error', () => {}).on('close', () => other.destroy())
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as net.AddressInfo
    return { address: `postgres://shop@127.0.0.1:${port}${pathname}`, close: () => server.close() }
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
        const database = await open(noMigrations())
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

    it.skipIf(kind === 'embedded')(
      'whose connection for notices is cut says so once, listens again, and is silent when it ended',
      async () => {
        const database = await open(noMigrations())
        const told: string[] = []
        const listening = database.listen('belts', {
          connected: () => told.push('connected'),
          trouble: () => told.push('trouble'),
          notice: (said) => told.push(said),
        })
        await expect.poll(() => told).toEqual(['connected'])
        await database.db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`)
        await expect.poll(() => told).toEqual(['connected', 'trouble', 'connected'])
        await database.db.execute(sql`select pg_notify('belts', 'one')`)
        await database.db.execute(sql`select pg_notify('belts', 'two')`)
        await expect.poll(() => told.slice(3)).toEqual(['one', 'two'])
        await listening.end()
        await database.ping()
        expect(told).toHaveLength(5)
        await database.close()
      },
    )

    it.skipIf(kind === 'embedded')(
      'behind a pooler keeps no statements for later, because another connection may get them',
      async () => {
        const keptBy = async (address: string) => {
          const database = await connectServer(address, noMigrations())
          for (let sent = 0; sent < 30; sent++) await database.db.execute(sql`select ${sent}::int as often`)
          const counted = await database.db.execute(
            sql.raw('select count(*)::int as n from pg_prepared_statements'),
          )
          await database.close()
          return (counted as unknown as { rows: { n: number }[] }).rows[0]!.n
        }
        const pooler = await startPooler(place)
        expect(await keptBy(pooler.address)).toBe(0)
        expect(await keptBy(place)).toBe(1)
        pooler.close()
      },
    )

    it.skipIf(kind === 'embedded')(
      'that another process has been migrating for long is not waited for without end',
      async () => {
        const other = new pg.Client({ connectionString: place })
        await other.connect()
        // As older releases do.
        await other.query('select pg_advisory_lock(7205759403)')
        const waiting = connectServer(place, migrations, { limits: { migrationLock: 50 } })
        await expect(waiting).rejects.toThrow(
          /^Another process has been migrating .+: wait until it has ended/,
        )
        await other.query('select pg_advisory_unlock_all()')
        const database = await open()
        const locks = sql`select count(*)::int as n from pg_locks where locktype = 'advisory' and database =
          (select oid from pg_database where datname = current_database())`
        expect(await rowsOf(database.db, locks)).toEqual([{ n: 0 }])
        await database.close()
        await other.end()
      },
    )

    it.skipIf(kind === 'embedded')(
      'opens with the release it was migrated from, and refuses older ones in one sentence',
      async () => {
        const upTo = (count: number) => copyOf(all, (entries) => entries.slice(0, count))
        const [first, second, third] = [upTo(1), upTo(2), upTo(3)]
        for (const folder of [first, second, first, third, second]) await (await open(folder)).close()
        await expect(open(first)).rejects.toThrow(/changed by a newer release of the shop/)
        await expect(open(first)).rejects.toBeInstanceOf(DatabaseError)
      },
    )

    it.skipIf(kind === 'embedded')('that can’t keep every name is refused in one sentence', async () => {
      const name = `latin_${process.pid}`
      const client = new pg.Client({ connectionString: place })
      await client.connect()
      await client.query(`create database ${name} encoding 'LATIN1' locale 'C' template template0`)
      const refused = connectServer(onSameServer(place, name), migrations)
      await expect(refused).rejects.toThrow(/keeps texts as LATIN1.+encoding 'UTF8'/)
      await expect(refused).rejects.toBeInstanceOf(DatabaseError)
      await client.query(`drop database ${name} with (force)`)
      await client.end()
    })

    // Three seconds on the embedded database, which the soak takes.
    const inSoak = it.skipIf(kind === 'embedded' && sized(true, false))
    inSoak(
      'whose migration fails says so in one sentence, keeps its rows, and opens once it is fixed',
      async () => {
        const broken = brokenMigrations()
        await expect(open(broken), 'the first').rejects.toThrow('failed and was rolled back')
        const before = await open()
        expect(await tableExists(before, 'half_done')).toBe(false)
        expect(await tableExists(before, 'orders')).toBe(true)
        await before.ping()
        await before.db.insert(productTypes).values(belts)
        await before.close()
        const error = await open(broken).catch((reason: unknown) => reason as Error)
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
      },
    )

    it('opened by two processes at once is migrated once; an embedded one allows one process', async () => {
      // Where an earlier first start ended halfway, an embedded one begins anew.
      if (kind === 'embedded') {
        mkdirSync(path.join(place, 'db.new'), { recursive: true })
        writeFileSync(path.join(place, 'db.new/half'), 'half')
      }
      const results = await Promise.allSettled([open(), open()])
      const opened = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
      expect(opened).toHaveLength(kind === 'embedded' ? 1 : 2)
      for (const refused of results.filter((result) => result.status === 'rejected')) {
        expect(String(refused.reason.message)).toMatch(
          /^The data folder .+ is in use by another process: stop that one/,
        )
      }
      if (kind === 'embedded') expect(existsSync(path.join(place, 'db/half'))).toBe(false)
      for (const database of opened) {
        expect(await tableExists(database, 'orders')).toBe(true)
        await database.close()
      }
    })
  })
})
