import { sql } from 'drizzle-orm'
import { unpackedStates, unshippedStates, voidStates } from '../billing/box-states.ts'

// The states of server/billing/box-states.ts as they stand in a statement.
export const sqlUnpacked = sql`${unpackedStates}`
export const sqlUnshipped = sql`${unshippedStates}`
export const sqlVoid = sql`${voidStates}`
