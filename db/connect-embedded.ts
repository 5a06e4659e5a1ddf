import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { type Database, DatabaseError, type OpenDatabase } from './database.ts'
import { hasRoom, leastRoom } from './disk-room.ts'
import { LastingClient } from './lasting-client.ts'
import { lockFolder } from './lock-folder.ts'
import * as schema from './schema.ts'

/** btree_gist: equality beside ranges in one constraint (boxes_no_repeat). Comes with PostgreSQL. */
export const extensions = { btree_gist }

// 240 MB instead of 330 MB of memory, and no slower for a shop of this size.
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB']

/**
 * Opens PostgreSQL inside this process, its files in `dataDir`/db; makes and migrates it when it is new.
 * @param template a dumped, migrated data folder from which a new one starts faster
 * @throws DatabaseError when another process has the folder, its disk is full, or a migration fails
 */
export async function connectEmbedded(
  dataDir: string,
  migrations: string,
  template?: Blob,
): Promise<OpenDatabase> {
  mkdirSync(dataDir, { recursive: true })
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
    const client = new LastingClient(dataDir, await openOrCreate(folder, template), () => open(folder))
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
async function openOrCreate(folder: string, template: Blob | undefined): Promise<PGlite> {
  if (!existsSync(folder)) {
    const unfinished = `${folder}.new`
    rmSync(unfinished, { recursive: true, force: true })
    const made = await PGlite.create({
      dataDir: unfinished,
      startParams,
      extensions,
      ...(template ? { loadDataDir: template } : {}),
    })
    await made.close()
    renameSync(unfinished, folder)
  }
  return open(folder)
}

const open = (folder: string) => PGlite.create({ dataDir: folder, startParams, extensions })

function reason(cause: unknown): string {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause
  return inner instanceof Error ? (inner.message.split('\n')[0] ?? '') : String(inner)
}
