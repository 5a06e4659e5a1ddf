import { sql } from 'drizzle-orm'
import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import type { PickLine } from '../../../domain/admin/packing-calls.ts'
import type { Shop } from '../../shop.ts'
import { selectRows } from './select-rows.ts'

/** Pieces to fetch for the boxes that are packed and have not left, by belt and size. */
export async function pickList(
  shop: Shop,
  { drop }: AdminInput<'pickList'>,
): Promise<AdminReply<'pickList'>> {
  const lines = await selectRows<PickLine>(
    shop.db,
    sql`select p.name as belt, p.sku, b.size, count(*)::int as boxes
      from boxes b join products p on p.id = b.product_id
      where b.drop = ${drop} and b.state = 'packed'
      group by p.name, p.sku, b.size order by p.sku, b.size`,
  )
  return { lines, boxes: lines.reduce((all, line) => all + line.boxes, 0) }
}
