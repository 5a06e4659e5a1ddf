import { createReadStream, existsSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setFlagsFromString } from 'node:v8'
import { createGunzip } from 'node:zlib'
import { PGlite, types } from '@electric-sql/pglite'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { drizzle, type PgliteDatabase } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { extract } from 'tar-fs'
import { beginAtBaseline } from './baseline.ts'
import { hasRoom, leastRoom, ownFolder, tooFewFiles } from './data-folder.ts'
import {
  type Database,
  DatabaseError,
  type Listener,
  type OpenDatabase,
  type Transaction,
} from './database.ts'
import { inUse, lockFolder } from './lock-folder.ts'
import * as schema from './schema.ts'

/** Milliseconds between attempts to reopen a broken database. */
const tryAgainAfter = 1_000

/** Thrown for statements while the database is broken and not reopened yet. 57P02: PostgreSQL's crash_shutdown. */
class BrokenError extends Error {
  readonly code = '57P02'
}

/**
 * The embedded database, which reopens itself when it breaks. On a full disk PostgreSQL panics (PANIC) in the middle of
 * its work. A server would exit and recover from its log; here it lives on inside this process, holding its own locks,
 * and the next statement would spin forever. So the broken instance gets no more statements, and once there is room, a
 * new one recovers the folder: everything acknowledged is there, as after kill -9.
 */
class LastingClient {
  readonly #folder: string
  readonly #open: () => Promise<PGlite>
  readonly #listening = new Map<Listener, { channel: string; end(): Promise<void> }>()
  #client: PGlite | null
  #broken: unknown
  #isClosed = false

  constructor(folder: string, first: PGlite, open: () => Promise<PGlite>) {
    this.#folder = folder
    this.#open = open
    this.#client = first
    this.#watch(first)
  }

  query: PGlite['query'] = async (...args) => this.#working().query(...args)
  transaction: PGlite['transaction'] = async (...args) => this.#working().transaction(...args)

