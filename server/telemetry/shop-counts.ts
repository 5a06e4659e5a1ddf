import { type SQL, sql } from 'drizzle-orm'
import { boxState, membershipStatus, refundStatus } from '../../db/schema/states.ts'
import { leavingStates } from '../../domain/box.ts'
import { addDrops } from '../../domain/drop.ts'
import { type Shop, shopDay } from '../shop/shop.ts'

/** Milliseconds the repairs, which the worker runs every three minutes, get before the owner is told. */
const patience = 10 * 60_000

/** Held boxes by drop; replacements wait for their exchange, which is shown separately. */
export const heldBoxes = sql`(select drop, sum(boxes) as boxes from box_counts
  where kind = 'owed' and state in ${boxState.list('held')} group by 1 having sum(boxes) > 0) b`

/** Boxes past their ship-by day, by drop; replacements have no day of their own. */
export function lateBoxes(shop: Shop): SQL {
  const today = shopDay(shop)
  // The owner may ship a drop in the month before its own.
  const latest = addDrops(today.slice(0, 7), 1)
  return sql`(select c.drop, sum(c.boxes) as boxes from box_counts c left join drops d on d.drop = c.drop
    where c.drop <= ${latest} and c.kind = 'owed' and c.state in ${boxState.list(...leavingStates)}
      and coalesce(d.ship_by, c.drop || '-05') < ${today} group by 1 having sum(c.boxes) > 0) b`
}

/** Counts shared by the health page and the metrics, one statement each. */
export function shopCounts(shop: Shop) {
  const late = new Date(shop.now().getTime() - patience).toISOString()
  return {
    renewalsExpected: sql`select count(*) from memberships where renews and paid_until <= ${shopDay(shop)} and status in ${membershipStatus.list('active')}`,
    renewalsFailing: sql`select count(*) from memberships where renews and status in ${membershipStatus.list('past_due')}`,
    refundsOpen: sql`select count(*) from refunds r where r.status in ${refundStatus.list('pending')} and r.created_at < ${late}
      and not exists (select from membership_payments p where p.id = r.payment_id and p.dispute is not null and r.provider_id is null)`,
    refundsFailed: sql`select count(*) from refunds where status in ${refundStatus.list('failed')}`,
    boxesLate: sql`select coalesce(sum(b.boxes), 0) from ${lateBoxes(shop)}`,
    boxesHeld: sql`select coalesce(sum(b.boxes), 0) from ${heldBoxes}`,
  }
}
