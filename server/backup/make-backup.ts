import { createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { desc, isNotNull } from 'drizzle-orm'
import { freeBytes, leastRoom } from '../../db/data-folder.ts'
import { backupRuns } from '../../db/schema.ts'
import { backupName, backupTakenAt, outdatedBackups } from '../../domain/backup-plan.ts'
import type { BackupPlace } from '../shop/backup-place.ts'
import { stepDone } from '../shop/rounds.ts'
import type { Shop } from '../shop/shop.ts'
import { writeBackup } from './backup.ts'
import { type BackupPlan, backupMark } from './backup-plan.ts'
import { draftEnd, removeDrafts } from './drafts.ts'

/**
 * Writes the shop into an encrypted file on this machine, and from there to its place. The database is read at the disk's
 * speed, not the network's: a long transaction would keep it from cleaning up.
 * @param require throws once another process does this
 */
export async function makeBackup(
  shop: Shop,
  place: BackupPlace,
  recipients: readonly string[],
  require: () => void,
) {
  const takenAt = shop.now()
  const name = backupName(await backupMark(shop), takenAt)
  await place.prepare()
  await removeDrafts(place.draftFolder)
  await requireRoom(shop, place)
  const draft = path.join(place.draftFolder, name + draftEnd)
  try {
    const { tables } = await writeBackup(shop, draft, takenAt, recipients)
    const { size: bytes } = await stat(draft)
    require()
    await place.store(draft, name)
    const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0)
    return { name, takenAt, bytes, rows, orders: tables.orders?.rows ?? 0 }
  } finally {
    await rm(draft, { force: true })
  }
}

/** A disk that fills up while a shop without a database server sells would stop it: better no backup, and an alarm. */
async function requireRoom(shop: Shop, { draftFolder }: BackupPlace) {
  const [last] = await shop.db
    .select({ bytes: backupRuns.bytes })
    .from(backupRuns)
    .where(isNotNull(backupRuns.bytes))
    .orderBy(desc(backupRuns.askedAt))
    .limit(1)
  const needed = leastRoom + 1.5 * (last?.bytes ?? 0)
  const known = [await shop.diskFree(), await freeBytes(draftFolder)].filter((free) => free !== null)
  const free = Math.min(...known)
  if (free >= needed) return
  const megabytes = (bytes: number) => `${Math.ceil(bytes / 1024 / 1024)} MB`
  throw new Error(
    `There isn’t enough room on the disk of ${draftFolder}: a backup needs ${megabytes(needed)} and ${megabytes(free)} are free.`,
  )
}

/**
 * Reads a backup from its place, and restores it into a database of its own.
 * @param made the name of the one to check; null: the newest there is
 */
export async function checkBackup(
  shop: Shop,
  place: BackupPlace,
  identity: string,
  made: string | null,
  require: () => void,
) {
  const newest = (await storedBackups(shop, place)).find(({ name }) => made === null || name === made)
  if (!newest) throw new Error(made ? 'The backup isn’t where it was stored.' : 'There is no backup yet.')
  const copy = path.join(place.draftFolder, `check-${newest.name}${draftEnd}`)
  try {
    const file = place.pathOf(newest.name) ?? (await fetched(place, newest.name, copy))
    const { rows, orders } = await shop.backups.tryRestore(file, [identity])
    require()
    const { name, takenAt, bytes } = newest
    return { name, takenAt, bytes, rows, orders, verifiedAt: shop.now() }
  } finally {
    await rm(copy, { force: true })
  }
}

async function fetched(place: BackupPlace, name: string, copy: string): Promise<string> {
  await place.prepare()
  const moving = new Transform({
    transform(chunk, _, done) {
      stepDone()
      done(null, chunk)
    },
  })
  await pipeline(await place.read(name), moving, createWriteStream(copy, { mode: 0o600 }))
  return copy
}

/** This shop's backups in a place, newest first. */
export async function storedBackups(shop: Shop, place: BackupPlace) {
  const mark = await backupMark(shop)
  return (await place.list())
    .flatMap(({ name, bytes }) => {
      const takenAt = backupTakenAt(mark, name)
      return takenAt ? [{ name, bytes, takenAt }] : []
    })
    .sort((one, other) => other.takenAt.getTime() - one.takenAt.getTime())
}

/** Deletes backups that are older than the owner keeps them. A key that may not delete is no failure: some want that. */
export async function pruneBackups(shop: Shop, place: BackupPlace, plan: BackupPlan) {
  try {
    for (const { name } of outdatedBackups(await storedBackups(shop, place), plan, shop.config.timeZone)) {
      await place.remove(name)
      stepDone()
    }
  } catch (error) {
    shop.log.warn({ error }, 'old backups were not deleted')
  }
}
