import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { rowsOf } from '../../../db/rows.ts'
import type { CartGift, CartShipping } from '../../../domain/cart.ts'
import type { Drop } from '../../../domain/drop.ts'

export type SlipRow = {
  id: string
  orderNumber: string
  shipTo: Partial<CartShipping>
  belt: string
  sku: string
  size: string
  kind: string
  ordinal: number
  boxCount: number
  isGift: boolean
  gift: Partial<CartGift> | null
  hasGuide: boolean
}

/**
 * Whether box `b` of membership `m` carries the measuring guide: the first that was packed for somebody who was unsure
 * (spec §2 "a measuring guide ships with the first shipment").
 */
export const carriesGuide = sql`(m.needs_guide and b.kind = 'owed' and not exists (
  select 1 from boxes x where x.membership_id = m.id and x.kind = 'owed'
    and (x.packed_at, x.drop, x.id) < (b.packed_at, b.drop, b.id)))`

/** What the papers of boxes say, in the order of the pick list. There is no amount in it. */
export function slipRows(
  db: Database,
  { drop, which, after, limit }: { drop: Drop; which: SQL; after: string | undefined; limit: number },
): Promise<SlipRow[]> {
  const place = after
    ? sql`and (p.sku, b.size, b.id) > (select q.sku, c.size, c.id from boxes c join products q on q.id = c.product_id where c.id::text = ${after})`
    : sql``
  return rowsOf<SlipRow>(
    db,
    sql`select b.id::text as id, o.order_number as "orderNumber", coalesce(b.ship_to, m.address) as "shipTo",
        p.name as belt, p.sku, b.size, b.kind, b.ordinal, coalesce(y.box_count, 1)::int as "boxCount",
        m.is_gift as "isGift", i.preferences -> 'giftDetails' as gift,
        ${carriesGuide} as "hasGuide"
      from boxes b join memberships m on m.id = b.membership_id join order_items i on i.id = m.order_item_id
        join orders o on o.id = i.order_id join products p on p.id = b.product_id
        left join membership_payments y on y.id = b.payment_id
      where b.drop = ${drop} and ${which} ${place}
      order by p.sku, b.size, b.id limit ${limit}`,
  )
}

/** The lines of an address under its name. */
export function addressLines({ address, address2, city, state, zipCode }: Partial<CartShipping>): string[] {
  const place = [[city, state].filter(Boolean).join(', '), zipCode].filter(Boolean).join(' ')
  return [address, address2, place].map((line) => (line ?? '').trim()).filter((line) => line !== '')
}
