import { type SQL, sql } from 'drizzle-orm'
import { type Database, rowsOf, type Transaction } from '../../../db/database.ts'
import { boxState } from '../../../db/schema/states.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import type { PickLine } from '../../../domain/admin/packing-contracts.ts'
import type { CartGift, CartShipping } from '../../../domain/cart.ts'
import { boxReference, type Drop } from '../../../domain/drop.ts'
import { oneLine } from '../../../domain/slug.ts'
import type { Shop } from '../../shop/shop.ts'

const onePrint = 200

/** Packing slips of the packed boxes, or of one box, even a shipped one. They show no prices (club-rules.md "Pack"). */
export async function packingSlips(
  shop: Shop,
  { drop, boxId, cursor, limit = onePrint }: AdminInput<'packingSlips'>,
): Promise<AdminReply<'packingSlips'>> {
  const which = boxId
    ? sql`b.id = ${boxId} and b.state in ${boxState.list('packed', 'shipped', 'delivered')}`
    : sql`b.state in ${boxState.list('packed')}`
  const rows = await slipRows(shop.db, { drop, which, after: cursor, limit: limit + 1 })
  const page = rows.slice(0, limit)
  const { code128 } = await import('../../documents/write-pdf.ts')
  const slips = page.map((row) => ({
    ...slipOf(row),
    bars: code128(boxReference(row.id).replaceAll('-', '')),
  }))
  return { slips, nextCursor: rows.length > limit ? page.at(-1)!.id : null }
}

function slipOf(row: SlipRow) {
  const { id, orderNumber, shipTo, belt, sku, size, measured, ordinal, boxCount, isGift, gift, hasGuide } =
    row
  // The giver's message goes with the first belt only, and to no one but whom it was written to.
  const isFirst = row.kind === 'owed' && ordinal === 1 && !row.isHandedOver
  return {
    boxId: id,
    reference: boxReference(id),
    orderNumber,
    name: oneLine(shipTo.fullName),
    lines: addressLines(shipTo),
    ...{ belt, sku, size, measured, ordinal, boxCount, hasGuide },
    gift: isGift
      ? { from: oneLine(gift?.senderName), message: (isFirst && gift?.giftMessage?.trim()) || null }
      : null,
  }
}

export type SlipRow = {
  id: string
  orderNumber: string
  shipTo: Partial<CartShipping>
  belt: string
  sku: string
  size: string
  /** inches of the wearer's own belt, if this size was read from it */
  measured: number | null
  kind: string
  ordinal: number
  boxCount: number
  isGift: boolean
  isHandedOver: boolean
  gift: Partial<CartGift> | null
  hasGuide: boolean
  beltId: string
  checkedAt: string | null
}

/**
 * Whether box `b` of membership `m` carries the measuring guide: the first one packed for someone who was unsure of their
 * size (spec §2 "a measuring guide ships with the first shipment"), which after a handover is another person's first.
 */
const carriesGuide = sql`(m.needs_guide and b.kind = 'owed' and not exists (
  select 1 from boxes x where x.membership_id = m.id and x.person_id = b.person_id and x.kind = 'owed'
    and (x.packed_at, x.drop, x.id) < (b.packed_at, b.drop, b.id)))`

/** What slips and labels print, in pick-list order. No amounts. */
export function slipRows(
  db: Database | Transaction,
  { drop, which, after, limit }: { drop: Drop; which: SQL; after: string | undefined; limit: number },
): Promise<SlipRow[]> {
  const place = after
    ? sql`and (p.sku, b.size, b.id) > (select q.sku, c.size, c.id from boxes c join products q on q.id = c.product_id where c.id::text = ${after})`
    : sql``
  return rowsOf<SlipRow>(
    db,
    sql`select b.id::text as id, o.order_number as "orderNumber", coalesce(b.ship_to, m.address) as "shipTo",
        p.name as belt, p.sku, p.id::text as "beltId", b.checked_at::text as "checkedAt", b.size,
        case when b.size = m.size then m.measured_inches::float8 end as measured, b.kind, b.ordinal, coalesce(y.box_count, 1)::int as "boxCount",
        m.is_gift as "isGift", m.theirs_since is not null as "isHandedOver", i.preferences -> 'giftDetails' as gift,
        ${carriesGuide} as "hasGuide"
      from boxes b join memberships m on m.id = b.membership_id join order_items i on i.id = m.order_item_id
        join orders o on o.id = i.order_id join products p on p.id = b.product_id
        left join membership_payments y on y.id = b.payment_id
      where b.drop = ${drop} and ${which} ${place}
      order by p.sku, b.size, b.id limit ${limit}`,
  )
}

/** The address lines that go below the name. */
function addressLines({ address, address2, city, state, zipCode }: Partial<CartShipping>): string[] {
  const place = [[city, state].filter(Boolean).join(', '), zipCode].filter(Boolean).join(' ')
  return [address, address2, place].map((line) => (line ?? '').trim()).filter((line) => line !== '')
}

/** Units to fetch for the packed, unshipped boxes, by belt and size, and the number of measuring guides. */
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
