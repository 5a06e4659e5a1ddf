import { createReadStream, existsSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setFlagsFromString } from 'node:v8'
import { createGunzip } from 'node:zlib'
import { PGlite } from '@electric-sql/pglite'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { extract } from 'tar-fs'
import { type Database, DatabaseError, type OpenDatabase } from './database.ts'
import { hasRoom, leastRoom } from './disk-room.ts'
import { LastingClient } from './lasting-client.ts'
import { lockFolder } from './lock-folder.ts'
import { ownFolder } from './own-folder.ts'
import * as schema from './schema.ts'

/** btree_gist: equality beside ranges in one constraint (boxes_no_repeat). Comes with PostgreSQL. */
export const extensions = { btree_gist }

// The engine compiles PostgreSQL once, plainly and fast, and not again while it runs: that took some 550 MB at every start
// and more processor than it saved (decision 039).
for (const flag of ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) setFlagsFromString(flag)

// 240 MB instead of 330 MB of memory, and no slower for a shop of this size.
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB']

/**
 * Opens PostgreSQL inside this process, its files in `dataDir`/db; makes and migrates it when it is new.
 * @param template path of the archive from which a new one starts faster (template.ts)
 * @throws DatabaseError when the folder is somebody else's, another process has it, its disk is full, or a migration fails
 */
export async function connectEmbedded(
  dataDir: string,
  migrations: string,
  template?: string,
): Promise<OpenDatabase> {
  ownFolder(dataDir)
  // Recovering a database without room would break it off in the middle, again and again.
  if (!hasRoom(dataDir)) {
    throw new DatabaseError(
      `The disk of the data folder ${dataDir} is full (less than ${leastRoom / 1024 / 1024} MB are free): make room or set DATA_DIR to another disk, then start again.`,
    )
  }
  const lock = await lockFolder(dataDir)
  if (!lock) {
    throw new DatabaseError(
      `The data folder ${dataDir} is in use by another process: stop that one, or set DATA_DIR to another folder.`,
      { isInUse: true },
    )
  }
  try {
    const folder = path.join(dataDir, 'db')
    const client = new LastingClient(dataDir, await openOrCreate(folder, template), () => openFolder(folder))
    // Of a client drizzle uses what this one has: query and transaction.
    const db = drizzle({ client: client as unknown as PGlite, schema })
    try {
      await migrate(db, { migrationsFolder: migrations })
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

// A new folder is made under another name and renamed when it is whole: a start that dies leaves nothing half done.
async function openOrCreate(folder: string, template: string | undefined): Promise<PGlite> {
  if (!existsSync(folder)) {
    const unfinished = `${folder}.new`
    rmSync(unfinished, { recursive: true, force: true })
    if (template) {
      // Streamed, and the database opened once, below: both together halve the memory of a first start.
      const forOwner = { umask: 0o077, fmode: 0o600, dmode: 0o700 }
      await pipeline(createReadStream(template), createGunzip(), extract(unfinished, forOwner))
    } else await (await openFolder(unfinished)).close()
    renameSync(unfinished, folder)
  }
  return openFolder(folder)
}

/** Opens, or makes, the database that a folder is. */
export const openFolder = (folder: string) =>
  PGlite.create({ fs: new OwnFiles(folder), startParams, extensions })

/** A folder on the disk whose files are for this user alone: the engine knows no umask, and lets others read some. */
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
