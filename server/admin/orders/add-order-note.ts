import { orderNotes } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import type { Shop } from '../../shop.ts'
import { audit } from '../audit.ts'
import type { Staff } from '../staff.ts'
import { lockOrder } from './lock-order.ts'

/** A note of the staff about an order, which the buyer never sees. @throws ShopError 'not_found' */
export async function addOrderNote(
  shop: Shop,
  { orderId, text }: AdminInput<'addOrderNote'>,
  staff: Staff,
): Promise<AdminReply<'addOrderNote'>> {
  const now = shop.now()
  await shop.db.transaction(async (tx) => {
    await lockOrder(tx, orderId)
    const { userId, username } = staff
    await tx.insert(orderNotes).values({ orderId, userId, username, text: text.trim(), createdAt: now })
    await audit(tx, staff, now, { action: 'order.note', entity: 'orders', entityId: orderId })
  })
  return { success: true }
}