  listen(channel: string, listener: Listener): { end(): Promise<void> } {
    this.#listening.set(listener, { channel, ...listenEmbedded(this.#working(), channel, listener) })
    return {
      end: async () => {
        const listening = this.#listening.get(listener)
        this.#listening.delete(listener)
        if (this.#client) await listening?.end()
      },
    }
  }

  /** Without room the client is left open, as after kill -9, because closing it would have to write. */
  async close() {
    this.#isClosed = true
    if (this.#client && hasRoom(this.#folder)) await this.#client.close()
    this.#client = null
  }

  #working(): PGlite {
    if (this.#client) return this.#client
    throw new BrokenError('The database has stopped; it is opened again as soon as its disk has room.', {
      cause: this.#broken,
    })
  }

  // What already waits in the client's queue, such as a rollback, must not reach the broken engine either. So this hooks
  // in below the queue.
  #watch(client: PGlite) {
    const run = client.execProtocolStream.bind(client)
    const send = client.execProtocolRawSync.bind(client)
    let isBroken = false
    client.execProtocolStream = async (...args) => {
      try {
        return await run(...args)
      } catch (error) {
        if (!isBroken && isFatal(error)) {
          isBroken = true
          this.#broken = error
          this.#client = null
          this.#openLater()
        }
        throw error
      }
    }
    client.execProtocolRawSync = (message) => {
      if (isBroken) throw new BrokenError('The database has stopped.', { cause: this.#broken })
      return send(message)
    }
  }

  #openLater() {
    setTimeout(async () => {
      if (this.#isClosed) return
      const client = hasRoom(this.#folder) ? await this.#open().catch(() => null) : null
      if (!client) return this.#openLater()
      if (this.#isClosed) return client.close()
      this.#watch(client)
      this.#client = client
      for (const [listener, { channel }] of this.#listening) this.listen(channel, listener)
    }, tryAgainAfter).unref()
  }
}

/** PANIC and FATAL end a server's process; the WebAssembly engine itself can crash as well. */
function isFatal(error: unknown): boolean {
  if (error instanceof WebAssembly.RuntimeError) return true
  return ['PANIC', 'FATAL'].includes((error as { severity?: string }).severity ?? '')
}

/** Listens to a channel of the database inside this process. Its one connection can't be cut. */
export function listenEmbedded(
  client: PGlite,
  channel: string,
  listener: Listener,
): { end(): Promise<void> } {
  const listening = client.listen(channel, (payload) => listener.notice(payload))
  listening.then(() => listener.connected(), listener.trouble)
  return {
    async end() {
      const stop = await listening.catch(() => null)
      await stop?.()
    },
  }
}

/** btree_gist: equality next to ranges in one constraint (boxes_no_repeat). Comes with PostgreSQL. */
export const extensions = { btree_gist }

// V8 compiles PostgreSQL once, with the fast baseline compiler, and doesn't re-optimize it while running: that cost about
// 550 MB at every start and more CPU than it saved (decision 039).
for (const flag of ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) setFlagsFromString(flag)

// 240 MB of memory instead of 330 MB, and no slower for a shop of this size.
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB']

/**
 * Opens PostgreSQL inside this process, with its files in `dataDir`/db. Creates it if it's new, and migrates it.
 * @param template path of the archive that makes creating one faster (template.ts)
 * @throws DatabaseError if the folder belongs to someone else, another process holds it, its disk is full, its database is
 * damaged, or a migration fails
 */
export async function connectEmbedded(
  dataDir: string,
  migrations: string,
  template?: string,
): Promise<OpenDatabase> {
  ownFolder(dataDir)
  // Without room, recovery would fail midway again and again.
  if (!hasRoom(dataDir)) {
    throw new DatabaseError(
      `The disk of the data folder ${dataDir} is full (less than ${leastRoom / 1024 / 1024} MB are free): make room or set DATA_DIR to another disk, then start again.`,
    )
  }
  const lock = await lockFolder(dataDir)
  if (!lock) {
    throw new DatabaseError(inUse(dataDir), { isInUse: true })
  }
  try {
    const folder = path.join(dataDir, 'db')
    const isThere = existsSync(folder)
    const first = await openOrCreate(folder, template).catch((cause: unknown) => {
      throw tooFewFiles(dataDir, cause) ?? (isThere ? unreadable(folder, cause) : cause)
    })
    const client = new LastingClient(dataDir, first, () => openFolder(folder))
    // Drizzle only uses a client's query and transaction, which this one has.
    const db = drizzle({ client: client as unknown as PGlite, schema })
    try {
      await migrateEmbedded(db, migrations)
    } catch (cause) {
      await client.close()
      throw new DatabaseError(
        `A migration of the database in ${dataDir} failed and was rolled back: restore a backup or go back to the former version. (${reason(cause)})`,
        { cause },
      )
    }
    return {
      db: db as unknown as Database,
      kind: 'embedded',
      ping: async () => void (await client.query('select 1')),
      listen: (channel, listener) => client.listen(channel, listener),
      answerOthers: lock.answer,
      close: async () => {
        await client.close()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** Migrates a database; a new one begins at the baseline. */
export async function migrateEmbedded(db: PgliteDatabase<typeof schema>, migrations: string) {
  await db.transaction((tx) => beginAtBaseline(tx as unknown as Transaction, migrations))
  await migrate(db, { migrationsFolder: migrations })
}

function unreadable(folder: string, cause: unknown): DatabaseError {
  return new DatabaseError(
    `The database in ${folder} cannot be opened: it is damaged, or was made by a release with another database. Restore the latest backup with --replace, which keeps this folder aside. (${reason(cause)})`,
    { cause },
  )
}

// Creates a new folder under another name and renames it when complete, so that a start that dies leaves nothing half
// done.
async function openOrCreate(folder: string, template: string | undefined): Promise<PGlite> {
  if (!existsSync(folder)) {
    const unfinished = `${folder}.new`
    rmSync(unfinished, { recursive: true, force: true })
    if (template) {
      // Streamed, and the database is opened only once, below: together that halves the memory of a first start.
      const forOwner = { umask: 0o077, fmode: 0o600, dmode: 0o700 }
      await pipeline(createReadStream(template), createGunzip(), extract(unfinished, forOwner))
    } else await (await openFolder(unfinished)).close()
    renameSync(unfinished, folder)
  }
  return openFolder(folder)
}

/** Its own way to read bytes takes five times as long. */
const parsers = { [types.BYTEA]: (value: string) => Buffer.from(value.slice(2), 'hex') }

/** Opens the database in a folder, creating it if needed. */
export const openFolder = (folder: string) =>
  PGlite.create({ fs: new OwnFiles(folder), startParams, extensions, parsers })

/** Files on disk that only this user can read: the engine ignores the umask and makes some files readable by others. */
class OwnFiles extends NodeFS {
  override async init(...given: Parameters<NodeFS['init']>) {
    const { emscriptenOpts } = await super.init(...given)
    const keepOthersOut = ({ NODEFS }: EngineWithFiles) => {
      const { setattr } = NODEFS.node_ops
      NODEFS.node_ops.setattr = (node, change) =>
        setattr(node, change.mode == null ? change : { ...change, mode: change.mode & ~0o077 })
    }
    const preRun = [keepOthersOut, ...(emscriptenOpts.preRun ?? [])] as typeof emscriptenOpts.preRun
    return { emscriptenOpts: { ...emscriptenOpts, ...(preRun ? { preRun } : {}) } }
  }
}

type EngineWithFiles = {
  NODEFS: { node_ops: { setattr(node: unknown, change: { mode?: number | null }): void } }
}

function reason(cause: unknown): string {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause
  return inner instanceof Error ? (inner.message.split('\n')[0] ?? '') : String(inner)
}
