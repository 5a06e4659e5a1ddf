import { type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'

import { rowsOf } from '../../db/rows.ts'
import { boxState } from '../../db/schema/states.ts'
import type { Shop } from '../shop/shop.ts'
import { isPromised } from './pool.ts'

/**
 * Holds units on the shelf until the transaction ends, in the one order in which everybody holds several: by their id,
 * and before any box that takes or loses one. Whoever held boxes first and units then would wait for who counts the
 * shelf, who waits for the boxes.
 * @param which of `belt_variants v`; all of them, unless it is said: some hundred rows
 */
export async function lockInventory(tx: Transaction, which: SQL = sql`true`): Promise<void> {
  await tx.execute(
    sql`select count(*) from (select v.id from belt_variants v where ${which} order by v.id for update) held`,
  )
}

/**
 * A shelf that was counted and holds less than was promised: the promises that it cannot keep are taken back, and the
 * next curation finds these boxes another belt. What people chose is kept longest, and a replacement for good: the
 * member agreed upon it.
 * The caller has changed the stock in this transaction, and so holds its row.
 * @returns how many boxes lost their belt
 */
export async function releasePromises(
  tx: Transaction,
  shop: Pick<Shop, 'now'>,
  place: Place,
): Promise<number> {
  const rows = await rowsOf(
    tx,
    sql`update boxes set product_id = null, state = ${boxState.to('owed', sql`state`)}, is_chosen = false, updated_at = ${shop.now().toISOString()}
      where id in (
        select id from ${beyondStock(place)}
      ) returning id`,
  )
  return rows.length
}

type Place = { beltId: string; size: string; stock: number }

/** The boxes, as `promised`, that would lose their belt if only so many units of a size were there. */
export const beyondStock = (place: Place): SQL => sql`(
  select * from (
    select b.id, b.membership_id, b.drop, b.kind = 'owed' and b.state in ${boxState.list('assigned')} as may_lose,
      row_number() over (order by b.kind = 'owed', not b.is_chosen, b.drop, b.id) as place
    from boxes b where b.product_id = ${place.beltId} and b.size = ${place.size} and ${isPromised}
  ) as every_one where may_lose and place > ${place.stock}) as promised`
