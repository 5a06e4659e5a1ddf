import { knowsMigration, migrationsUpTo } from '../../db/dump/migrations.ts'
import type { RestorePlace } from '../../db/restore-server.ts'
import { ShopError } from '../../domain/errors.ts'
import { forgetRound } from '../clock/after-a-break.ts'
import { stopLetters } from '../letters/send-letters.ts'
import type { Config } from '../shop/config.ts'
import { fileTime } from './backup.ts'
import type { Manifest } from './dump-files.ts'
import { loadDump } from './import-shop.ts'
import { type Dump, openDump } from './open-dump.ts'

type Restore = {
  /** a backup's file or an export's folder, absolute */
  place: string
  /** also if the current shop has orders */
  replace: boolean
  now: Date
  /** folder with this release's migrations */
  migrations: string
}

/**
 * Restores the database to a backup, upgraded to this release, between either kinds of database. The current database is
 * kept aside. No process of the shop may be running.
 * @throws ShopError 'not_possible', DatabaseError: nothing was changed
 */
export async function restoreShop(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  { place, replace, now, migrations }: Restore,
): Promise<{ manifest: Manifest; kept: string | null }> {
  const dump = await openDump(place)
  if (!knowsMigration(migrations, dump.manifest.schema)) {
    throw new ShopError(
      'not_possible',
      'It was written by another release of the shop: install that one or a newer one.',
    )
  }
  const name = `before-${fileTime(now)}`
  const into = config.databaseUrl
    ? await (await import('../../db/restore-server.ts')).restoreServer(config.databaseUrl, name)
    : await (await import('../../db/restore-embedded.ts')).restoreEmbedded(config.dataDir, name)
  try {
    if (into.mayHaveOrders && !replace) {
      throw new ShopError(
        'not_possible',
        'This shop has orders, or cannot be read: give --replace to restore all the same. What is here now is kept aside.',
      )
    }
    await build(into, dump, migrations)
  } catch (error) {
    await into.abandon()
    throw error
  }
  return { manifest: dump.manifest, kept: await into.finish() }
}

/** Creates the tables as the writing release had them, loads the rows, then runs later migrations. */
async function build(into: RestorePlace, dump: Dump, migrations: string): Promise<void> {
  const older = migrationsUpTo(migrations, dump.manifest.schema.when)
  try {
    const asWritten = await into.open(older.folder)
    try {
      await asWritten.db.transaction((tx) => loadDump(tx, dump))
    } finally {
      await asWritten.close()
    }
  } finally {
    older.remove()
  }
  const upgraded = await into.open(migrations)
  try {
    await stopLetters(upgraded.db)
    await forgetRound(upgraded.db)
  } finally {
    await upgraded.close()
  }
}
