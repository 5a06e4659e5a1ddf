import { createHmac } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { settings } from '../../db/schema.ts'
import type { BackupRhythm } from '../../domain/backup-plan.ts'
import { readSetting, type StoredBackupPlace, shopSecret, writeSetting } from '../settings/settings.ts'
import type { BackupAddress } from '../shop/backup-place.ts'
import type { Shop } from '../shop/shop.ts'
import { makeSealKey } from './seal.ts'

/** What the bucket's secret, and the shop's own key, are sealed for. */
export const bucketSecret = 'backup bucket'
const ownKeySecret = 'backup key'

export type BackupPlan = BackupRhythm & {
  /** null: the bucket's secret was sealed with another key, so that it has to be typed again */
  address: BackupAddress | null
  /** when backups were set up, or went on after a restore */
  since: Date
  /** the shop was restored from a backup: until an owner says that it's the real one, it touches none of that one's backups */
  isPaused: boolean
}

/** What the owner set; null: nothing yet. */
export async function readPlan(shop: Shop): Promise<BackupPlan | null> {
  const set = await readSetting(shop, 'backupPlan')
  if (!set) return null
  const { hour, keptDays, keptMonths, place, since, isPaused = false } = set
  const address = shop.config.backupPlace ?? addressOf(shop, place)
  return { hour, keptDays, keptMonths, address, since: new Date(since), isPaused }
}

function addressOf(shop: Shop, place: StoredBackupPlace): BackupAddress | null {
  if (place.kind === 'folder') return place
  const secret = shop.secrets.open(place.secret, bucketSecret)
  return secret === null ? null : { ...place, secret, mayBeLocal: false }
}

/**
 * Whose keys open a backup: the owner's recovery key, which only the owner has, and the shop's own, with which it checks that
 * its backups can be restored. The own key is sealed by a key that isn't in the database, and so in no backup.
 * @returns null: the owner has made no recovery key yet
 */
export async function backupKeys(shop: Shop): Promise<{ recipients: string[]; identity: string } | null> {
  const known = await readSetting(shop, 'backupKey')
  if (!known) return null
  const identity = shop.secrets.open(known.ownIdentity, ownKeySecret)
  if (identity !== null) return { recipients: [known.recipient, known.ownRecipient], identity }
  // Sealed with the key of another machine: this one makes its own.
  const own = await makeSealKey()
  await writeSetting(shop, 'backupKey', { ...known, ...ownHalf(shop, own) })
  return { recipients: [known.recipient, own.recipient], identity: own.identity }
}

export const ownHalf = (shop: Shop, own: { recipient: string; identity: string }) => ({
  ownRecipient: own.recipient,
  ownIdentity: shop.secrets.seal(own.identity, ownKeySecret),
})

/** Six characters that tell this shop's backups from those of others in the same place. */
export async function backupMark(shop: Shop): Promise<string> {
  const secret = await shopSecret(shop, 'backup names')
  return createHmac('sha256', secret).update('mark').digest('hex').slice(0, 6)
}

/** A restored or imported shop may be a rehearsal beside the real one, whose backups it would delete. */
export async function pauseBackups(db: Pick<Shop['db'], 'select' | 'update'>): Promise<void> {
  const isPlan = eq(settings.key, 'backupPlan')
  const [row] = await db.select().from(settings).where(isPlan)
  if (row)
    await db
      .update(settings)
      .set({ value: { ...(row.value as object), isPaused: true } })
      .where(isPlan)
}
