import { sql } from 'drizzle-orm'
import { boxState, exchangeState } from '../../db/schema/states.ts'
import { openExchanges } from '../../domain/exchange.ts'
import { isPromised } from '../curation/pool.ts'

/**
 * Ids of open exchanges whose replacement cannot be sent: fewer pieces lie on the shelf than replacements were promised
 * of it, or it was put away. Replacements stand before the boxes of a drop (take-back-promises.ts), the older ones first.
 */
export const goneReplacements = sql`(select e.id from exchanges e join boxes w on w.id = e.replacement_box_id
  where e.state in ${exchangeState.list(...openExchanges)} and e.remedy = 'replacement' and w.packed_at is null
    and (w.state not in ${boxState.list('held', 'assigned')} or (
      select count(*) from boxes b where b.product_id = w.product_id and b.size = w.size and b.kind = 'replacement'
        and ${isPromised} and (b.created_at, b.id) <= (w.created_at, w.id)
    ) > coalesce((select v.stock from belt_variants v where v.product_id = w.product_id and v.size = w.size), 0)))`
