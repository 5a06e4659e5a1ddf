import { and, asc, eq, inArray } from 'drizzle-orm'
import { boxes, memberships, orderItems, orders } from '../../db/schema.ts'
import type { Exception } from '../../domain/admin/curation-contracts.ts'
import { type HoldReason, holdReasons, holdSentence } from '../../domain/curation/curation.ts'
import type { Drop } from '../../domain/drop.ts'
import type { Shop } from '../shop/shop.ts'
import { stylesOf } from './pool.ts'

/** The boxes of a drop that curation holds, sorted by reason: the only ones that need the owner (club-rules.md "Curate"). */
export async function listExceptions(shop: Shop, { drop }: { drop: Drop }): Promise<Exception[]> {
  const rows = await shop.db
    .select({
      boxId: boxes.id,
      orderId: orders.id,
      orderNumber: orders.orderNumber,
      address: memberships.address,
      email: memberships.memberEmail,
      gender: memberships.gender,
      size: memberships.size,
      styles: memberships.styles,
      reason: boxes.holdReason,
    })
    .from(boxes)
    .innerJoin(memberships, eq(memberships.id, boxes.membershipId))
    .innerJoin(orderItems, eq(orderItems.id, memberships.orderItemId))
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(and(eq(boxes.drop, drop), eq(boxes.state, 'held'), inArray(boxes.holdReason, [...holdReasons])))
    .orderBy(asc(boxes.holdReason), asc(memberships.gender), asc(memberships.size), asc(boxes.id))
  return rows.map(({ address, ...row }) => {
    const wish = { size: row.size, styles: stylesOf(row.styles) }
    const reason = row.reason as HoldReason
    const { fullName } = address as { fullName?: string }
    return { ...row, ...wish, reason, name: fullName ?? '', sentence: holdSentence(reason, wish) }
  })
}
