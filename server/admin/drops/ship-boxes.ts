import { sql } from 'drizzle-orm'
import type { Transaction } from '../../../db/database.ts'
import { rowsOf } from '../../../db/rows.ts'
import { boxState } from '../../../db/states.ts'
import type { Shop } from '../../shop.ts'
import type { Staff } from '../staff.ts'
import { ordersFollow } from './orders-follow.ts'
import { tellBoxesShipped } from './tell-boxes-shipped.ts'

/** Packed boxes leave with their numbers: the ledger, the order's tracking and the mails, in the caller's transaction. Returns how many did. */
export async function shipBoxes(
  tx: Transaction,
  shop: Shop,
  staff: Staff,
  lines: { boxId: string; trackingNumber: string }[],
): Promise<number> {
  if (lines.length === 0) return 0
  const now = shop.now().toISOString()
  const sent = lines.map(({ boxId, trackingNumber }) => ({ boxId, trackingNumber }))
  const shipped = await rowsOf<{ id: string }>(
    tx,
    sql`update boxes b set state = ${boxState.to('shipped', sql`b.state`)}, tracking_number = l."trackingNumber", shipped_at = ${now}, updated_at = ${now}
      from jsonb_to_recordset(${JSON.stringify(sent)}::jsonb) as l("boxId" uuid, "trackingNumber" text)
      where b.id = l."boxId" and b.state in ${boxState.list('packed')} returning b.id::text as id`,
  )
  const ids = shipped.map((row) => row.id)
  await tellBoxesShipped(tx, shop, ids)
  await ordersFollow(tx, shop, staff, ids, 'shipped')
  return ids.length
}
