import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { knowsMigration, migrationsUpTo } from '../../db/dump/migrations.ts'
import type { RestorePlace } from '../../db/restore-server.ts'
import { timeInName } from '../../domain/backup-plan.ts'
import { ShopError } from '../../domain/errors.ts'
import { forgetRound } from '../clock/after-a-break.ts'
import { stopLetters } from '../letters/send-letters.ts'
import type { Config } from '../shop/config.ts'
import type { Shop } from '../shop/shop.ts'
import { audit, commandLine } from '../staff/staff.ts'
import { pauseBackups } from './backup-plan.ts'
import { draftEnd, removeDrafts } from './drafts.ts'
import { type Manifest, packedWriter, requireShop, writeDump } from './dump-files.ts'
import { loadDump } from './import-shop.ts'
import { type Dump, openDump } from './open-dump.ts'

/**
 * Writes everything the shop knows, as of one moment, into one compressed file. It is read back and only then given its
 * name, so a file with that name is complete.
 * @param file absolute path; null: named by its time in `DATA_DIR`/backups
 * @throws ShopError 'not_possible' if the file exists, or there is no shop
 */
export async function backUp(shop: Shop, file: string | null): Promise<{ file: string; manifest: Manifest }> {
  const takenAt = shop.now()
  const place = file ?? path.join(shop.config.dataDir, 'backups', `shop-${timeInName(takenAt)}.jsonl.gz`)
  if (existsSync(place)) throw new ShopError('not_possible', `${place} is there already: name another file.`)
  await requireShop(shop)
  await mkdir(path.dirname(place), { recursive: true, mode: 0o700 })
  if (!file) await removeDrafts(path.dirname(place))
  await shop.db.transaction((tx) =>
    audit(tx, commandLine, takenAt, { action: 'shop.backup', entity: 'shop', entityId: 'backup' }),
  )
  const unfinished = place + draftEnd
  try {
    await writeBackup(shop, unfinished, takenAt)
    const { manifest } = await openDump(unfinished)
    await rename(unfinished, place)
    return { file: place, manifest }
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

/** Writes a backup's file, encrypted for these readers if there are any. Half a file may stay if it fails. */
export async function writeBackup(
  shop: Shop,
  file: string,
  takenAt: Date,
  recipients: readonly string[] = [],
): Promise<Manifest> {
  const writer = packedWriter(file, recipients)
  try {
    return await writeDump(shop.db, takenAt, writer)
  } catch (error) {
    writer.abandon()
    throw error
  }
}

type Restore = {
  /** a backup's file or an export's folder, absolute */
  place: string
  /** that open it, if it's encrypted */
  keys?: readonly string[]
  /** also if the current shop has orders */
  replace: boolean
  now: Date
  /** folder with this release's migrations */
  migrations: string
  /** called for each batch of rows that was read */
  moved?: () => void
}

/**
 * Restores the database to a backup, upgraded to this release, between either kinds of database. The current database is
 * kept aside. No process of the shop may be running.
 * @throws ShopError 'not_possible', DatabaseError: nothing was changed
 */
export async function restoreShop(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  { place, keys, replace, now, migrations, moved }: Restore,
): Promise<{ manifest: Manifest; kept: string | null }> {
  const dump = await openDump(place, keys, moved)
  if (!knowsMigration(migrations, dump.manifest.schema)) {
    throw new ShopError(
      'not_possible',
      'It was written by another release of the shop: install that one or a newer one.',
    )
  }
  const name = `before-${timeInName(now)}`
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
    await pauseBackups(upgraded.db)
    await forgetRound(upgraded.db)
  } finally {
    await upgraded.close()
  }
}
