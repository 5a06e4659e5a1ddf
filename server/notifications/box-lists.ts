import { sql } from 'drizzle-orm'
import { unpackedStates, unshippedStates, voidStates } from '../ledger/last-drop.ts'

// The states of server/ledger/last-drop.ts as they stand in a statement.
export const sqlUnpacked = sql`${unpackedStates}`
export const sqlUnshipped = sql`${unshippedStates}`
export const sqlVoid = sql`${voidStates}`
