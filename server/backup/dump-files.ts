import { createHash, type Hash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { type FileHandle, mkdir, open, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createGzip } from 'node:zlib'
import { type Database, rowsOf, type Transaction } from '../../db/database.ts'
import { type LastMigration, lastMigration } from '../../db/dump/migrations.ts'
import { readSequences, readTable, readTables, type Sequences } from '../../db/dump/tables.ts'
import { subscriptionPlans } from '../../db/schema.ts'
import { ShopError } from '../../domain/errors.ts'
import { stepDone } from '../shop/rounds.ts'
import type { Shop } from '../shop/shop.ts'
import { sealed } from './seal.ts'

/** Where the rows are written: a folder, or one compressed file. */
export type DumpWriter = {
  begin(table: string): Promise<void>
  /** whole lines, each with its line feed */
  write(text: string): Promise<void>
  finish(manifest: Manifest): Promise<void>
}

/** What was written of a table: its row count, and the SHA-256 of its lines. */
type Sum = { rows: number; sha256: string }

/** Describes a complete export or backup; written last. */
export type Manifest = {
  what: typeof dumpName
  format: typeof dumpFormat
  takenAt: string
  schema: LastMigration
  tables: Record<string, Sum>
  sequences: Sequences
}

const dumpName = 'belt-club'
const dumpFormat = 1

/** @throws ShopError 'not_possible' for anything this release can't have written */
export function parseManifest(text: string, where: string): Manifest {
  let read: Partial<Manifest> | null = null
  try {
    read = JSON.parse(text) as Partial<Manifest> | null
  } catch {}
  if (read?.what !== dumpName || !read.tables || !read.schema || !read.sequences || !read.takenAt) {
    throw new ShopError('not_possible', `${where} is not a shop's export or backup, or not all of it.`)
  }
  if (read.format !== dumpFormat) {
    throw new ShopError('not_possible', `${where} was made by a newer release: use that one.`)
  }
  return read as Manifest
}

/** The folder of the tables in an export; `manifest.json` is next to it. */
export const rowsFolder = 'tables'
export const manifestFile = 'manifest.json'

/** Writes one file of JSON lines per table, readable only by this user, because they contain addresses. */
export function folderWriter(folder: string): DumpWriter {
  let file: FileHandle | null = null
  async function close() {
    await file?.sync()
    await file?.close()
    file = null
  }
  return {
    async begin(table) {
      await close()
      await mkdir(path.join(folder, rowsFolder), { recursive: true, mode: 0o700 })
      file = await open(path.join(folder, rowsFolder, `${table}.jsonl`), 'w', 0o600)
    },
    async write(text) {
      await file!.writeFile(text)
    },
    async finish(manifest) {
      await close()
      await writeFile(path.join(folder, manifestFile), `${JSON.stringify(manifest, null, 2)}\n`, {
        mode: 0o600,
        flush: true,
      })
    },
  }
}

/** Starts a line that isn't a row: a table's name, or at the end the manifest. */
export const headerMark = '#'

/**
 * Writes one compressed file that `zcat` opens: "#" and the name before each table's rows, and "#" and the manifest at the
 * end. Readable only by this user, because it contains addresses.
 * @param recipients whose keys open it (seal.ts); none: it isn't encrypted
 */
export function packedWriter(
  file: string,
  recipients: readonly string[] = [],
): DumpWriter & { abandon(): void } {
  const packed = createGzip({ level: constants.Z_BEST_SPEED })
  const out = createWriteStream(file, { mode: 0o600, flush: true })
  async function* content() {
    yield* recipients.length > 0 ? await sealed(packed, recipients) : packed
  }
  // Passes an error such as a full disk on to whoever waits for the end.
  const written = pipeline(content, out)
  written.catch((error: Error) => packed.destroy(error))
  packed.on('error', () => {})
  async function write(text: string) {
    if (out.errored) throw out.errored
    if (!packed.write(text)) await Promise.race([once(packed, 'drain'), written])
  }
  return {
    begin: (table) => write(`${headerMark}${JSON.stringify({ table })}\n`),
    write,
    async finish(manifest) {
      packed.end(`${headerMark}${JSON.stringify(manifest)}\n`)
      await written
    },
    abandon() {
      packed.destroy()
      out.destroy()
    },
  }
}

/** Counts and hashes each table's lines, as they are written or read. */
export function tableSums() {
  const all = new Map<string, { rows: number; hash: Hash }>()
  return {
    begin(table: string) {
      if (!all.has(table)) all.set(table, { rows: 0, hash: createHash('sha256') })
    },
    /** @param text whole lines, each with its line feed */
    add(table: string, text: string, rows: number) {
      this.begin(table)
      const sum = all.get(table)!
      sum.rows += rows
      sum.hash.update(text)
    },
    result(): Record<string, Sum> {
      return Object.fromEntries(
        [...all].map(([table, { rows, hash }]) => [table, { rows, sha256: hash.digest('hex') }]),
      )
    },
  }
}

/** The first table that differs, as a sentence; null: none. */
export function firstDifference(
  written: Record<string, Sum>,
  read: Record<string, Sum | undefined>,
): string | null {
  for (const [table, { rows, sha256 }] of Object.entries(written)) {
    const found = read[table] ?? { rows: 0, sha256: '' }
    if (found.rows !== rows) return `${table} has ${found.rows} rows where ${rows} were written`
    if (rows > 0 && found.sha256 !== sha256) return `the rows of ${table} are not those that were written`
  }
  const more = Object.keys(read).find((table) => !written[table])
  return more ? `${more} was not written` : null
}

/**
 * Refuses a database in which no shop was ever opened: the command has other settings than the shop, and would write a
 * whole, but empty, backup every night.
 * @throws ShopError 'not_possible'
 */
export async function requireShop({ db, config }: Pick<Shop, 'db' | 'config'>): Promise<void> {
  if ((await db.$count(subscriptionPlans)) > 0) return
  const place = config.databaseUrl ? 'the database of DATABASE_URL' : config.dataDir
  throw new ShopError(
    'not_possible',
    `No shop was ever opened in ${place}: run this with the settings of the shop, DATA_DIR or DATABASE_URL.`,
  )
}

/**
 * Writes every row of every table as of one moment, while the shop keeps running; memory use doesn't grow with the rows. The
 * embedded database has one connection, so other queries wait until it is done.
 * @param beside reads more in the same transaction
 */
export async function writeDump(
  db: Database,
  takenAt: Date,
  writer: DumpWriter,
  beside: (tx: Transaction) => Promise<void> = async () => {},
): Promise<Manifest> {
  const written = tableSums()
  const manifest = await db.transaction(
    async (tx) => {
      await rowsOf(tx, "set local time zone 'UTC'")
      for (const table of await readTables(tx)) {
        written.begin(table.name)
        await writer.begin(table.name)
        for await (const lines of readTable(tx, table)) {
          const text = `${lines.join('\n')}\n`
          written.add(table.name, text, lines.length)
          await writer.write(text)
          stepDone()
        }
      }
      await beside(tx)
      return {
        what: dumpName,
        format: dumpFormat,
        takenAt: takenAt.toISOString(),
        schema: await lastMigration(tx),
        tables: written.result(),
        sequences: await readSequences(tx),
      } satisfies Manifest
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
  await writer.finish(manifest)
  return manifest
}
