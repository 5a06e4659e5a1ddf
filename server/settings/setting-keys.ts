import type { Figures } from '../../domain/admin/dashboard-calls.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'

/** Every switch of the owner: its key in the table and the shape of its value. A switch that is off has no row. */
export type Settings = {
  /** there while no payments are taken: what a buyer is told */
  paymentsStopped: { sentence: string }
  /** another text after each change of what public pages show (server/catalog/catalog-changed.ts) */
  catalogVersion: string
  /** the drop whose belts the home page shows, YYYY-MM; absent: the newest that has belts */
  currentDrop: string
  /** what the owner set on the desk; empty texts: as the shop was started */
  desk: { shopName: string; supportEmail: string; holidays: CalendarDate[] }
  /** there while owners must have a second step to sign in */
  ownersNeedTwoStep: true
  /** what the ledger added up to last (server/admin/dashboard/) */
  figures: Figures
}

export type SettingKey = keyof Settings
