import type { OpenDatabase } from './database.ts'

/** Where a restored database is built, beside the present one, and how the two change places. */
export type RestorePlace = {
  /** the present one has orders, or cannot be read to see */
  mayHaveOrders: boolean
  /** opens what is being built, migrated so far */
  open(migrations: string): Promise<OpenDatabase>
  /** gives it the present one's place; says where that one is kept, null when there was none */
  finish(): Promise<string | null>
  /** leaves the present one as it was */
  abandon(): Promise<void>
}
