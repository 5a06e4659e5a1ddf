import { sql } from 'drizzle-orm'
import { rowsOf } from '../../../db/rows.ts'
import { boxState } from '../../../db/states.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import type { PickLine } from '../../../domain/admin/packing-calls.ts'
import type { Shop } from '../../shop.ts'
import { carriesGuide } from './slip-rows.ts'

/** Pieces to fetch for the boxes that are packed and have not left, by belt and size, and the measuring guides. */
export async function pickList(
  shop: Shop,
  { drop }: AdminInput<'pickList'>,
): Promise<AdminReply<'pickList'>> {
  const found = await rowsOf<PickLine & { guides: number }>(
    shop.db,
    sql`select p.name as belt, p.sku, b.size, count(*)::int as boxes,
        (count(*) filter (where ${carriesGuide}))::int as guides
      from boxes b join products p on p.id = b.product_id join memberships m on m.id = b.membership_id
      where b.drop = ${drop} and b.state in ${boxState.list('packed')}
      group by p.name, p.sku, b.size order by p.sku, b.size`,
  )
  const lines = found.map(({ guides: _, ...line }) => line)
  const sum = (of: 'boxes' | 'guides') => found.reduce((all, line) => all + line[of], 0)
  return { lines, boxes: sum('boxes'), guides: sum('guides') }
}
