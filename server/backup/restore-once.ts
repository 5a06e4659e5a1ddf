import { rmSync } from 'node:fs'
import { DatabaseError } from '../../db/database.ts'
import { usualLimits, withPatience } from '../../db/patience.ts'
import { rehearsalDatabase } from '../../db/rehearsal-database.ts'
import { isDatabaseAway, reasonOf } from '../../db/server-trouble.ts'
import { ShopError } from '../../domain/errors.ts'
import { restoreShop } from './backup.ts'
import type { RestoreAnswer, RestoreTask } from './restore-apart.ts'
import { WrongKey } from './seal.ts'

/** Restores a backup into a database of its own, and deletes that. */
export async function restoreOnce(task: RestoreTask, moved: () => void): Promise<RestoreAnswer> {
  const { file: place, keys, migrations, scratch } = task
  const clear = () => rmSync(scratch, { recursive: true, force: true })
  clear()
  const database = task.databaseUrl ? await rehearsalDatabase(task.databaseUrl) : null
  try {
    const config = { databaseUrl: database?.url ?? null, dataDir: scratch }
    const { manifest } = await withPatience(usualLimits.longest, () =>
      restoreShop(config, { place, keys, migrations, replace: false, now: new Date(), moved }),
    )
    const rows = Object.values(manifest.tables).reduce((sum, table) => sum + table.rows, 0)
    const orders = manifest.tables.orders?.rows ?? 0
    return { restored: { rows, orders, into: database ? 'server' : 'embedded' } }
  } catch (error) {
    // The machine's trouble says nothing about the file.
    const isOurs =
      error instanceof DatabaseError ||
      error instanceof WrongKey ||
      isDatabaseAway(error) ||
      ['ENOSPC', 'EACCES', 'EROFS', 'EMFILE', 'ENOMEM', 'ENOTDIR', 'ENOENT'].includes(
        (error as NodeJS.ErrnoException).code ?? '',
      )
    const isSentence = error instanceof DatabaseError || error instanceof ShopError
    const why = isSentence ? error.message : reasonOf(error)
    return isOurs ? { failed: why } : { damage: why }
  } finally {
    clear()
    await database?.drop()
  }
}
