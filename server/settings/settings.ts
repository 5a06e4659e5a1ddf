import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { settings } from '../../db/schema.ts'
import type { Figures } from '../../domain/admin/dashboard-contracts.ts'
import type { OutsideKind } from '../../domain/admin/outside-contracts.ts'
import type { BackupRhythm } from '../../domain/backup-plan.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import type { Drop } from '../../domain/drop.ts'
import { ShopError } from '../../domain/errors.ts'
import type { Ceilings } from '../../domain/giving.ts'
import type { StockGoal } from '../../domain/stock-needs.ts'
import type { RecordLimits } from '../../domain/track-record.ts'
import type { BackupAddress } from '../shop/backup-place.ts'
import type { OutsideAddresses } from '../shop/outside.ts'
import type { Shop } from '../shop/shop.ts'

/** A setting's current value, null if unset. Read each time, since any process may have changed it. */
export async function readSetting<Key extends SettingKey>(
  shop: Shop,
  key: Key,
): Promise<Settings[Key] | null> {
  const [row] = await shop.db.select({ value: settings.value }).from(settings).where(eq(settings.key, key))
  return row ? (row.value as Settings[Key]) : null
}

/** Writes a setting for every process of the shop; null removes it. */
export async function writeSetting<Key extends SettingKey>(
  shop: Shop,
  key: Key,
  value: Settings[Key] | null,
): Promise<void> {
  if (value === null) {
    await shop.db.delete(settings).where(eq(settings.key, key))
    return
  }
  await shop.db
    .insert(settings)
    .values({ key, value })
    .onConflictDoUpdate({ target: settings.key, set: { value, updatedAt: shop.now() } })
}

/** Every setting: its key in the table and the shape of its value. A setting that is off has no row. */
type Settings = {
  /** set while no payments are accepted: the message for buyers */
  paymentsStopped: { sentence: string }
  /** a new text after each change of what public pages show (server/catalog/catalog-changed.ts) */
  catalogVersion: string
  /** the drop the home page shows, YYYY-MM; absent: the newest that has belts */
  currentDrop: string
  /** the owner's settings from the admin; empty texts: use the values from startup */
  desk: {
    shopName: string
    supportEmail: string
    /** "street, city, ST 12345"; absent if last saved before this field existed */
    postalAddress?: string
    holidays: CalendarDate[]
    /** units that should be left of a style and size after the coming drop; absent: the default */
    lowStock?: number
    /** what staff may give away in a day; absent: the usual (domain/giving.ts) */
    ceilings?: Ceilings
    /** above which someone's record is red; absent: the usual (domain/track-record.ts) */
    recordLimits?: RecordLimits
  }
  /** where alarms are told outside; addresses sealed, empty: none (server/admin/settings/outside.ts) */
  outside: { alarmUrl: string; kind: OutsideKind; heartbeatUrl: string }
  /** when and where backups are made (server/backup/backup-plan.ts) */
  backupPlan: BackupRhythm & { place: StoredBackupPlace; since: string; isPaused?: boolean }
  /** whose keys open them: the owner's, and the shop's own, which is sealed */
  backupKey: { recipient: string; madeAt: string; ownRecipient: string; ownIdentity: string }
  /** percent of a month's belts without stock, from which a stop of renewals is proposed; absent: the default */
  proposeStopAt: { percent: number }
  /** set while owners need a second step to sign in */
  ownersNeedTwoStep: true
  /** the ledger's last totals (server/admin/dashboard/) */
  figures: Figures
  /** time zone whose days the shipment sums use (server/books/shipped-days.ts) */
  shippedDays: { timeZone: string }
  /** time up to which the provider's balance was read, as an ISO instant (server/books/payouts.ts) */
  balanceReadUntil: string
  /** boxes renewals will buy for the coming drop, cached if computing them was slow (server/curation/stock-needs.ts) */
  expectedRenewals: { drop: Drop; at: string; took: number; wishes: StockGoal[] }
  /** boxes up to the coming drop without a belt, cached if there are many (server/curation/stock-needs.ts) */
  openBoxes: { drop: Drop; at: string; waiting: number; wishes: StockGoal[] }
  /** 256 random bits from which the shop's signing keys are derived (server/settings/settings.ts) */
  secret: string
}

