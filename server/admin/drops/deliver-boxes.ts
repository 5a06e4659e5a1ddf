import { sql } from 'drizzle-orm'
import type { Transaction } from '../../../db/database.ts'
import { rowsOf } from '../../../db/rows.ts'
import { boxState } from '../../../db/states.ts'
import type { Shop } from '../../shop.ts'
import type { Staff } from '../staff.ts'
import { idsIn } from './ids-in.ts'
import { ordersFollow } from './orders-follow.ts'

/** Shipped boxes have arrived; from today their members may exchange them. Returns how many did. */
export async function deliverBoxes(
  tx: Transaction,
  shop: Shop,
  staff: Staff,
  boxIds: string[],
): Promise<number> {
  if (boxIds.length === 0) return 0
  const now = shop.now().toISOString()
  const delivered = await rowsOf<{ id: string }>(
    tx,
    sql`update boxes set state = ${boxState.to('delivered', sql`state`)}, delivered_at = ${now}, updated_at = ${now}
      where id in (${idsIn(boxIds)}) and state in ${boxState.list('shipped')} returning id::text as id`,
  )
  const ids = delivered.map((row) => row.id)
  await ordersFollow(tx, shop, staff, ids, 'delivered')
  return ids.length
}
