import path from 'node:path'
import { Readable } from 'node:stream'
import { desc, inArray } from 'drizzle-orm'
import { backupRuns } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import { lastBackupDue } from '../../../domain/backup-plan.ts'
import { addDays, calendarDateIn, instantAt } from '../../../domain/calendar-date.ts'
import { ShopError } from '../../../domain/errors.ts'
import { readPlan } from '../../backup/backup-plan.ts'
import { storedBackups } from '../../backup/make-backup.ts'
import { backupFacts } from '../../backup/tend-backups.ts'
import { readSetting, type StoredBackupPlace } from '../../settings/settings.ts'
import type { Shop } from '../../shop/shop.ts'

/** Runs that the screen shows. */
const shownRuns = 10

const iso = (at: Date | null) => at?.toISOString() ?? null

export async function readBackups(shop: Shop): Promise<AdminReply<'readBackups'>> {
  const key = await readSetting(shop, 'backupKey')
  const set = await readSetting(shop, 'backupPlan')
  const plan = await readPlan(shop)
  const runs = await shop.db.select().from(backupRuns).orderBy(desc(backupRuns.askedAt)).limit(shownRuns)
  const { verified } = await backupFacts(shop)
  const { backupPlace } = shop.config
  return {
    keyMadeAt: key?.madeAt ?? null,
    plan: plan && {
      ...{ hour: plan.hour, keptDays: plan.keptDays, keptMonths: plan.keptMonths, isPaused: plan.isPaused },
      nextAt: nextAfter(shop, plan.hour).toISOString(),
    },
    place: shownPlace(shop, set?.place),
    fixedPlace: backupPlace && (await shop.backups.placeAt(backupPlace)).label,
    verifiedTakenAt: iso(verified?.takenAt ?? null),
    runs: runs.map(({ task, askedBy, askedAt, startedAt, endedAt, rows, orders, verifiedAt, error }) => ({
      ...{ task, askedBy, rows, orders, at: askedAt.toISOString(), endedAt: iso(endedAt) },
      ...{ isRunning: startedAt !== null && !endedAt, isVerified: verifiedAt !== null, error: error ?? '' },
    })),
  }
}

function nextAfter(shop: Shop, hour: number): Date {
  const { timeZone } = shop.config
  const last = lastBackupDue(shop.now(), hour, timeZone)
  return instantAt(addDays(calendarDateIn(timeZone, last), 1), hour, timeZone)
}

function shownPlace(shop: Shop, place: StoredBackupPlace | undefined) {
  const none = { endpoint: '', bucket: '', prefix: '', region: '', keyId: '', hasSecret: false }
  const folder = path.join(shop.config.dataDir, 'backups')
  if (place?.kind !== 's3') return { kind: 'folder' as const, folder: place?.folder ?? folder, ...none }
  const { endpoint, bucket, folder: prefix, region, keyId } = place
  return { kind: 's3' as const, folder, endpoint, bucket, prefix, region, keyId, hasSecret: true }
}

export async function listBackups(shop: Shop): Promise<AdminReply<'listBackups'>> {
  const plan = await readPlan(shop)
  if (!plan?.address) return { files: [], error: '' }
  try {
    const stored = await storedBackups(shop, await shop.backups.placeAt(plan.address))
    const names = stored.map(({ name }) => name)
    const runs =
      names.length > 0 ? await shop.db.select().from(backupRuns).where(inArray(backupRuns.name, names)) : []
    const verified = new Map(runs.flatMap(({ name, verifiedAt }) => (verifiedAt ? [[name, verifiedAt]] : [])))
    return {
      files: stored.map(({ name, takenAt, bytes }) => ({
        ...{ name, bytes, takenAt: takenAt.toISOString(), verifiedAt: iso(verified.get(name) ?? null) },
      })),
      error: '',
    }
  } catch (error) {
    return { files: [], error: error instanceof Error ? error.message : String(error) }
  }
}

/** @throws ShopError 'not_found' */
export async function downloadBackup(
  shop: Shop,
  { name }: AdminInput<'downloadBackup'>,
): Promise<AdminReply<'downloadBackup'>> {
  const plan = await readPlan(shop)
  const place = plan?.address && (await shop.backups.placeAt(plan.address))
  const file = place && (await storedBackups(shop, place)).find((each) => each.name === name)
  if (!file) throw new ShopError('not_found', 'There’s no such backup anymore.')
  const content = Readable.toWeb(await place.read(name)) as ReadableStream<Uint8Array>
  return { fileName: name, contentType: 'application/octet-stream', content }
}
