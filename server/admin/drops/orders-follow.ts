import { sql } from 'drizzle-orm'
import type { Transaction } from '../../../db/database.ts'
import { rowsOf } from '../../../db/rows.ts'
import { boxState, orderStatus } from '../../../db/schema/states.ts'
import { auditLog } from '../../../db/schema.ts'
import { type BoxState, sentStates } from '../../../domain/box.ts'
import type { OrderStatus } from '../../../domain/order.ts'
import type { Shop } from '../../shop/shop.ts'
import type { Staff } from '../../staff/staff.ts'
import { idsIn } from './ids-in.ts'

type Status = 'shipped' | 'delivered'

const before: Record<Status, OrderStatus[]> = { shipped: ['pending', 'processing'], delivered: ['shipped'] }
const reached: Record<Status, readonly BoxState[]> = { shipped: sentStates, delivered: ['delivered'] }

/** Rows of one statement. */
const batch = 1000

/**
 * An order's status and tracking say what became of its first parcels (docs/decisions/014, 022): once each of its
 * memberships has a box that left (or arrived), the status follows, forward only and never over "cancelled". Later
 * boxes change nothing.
 */
export async function ordersFollow(
  tx: Transaction,
  shop: Shop,
  staff: Staff,
  boxIds: string[],
  status: Status,
) {
  const now = shop.now()
  await tx.execute(
    sql`update shipping_info s set tracking_number = b.tracking_number
      from boxes b join memberships m on m.id = b.membership_id
      where b.id in (${idsIn(boxIds)}) and s.order_item_id = m.order_item_id and s.tracking_number is null
        and b.tracking_number is not null`,
  )
  const changed = await rowsOf<{ id: string; was: string }>(
    tx,
    sql`with old as (
        select o.id, o.status from orders o where o.status in ${orderStatus.list(...before[status])} and o.id in (
            select i.order_id from boxes b join memberships m on m.id = b.membership_id
              join order_items i on i.id = m.order_item_id
            where b.id in (${idsIn(boxIds)}))
          and not exists (
            select 1 from order_items i join memberships m on m.order_item_id = i.id
            where i.order_id = o.id and not exists (
              select 1 from boxes b where b.membership_id = m.id and b.state in ${boxState.list(...reached[status])}))
        for update)
      update orders set status = ${orderStatus.to(status, sql`orders.status`)}, updated_at = ${now.toISOString()} from old where orders.id = old.id
      returning orders.id::text as id, old.status as was`,
  )
  const { userId, username, role } = staff
  for (let start = 0; start < changed.length; start += batch) {
    await tx.insert(auditLog).values(
      changed.slice(start, start + batch).map(({ id, was }) => ({
        ...{ at: now, userId, username, role, action: 'order.status', entity: 'orders', entityId: id },
        before: { status: was },
        after: { status },
      })),
    )
  }
}
