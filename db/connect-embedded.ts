import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { type Database, DatabaseError, type OpenDatabase } from './database.ts'
import { listenEmbedded } from './listen-embedded.ts'
import { lockFolder } from './lock-folder.ts'
import * as schema from './schema.ts'

/** btree_gist: equality beside ranges in one constraint (boxes_no_repeat). Comes with PostgreSQL. */
export const extensions = { btree_gist }

// 240 MB instead of 330 MB of memory, and no slower for a shop of this size.
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB']

/**
 * Opens PostgreSQL inside this process, its files in `dataDir`/db; makes and migrates it when it is new.
 * @param template a dumped, migrated data folder from which a new one starts faster
 * @throws DatabaseError when another process has the folder, or a migration fails
 */
export async function connectEmbedded(
  dataDir: string,
  migrations: string,
  template?: Blob,
): Promise<OpenDatabase> {
  mkdirSync(dataDir, { recursive: true })
  const lock = await lockFolder(dataDir)
  if (!lock) {
    throw new DatabaseError(
      `The data folder ${dataDir} is in use by another process: stop that one, or set DATA_DIR to another folder.`,
      { isInUse: true },
    )
  }
  try {
    const client = await openOrCreate(path.join(dataDir, 'db'), template)
    const db = drizzle({ client, schema })
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
      listen: (channel, listener) => listenEmbedded(client, channel, listener),
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
  return PGlite.create({ dataDir: folder, startParams, extensions })
}

function reason(cause: unknown): string {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause
  return inner instanceof Error ? (inner.message.split('\n')[0] ?? '') : String(inner)
}
