import { sql } from 'drizzle-orm'
import { boxState } from '../../../db/states.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import { boxReference } from '../../../domain/box-reference.ts'
import { oneLine } from '../../../domain/names.ts'
import type { Shop } from '../../shop.ts'
import { addressLines, type SlipRow, slipRows } from './slip-rows.ts'

const onePrint = 200

/** Slips of the boxes that are packed, or of one box, also after it has left. No price on any (club.md "Pack"). */
export async function packingSlips(
  shop: Shop,
  { drop, boxId, cursor, limit = onePrint }: AdminInput<'packingSlips'>,
): Promise<AdminReply<'packingSlips'>> {
  const which = boxId
    ? sql`b.id = ${boxId} and b.state in ${boxState.list('packed', 'shipped', 'delivered')}`
    : sql`b.state in ${boxState.list('packed')}`
  const rows = await slipRows(shop.db, { drop, which, after: cursor, limit: limit + 1 })
  const page = rows.slice(0, limit)
  return { slips: page.map(slipOf), nextCursor: rows.length > limit ? page.at(-1)!.id : null }
}

function slipOf(row: SlipRow) {
  const { id, orderNumber, shipTo, belt, sku, size, ordinal, boxCount, isGift, gift, hasGuide } = row
  // What the giver wrote belongs to the first belt; on the sixth it would be a slip of the pen.
  const isFirst = row.kind === 'owed' && ordinal === 1
  return {
    boxId: id,
    reference: boxReference(id),
    orderNumber,
    name: oneLine(shipTo.fullName),
    lines: addressLines(shipTo),
    ...{ belt, sku, size, ordinal, boxCount, hasGuide },
    gift: isGift
      ? { from: oneLine(gift?.senderName), message: (isFirst && gift?.giftMessage?.trim()) || null }
      : null,
  }
}
