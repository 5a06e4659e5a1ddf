import { type SQL, sql } from 'drizzle-orm'
import { rowsOf, type Transaction } from '../../db/database.ts'
import { boxState } from '../../db/schema/states.ts'
import type { Shop } from '../shop/shop.ts'
import { isPromised } from './pool.ts'

/**
 * Locks stock rows until the transaction ends, always in id order and before any box that takes or loses a unit. Code that
 * locked boxes before units would deadlock with a stock count, which locks units first and then boxes.
 * @param which condition on `belt_variants v`; by default all rows, a few hundred
 */
export async function lockInventory(tx: Transaction, which: SQL = sql`true`): Promise<void> {
  await tx.execute(
    sql`select count(*) from (select v.id from belt_variants v where ${which} order by v.id for update) held`,
  )
}

/**
 * After a stock count that found less than was promised: takes back the promises that can't be kept, and the next curation
 * finds these boxes another belt. Belts people chose are taken last, and replacements never, since the member agreed to
 * them. The caller has changed the stock in this transaction, and so holds a lock on its row.
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

/** The boxes, as `promised`, that would lose their belt if a size had only this much stock. */
export const beyondStock = (place: Place): SQL => sql`(
  select * from (
    select b.id, b.membership_id, b.drop, b.kind = 'owed' and b.state in ${boxState.list('assigned')} as may_lose,
      row_number() over (order by b.kind = 'owed', not b.is_chosen, b.drop, b.id) as place
    from boxes b where b.product_id = ${place.beltId} and b.size = ${place.size} and ${isPromised}
  ) as every_one where may_lose and place > ${place.stock}) as promised`
