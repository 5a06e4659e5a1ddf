import { eq } from 'drizzle-orm'
import { settings } from '../../db/schema.ts'
import type { Figures } from '../../domain/admin/dashboard-contracts.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import type { Drop } from '../../domain/drop.ts'
import type { StockGoal } from '../../domain/stock-needs.ts'
import type { Shop } from '../shop/shop.ts'

/** A setting's current value, null when it is unset. Read each time: any process may have written it. */
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

/** Every switch of the owner: its key in the table and the shape of its value. A switch that is off has no row. */
type Settings = {
  /** there while no payments are taken: what a buyer is told */
  paymentsStopped: { sentence: string }
  /** another text after each change of what public pages show (server/catalog/catalog-changed.ts) */
  catalogVersion: string
  /** the drop whose belts the home page shows, YYYY-MM; absent: the newest that has belts */
  currentDrop: string
  /** what the owner set in the admin; empty texts: as the shop was started */
  desk: {
    shopName: string
    supportEmail: string
    /** "street, city, ST 12345"; absent where it was last saved before it could be */
    postalAddress?: string
    holidays: CalendarDate[]
    /** units that should be left of a style and size after the coming drop; absent: as usual */
    lowStock?: number
  }
  /** there while owners must have a second step to sign in */
  ownersNeedTwoStep: true
  /** what the ledger added up to last (server/admin/dashboard/) */
  figures: Figures
  /** by the days of which time zone all that was shipped is added up (server/books/shipped-days.ts) */
  shippedDays: { timeZone: string }
  /** until when what moved the provider's balance was read, as an ISO instant (server/books/sync-balance.ts) */
  balanceReadUntil: string
  /** boxes that renewals will buy for the coming drop, where adding them up took long (server/curation/stock-needs.ts) */
  expectedRenewals: { drop: Drop; at: string; took: number; wishes: StockGoal[] }
  /** boxes up to the coming drop that wait for a belt, where they are many (server/curation/stock-needs.ts) */
  openBoxes: { drop: Drop; at: string; waiting: number; wishes: StockGoal[] }
  /** 256 random bits from which what the shop signs is derived (server/settings/shop-secret.ts) */
  secret: string
}

type SettingKey = keyof Settings

/**
 * Puts what the owner set in the admin over what the shop was started with: its name and its addresses. To be called
 * at the start, and in every process when it changes.
 */
export async function applySettings(shop: Shop): Promise<void> {
  const desk = await readSetting(shop, 'desk')
  const { startedAs } = shop.config
  shop.config = Object.freeze({
    ...shop.config,
    shopName: desk?.shopName || startedAs.shopName,
    supportEmail: desk?.supportEmail || startedAs.supportEmail,
    postalAddress: desk?.postalAddress || startedAs.postalAddress,
  })
}

/** The owner's holidays: days on which nobody answers and nothing ships. */
export async function findHolidays(shop: Shop): Promise<CalendarDate[]> {
  return (await readSetting(shop, 'desk'))?.holidays ?? []
}
