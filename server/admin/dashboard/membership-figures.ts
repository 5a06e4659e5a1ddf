import { sql } from 'drizzle-orm'
import { countsOf } from '../../../db/rows.ts'
import { boxState, membershipStatus } from '../../../db/states.ts'
import { sentStates, unshippedStates } from '../../../domain/box.ts'
import { runningStatuses } from '../../../domain/membership.ts'
import type { Shop } from '../../shop.ts'

const unshipped = boxState.list(...unshippedStates)
/** milliseconds */
const thirtyDays = 30 * 86_400_000

/** What is active, what it earns a month, who left, and what is owed (club.md "The box ledger"). */
export async function membershipFigures(shop: Shop) {
  const monthAgo = sql`${new Date(shop.now().getTime() - thirtyDays).toISOString()}::timestamptz`
  const wasThere = sql`not is_gift and exists (
    select 1 from membership_payments p where p.membership_id = m.id and p.paid_at <= ${monthAgo})`
  const found = await countsOf(shop.db, {
    active: sql`select count(*) from memberships where status in ${membershipStatus.list(...runningStatuses)}`,
    renewing: sql`select count(*) from memberships where status in ${membershipStatus.list(...runningStatuses)} and renews`,
    // Rounded once, over all of them: a sixth of a payment is no whole number of cents.
    recurring: sql`select coalesce(round(sum(p.amount / p.box_count) * 100), 0)
      from memberships m
      join lateral (select amount, box_count from membership_payments where membership_id = m.id
        order by paid_at desc, id desc limit 1) p on true
      where m.renews and m.status in ${membershipStatus.list(...runningStatuses)}`,
    left: sql`select count(*) from memberships m where ${wasThere} and cancelled_at > ${monthAgo}`,
    before: sql`select count(*) from memberships m where ${wasThere}
      and (cancelled_at is null or cancelled_at > ${monthAgo})`,
    boxes: sql`select count(*) from boxes where state in ${unshipped}`,
    value: sql`select coalesce(sum(value) * 100, 0) from boxes where state in ${unshipped}`,
  })
  return {
    activeMemberships: found.active,
    renewingMemberships: found.renewing,
    monthlyRecurringCents: found.recurring,
    churn: { left: found.left, before: found.before },
    owed: { boxes: found.boxes, valueCents: Math.round(found.value) },
    gifts: await giftFigures(shop),
  }
}

async function giftFigures(shop: Shop) {
  const shippedOne = sql`exists (select 1 from boxes b where b.membership_id = m.id and b.state in ${boxState.list(...sentStates)})`
  const owedOne = sql`exists (select 1 from boxes b where b.membership_id = m.id and b.state in ${unshipped})`
  return countsOf(shop.db, {
    waiting: sql`select count(*) from memberships m where is_gift and not ${shippedOne} and ${owedOne}`,
    running: sql`select count(*) from memberships m where is_gift and ${shippedOne} and ${owedOne}`,
    ended: sql`select count(*) from memberships m where is_gift and not ${owedOne}`,
  })
}