type SettingKey = keyof Settings

/** A bucket's secret is sealed here; one of our own network comes from the environment alone. */
export type StoredBackupPlace =
  | Extract<BackupAddress, { kind: 'folder' }>
  | Omit<Extract<BackupAddress, { kind: 's3' }>, 'mayBeLocal'>

/**
 * Overrides the startup name and addresses with what the owner set in the admin. Call at startup, and in every process after
 * a change.
 */
export async function applySettings(shop: Shop): Promise<void> {
  const desk = await readSetting(shop, 'desk')
  const outside = outsideOf(shop, await readSetting(shop, 'outside'))
  const { startedAs } = shop.config
  shop.config = Object.freeze({
    ...shop.config,
    outside,
    shopName: desk?.shopName || startedAs.shopName,
    supportEmail: desk?.supportEmail || startedAs.supportEmail,
    postalAddress: desk?.postalAddress || startedAs.postalAddress,
  })
}

/** What the outside addresses are sealed for. */
export const outsideSecret = 'settings outside'

/** The environment's addresses, else the admin's. */
function outsideOf(shop: Shop, set: Settings['outside'] | null): OutsideAddresses {
  const { outsideAsStarted: started } = shop.config
  const open = (sealed: string | undefined) => (sealed && shop.secrets.open(sealed, outsideSecret)) || null
  const [url, heartbeat] = [open(set?.alarmUrl), open(set?.heartbeatUrl)]
  return Object.freeze({
    alarm: started.alarm ?? (url ? { url, kind: set!.kind, mayBeLocal: false } : null),
    heartbeat: started.heartbeat ?? (heartbeat ? { url: heartbeat, mayBeLocal: false } : null),
  })
}

/** The owner's holidays, when nobody answers and nothing ships. */
export async function findHolidays(shop: Shop): Promise<CalendarDate[]> {
  return (await readSetting(shop, 'desk'))?.holidays ?? []
}

const usualSentence =
  'We’re not taking payments right now. You haven’t been charged, and your cart is safe. Please try again a little later.'

/** Whether the owner has stopped new payments, from any process. */
export async function arePaymentsStopped(shop: Shop): Promise<boolean> {
  return (await readSetting(shop, 'paymentsStopped')) !== null
}

/** Stops new payments; those already made still become orders. */
export async function stopPayments(shop: Shop, sentence: string = usualSentence): Promise<void> {
  await writeSetting(shop, 'paymentsStopped', { sentence })
}

export async function resumePayments(shop: Shop): Promise<void> {
  await writeSetting(shop, 'paymentsStopped', null)
}

/** The owner's message while payments are stopped, as one value of a larger statement. */
export const stoppedSentence = sql<string | null>`(select s.value ->> 'sentence' from settings s
  where s.key = 'paymentsStopped')`

/** @throws ShopError 'payments_stopped' with the owner's message, while payments are stopped */
export function refuseWhenStopped(sentence: string | null) {
  if (sentence !== null) throw new ShopError('payments_stopped', sentence)
}

/**
 * Secrets by purpose, as this process has derived them, for as long as its settings stay the same: only an import changes
 * them, and every process then applies the settings anew. As key objects, which sign five times faster than bytes.
 */
const derived = new WeakMap<Shop['config'], Map<string, KeyObject>>()

/**
 * A secret of the shop for one purpose, the same in every process. It is derived (RFC 2104) from 256 random bits created on
 * first use and stored with the settings.
 * @param purpose one of a few: each is kept
 */
export async function shopSecret(shop: Shop, purpose: string): Promise<KeyObject> {
  const { config } = shop
  const known = derived.get(config) ?? new Map<string, KeyObject>()
  derived.set(config, known)
  const found = known.get(purpose)
  if (found) return found
  let secret = await readSetting(shop, 'secret')
  if (!secret) {
    const made = randomBytes(32).toString('base64url')
    await shop.db.insert(settings).values({ key: 'secret', value: made }).onConflictDoNothing()
    secret = await readSetting(shop, 'secret')
  }
  const key = createSecretKey(createHmac('sha256', secret!).update(purpose).digest())
  known.set(purpose, key)
  return key
}
