import { existsSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { connectEmbedded, openFolder } from './connect-embedded.ts'
import { ownFolder } from './data-folder.ts'
import { DatabaseError } from './database.ts'
import { lockFolder } from './lock-folder.ts'
import type { RestorePlace } from './restore-server.ts'

/**
 * Builds a database in a folder of its own inside the data folder; when complete, it takes the current one's place.
 * @param name what the current one is kept under
 * @throws DatabaseError while a shop uses the folder
 */
export async function restoreEmbedded(dataDir: string, name: string): Promise<RestorePlace> {
  ownFolder(dataDir)
  const lock = await lockFolder(dataDir)
  if (!lock)
    throw new DatabaseError(`The shop that uses ${dataDir} is open: stop it, then restore.`, {
      isInUse: true,
    })
  const present = path.join(dataDir, 'db')
  const built = path.join(dataDir, 'restoring')
  rmSync(built, { recursive: true, force: true })
  const leave = () => {
    rmSync(built, { recursive: true, force: true })
    lock.release()
  }
  return {
    mayHaveOrders: existsSync(present) && (await hasOrders(present)),
    open: (migrations) => connectEmbedded(built, migrations),
    async finish() {
      const kept = existsSync(present) ? path.join(dataDir, `db.${name}`) : null
      if (kept) renameSync(present, kept)
      renameSync(path.join(built, 'db'), present)
      leave()
      return kept
    },
    async abandon() {
      leave()
    },
  }
}

async function hasOrders(folder: string): Promise<boolean> {
  try {
    const client = await openFolder(folder)
    try {
      return (await client.query('select from orders limit 1')).rows.length > 0
    } finally {
      await client.close()
    }
  } catch {
    return true
  }
}
