import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import { ShopError } from '../../../domain/errors.ts'
import { backupMark, bucketSecret, ownHalf, readPlan } from '../../backup/backup-plan.ts'
import { draftEnd } from '../../backup/drafts.ts'
import { makeSealKey } from '../../backup/seal.ts'
import { askForBackup } from '../../backup/tend-backups.ts'
import { readSetting, type StoredBackupPlace, writeSetting } from '../../settings/settings.ts'
import type { BackupAddress, BackupPlace } from '../../shop/backup-place.ts'
import type { Shop } from '../../shop/shop.ts'
import { audit, auditAlone, type Staff } from '../../staff/staff.ts'

/** Makes the owner's key, which is shown once and stored nowhere, and the shop's own for its checks. */
export async function makeBackupKey(
  shop: Shop,
  _input: unknown,
  staff: Staff,
): Promise<AdminReply<'makeBackupKey'>> {
  const { recipient, identity: key } = await makeSealKey()
  // The shop's own stays, so that it can still check what it made before.
  const own = (await readSetting(shop, 'backupKey')) ?? ownHalf(shop, await makeSealKey())
  const keys = { ...own, recipient, madeAt: shop.now().toISOString() }
  await shop.db.transaction(async (tx) => {
    await writeSetting({ ...shop, db: tx }, 'backupKey', keys)
    await auditOf(shop, tx, staff, 'backup.key', { recipient })
  })
  return { key }
}

/** @throws ShopError 'not_possible', 'invalid_body' if nothing can be stored there */
export async function writeBackupPlan(
  shop: Shop,
  { hour, keptDays, keptMonths, place: given }: AdminInput<'writeBackupPlan'>,
  staff: Staff,
): Promise<AdminReply<'writeBackupPlan'>> {
  if (!(await readSetting(shop, 'backupKey')))
    throw new ShopError('not_possible', 'Make a recovery key first: nobody can open a backup without it.')
  const known = await readSetting(shop, 'backupPlan')
  const address = shop.config.backupPlace ?? addressFrom(shop, given, known?.place)
  const place = await shop.backups.placeAt(address)
  await tryPlace(shop, place)
  const stored: StoredBackupPlace = address.kind === 'folder' ? address : sealedPlace(shop, address)
  await shop.db.transaction(async (tx) => {
    const plan = { hour, keptDays, keptMonths, since: shop.now().toISOString() }
    // What the environment names isn't written down a second time.
    const where = shop.config.backupPlace ? (known?.place ?? { kind: 'folder' as const, folder: '' }) : stored
    await writeSetting({ ...shop, db: tx }, 'backupPlan', { ...plan, place: where })
    await auditOf(shop, tx, staff, 'backup.plan', { hour, keptDays, keptMonths, place: place.label })
  })
  shop.wakeWorker('backups')
  return { success: true }
}

const sealedPlace = (shop: Shop, { mayBeLocal: _, ...bucket }: Extract<BackupAddress, { kind: 's3' }>) => ({
  ...bucket,
  secret: shop.secrets.seal(bucket.secret, bucketSecret),
})

type GivenPlace = AdminInput<'writeBackupPlan'>['place']

function addressFrom(shop: Shop, given: GivenPlace, known: StoredBackupPlace | undefined): BackupAddress {
  if (!given) throw wrong('folder', 'Say where backups go.')
  if (given.kind === 'folder') {
    const folder = given.folder.trim()
    const database = path.join(shop.config.dataDir, 'db')
    if (!path.isAbsolute(folder)) throw wrong('folder', 'Write the whole path, beginning with /.')
    if (path.resolve(folder).startsWith(database)) throw wrong('folder', 'That’s the database’s own folder.')
    return { kind: 'folder', folder: path.resolve(folder) }
  }
  const url = URL.canParse(given.endpoint.trim()) ? new URL(given.endpoint.trim()) : null
  if (url?.protocol !== 'https:' || url.username || !['/', ''].includes(url.pathname))
    throw wrong('endpoint', 'Write the service’s address alone, beginning with https://.')
  const isSame = known?.kind === 's3' && known.keyId === given.keyId.trim() && known.endpoint === url.origin
  const secret = given.secret.trim() || (isSame && shop.secrets.open(known.secret, bucketSecret))
  if (!secret) throw wrong('secret', 'Write the secret key, too.')
  return {
    ...{ kind: 's3', endpoint: url.origin, bucket: given.bucket.trim(), secret, mayBeLocal: false },
    folder: given.folder.trim().replace(/^\/+|\/+$/g, ''),
    region: given.region.trim() || 'auto',
    keyId: given.keyId.trim(),
  }
}

const wrong = (field: string, sentence: string) =>
  new ShopError('invalid_body', sentence, { fields: { [field]: sentence } })

/** Stores a small file, and reads it. @throws ShopError 'invalid_body' with what went wrong */
async function tryPlace(shop: Shop, place: BackupPlace) {
  const name = `shop-${await backupMark(shop)}-trial.txt`
  const [draft, words] = [path.join(place.draftFolder, name + draftEnd), 'The shop can write here.\n']
  try {
    await place.prepare()
    await writeFile(draft, words, { mode: 0o600 })
    await place.store(draft, name)
    if ((await text(await place.read(name))) !== words) throw new Error('It returned something else.')
    await place.list()
    // A key that may not delete is fine: the owner then deletes old backups.
    await place.remove(name).catch(() => {})
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw wrong('place', `We couldn’t store a file there: ${why}`)
  } finally {
    await rm(draft, { force: true }).catch(() => {})
  }
}

export async function stopBackups(
  shop: Shop,
  _input: unknown,
  staff: Staff,
): Promise<AdminReply<'stopBackups'>> {
  await shop.db.transaction(async (tx) => {
    await writeSetting({ ...shop, db: tx }, 'backupPlan', null)
    await auditOf(shop, tx, staff, 'backup.stop', {})
  })
  return { success: true }
}

/** @throws ShopError 'not_possible' before backups are set up, or while they wait after a restore */
export async function runBackup(
  shop: Shop,
  { task }: AdminInput<'runBackup'>,
  staff: Staff,
): Promise<AdminReply<'runBackup'>> {
  const plan = await readPlan(shop)
  if (!plan) throw new ShopError('not_possible', 'Set up backups first.')
  if (plan.isPaused) throw new ShopError('not_possible', 'Start backups again first.')
  await askForBackup(shop, task, staff.username)
  await auditAlone(shop, staff, { action: `backup.${task}`, entity: 'settings', entityId: 'backups' })
  return { success: true }
}

type Tx = Parameters<typeof audit>[0]
function auditOf(shop: Shop, tx: Tx, staff: Staff, action: string, after: object) {
  const what = { action, entity: 'settings', entityId: 'backups', after, tells: 'owners' as const }
  return audit(tx, staff, shop.now(), what)
}
