import { sql } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { rowsOf } from '../../db/rows.ts'
import { boxState } from '../../db/states.ts'
import type { Shop } from '../shop.ts'
import { isPromised } from './pool.ts'

/**
 * A shelf that was counted and holds less than was promised: the promises that it cannot keep are taken back, and the
 * next curation finds these boxes another belt. What people chose is kept longest, and a replacement for good: the
 * member agreed upon it.
 * The caller has changed the stock in this transaction, and so holds its row.
 * @returns how many boxes lost their belt
 */
export async function takeBackPromises(
  tx: Transaction,
  shop: Pick<Shop, 'now'>,
  place: { beltId: string; size: string; stock: number },
): Promise<number> {
  const rows = await rowsOf(
    tx,
    sql`update boxes set product_id = null, state = ${boxState.to('owed', sql`state`)}, is_chosen = false, updated_at = ${shop.now().toISOString()}
      where id in (
        select id from (
          select b.id, b.kind = 'owed' and b.state in ${boxState.list('assigned')} as may_lose,
            row_number() over (order by b.kind = 'owed', not b.is_chosen, b.drop, b.id) as place
          from boxes b where b.product_id = ${place.beltId} and b.size = ${place.size} and ${isPromised}
        ) as promised where may_lose and promised.place > ${place.stock}
      ) returning id`,
  )
  return rows.length
}
