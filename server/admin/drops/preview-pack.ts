import { eq, sql } from 'drizzle-orm'
import { rowsOf } from '../../../db/rows.ts'
import { drops } from '../../../db/schema.ts'
import { boxState } from '../../../db/states.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import type { PickLine } from '../../../domain/admin/packing-calls.ts'
import { unpackedStates } from '../../../domain/box.ts'
import { hasAddress } from '../../curation/wearer.ts'
import type { Shop } from '../../shop.ts'
import { hasBelt, packable } from './packable.ts'

/** What packing would freeze, of which belts pieces are missing, and what stays behind and why. */
export async function previewPack(
  shop: Shop,
  { drop }: AdminInput<'previewPack'>,
): Promise<AdminReply<'previewPack'>> {
  const { db } = shop
  const needed = await rowsOf<PickLine & { stock: number }>(
    db,
    sql`select p.name as belt, p.sku, b.size, count(*)::int as boxes, v.stock
      from boxes b, memberships m, products p, belt_variants v
      where ${packable(drop)} and p.id = b.product_id and v.product_id = p.id and v.size = b.size
      group by p.name, p.sku, b.size, v.stock order by p.sku, b.size`,
  )
  const leftOut = await rowsOf<{ reason: string; boxes: number }>(
    db,
    sql`select reason, count(*)::int as boxes from (
        select case when b.state in ${boxState.list('owed')} then 'not curated' when b.state in ${boxState.list('held')} then coalesce(b.hold_reason, 'held')
          when not ${hasBelt} then 'size' when not ${hasAddress} then 'address' end as reason
        from boxes b join memberships m on m.id = b.membership_id
        where b.drop = ${drop} and b.state in ${boxState.list(...unpackedStates)}) as waiting
      where reason is not null group by reason order by reason`,
  )
  const [packed] = await rowsOf<{ boxes: number }>(
    db,
    sql`select count(*)::int as boxes from boxes where drop = ${drop} and state in ${boxState.list('packed')}`,
  )
  const [row] = await db.select({ state: drops.state }).from(drops).where(eq(drops.drop, drop))
  return {
    ready: needed.reduce((all, line) => all + line.boxes, 0),
    packed: packed!.boxes,
    lines: needed.map(({ belt, sku, size, boxes }) => ({ belt, sku, size, boxes })),
    short: needed
      .filter(({ boxes, stock }) => boxes > stock)
      .map(({ belt, size, boxes, stock }) => ({ belt, size, needed: boxes, stock })),
    leftOut,
    isHeld: row?.state === 'held',
  }
}
