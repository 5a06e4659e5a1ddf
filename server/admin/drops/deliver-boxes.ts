import { sql } from 'drizzle-orm'
import type { Transaction } from '../../../db/database.ts'
import { rowsOf } from '../../../db/rows.ts'
import { boxState } from '../../../db/schema/states.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import { ShopError } from '../../../domain/errors.ts'
import { reviewDay } from '../../../domain/review.ts'
import { shopDay } from '../../ledger/shop-day.ts'
import type { Shop } from '../../shop/shop.ts'
import { audit } from '../../staff/audit.ts'
import type { Staff } from '../../staff/staff.ts'
import { idsIn, lockBox } from './drop-boxes.ts'
import { lockDrop } from './drops.ts'
import { readFile } from './read-file.ts'

/**
 * Marks shipped boxes as delivered, which starts their exchange window. Returns how many changed.
 * @param at the carrier's delivery time; default: now
 */
export async function deliverBoxes(
  tx: Transaction,
  shop: Shop,
  boxIds: string[],
  at?: Date,
): Promise<number> {
  if (boxIds.length === 0) return 0
  const now = shop.now().toISOString()
  const seenAt = at && at < shop.now() ? at : shop.now()
  const reviewOn = reviewDay({ shippedOn: null, deliveredOn: shopDay(shop, seenAt) })
  const delivered = await rowsOf<{ id: string }>(
    tx,
    sql`update boxes set state = ${boxState.to('delivered', sql`state`)}, delivered_at = least(${now}::timestamptz, greatest(shipped_at, ${at?.toISOString() ?? now}::timestamptz)), updated_at = ${now}, review_on = ${reviewOn}::date
      where id in (${idsIn(boxIds)}) and state in ${boxState.list('shipped')} returning id::text as id`,
  )
  return delivered.length
}

/** Marks one box as delivered. @throws ShopError 'not_found', 'not_possible' for a box that hasn't shipped */
export async function deliverBox(
  shop: Shop,
  { boxId }: AdminInput<'deliverBox'>,
  staff: Staff,
): Promise<AdminReply<'deliverBox'>> {
  await shop.db.transaction(async (tx) => {
    const box = await lockBox(tx, boxId)
    if (box.state === 'delivered') return
    if (box.state !== 'shipped') {
      throw new ShopError('not_possible', `This box is ${box.state}. It hasn’t left yet.`)
    }
    await deliverBoxes(tx, shop, [boxId])
    await audit(tx, staff, shop.now(), {
      action: 'box.delivered',
      entity: 'boxes',
      entityId: boxId,
      before: { state: box.state },
      after: { state: 'delivered' },
    })
  })
  return { success: true }
}

/** Marks the boxes that a carrier's file reports as delivered. Bad lines are listed and skipped. */
export async function importDelivered(
  shop: Shop,
  { drop, file }: AdminInput<'importDelivered'>,
  staff: Staff,
): Promise<AdminReply<'importDelivered'>> {
  return shop.db.transaction(async (tx) => {
    await lockDrop(tx, shop, drop)
    const read = await readFile(tx, drop, file, 'delivered')
    const ids = read.good.map((line) => line.boxId)
    const delivered = await deliverBoxes(tx, shop, ids)
    const { badLines } = read.outcome
    await audit(tx, staff, shop.now(), {
      action: 'drop.delivered',
      entity: 'drops',
      entityId: drop,
      after: { delivered, badLines },
    })
    return { ...read.outcome, taken: delivered }
  })
}
