import { and, asc, eq, isNotNull, lt, or } from 'drizzle-orm'
import { memberships } from '../../db/schema.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import type { Shop } from '../shop.ts'
import { shopDay } from './shop-day.ts'

export type ExpectedRenewal = {
  membershipId: string
  paidUntil: CalendarDate
  status: string
  renewalCheckedAt: Date | null
}

/** The memberships whose next charge should have been seen: its day is over and no payment has come, longest first. */
export async function expectedRenewals(shop: Shop): Promise<ExpectedRenewal[]> {
  return (await overdueMemberships(shop)).filter((membership) => membership.status !== 'cancelled')
}

/** The same, and the cancelled ones whose end, or whose last charge before it, has not been seen. */
export function overdueMemberships(shop: Shop): Promise<ExpectedRenewal[]> {
  return shop.db
    .select({
      membershipId: memberships.id,
      paidUntil: memberships.paidUntil,
      status: memberships.status,
      renewalCheckedAt: memberships.renewalCheckedAt,
    })
    .from(memberships)
    .where(
      and(
        or(eq(memberships.renews, true), eq(memberships.status, 'cancelled')),
        isNotNull(memberships.stripeSubscriptionId),
        lt(memberships.paidUntil, shopDay(shop)),
      ),
    )
    .orderBy(asc(memberships.paidUntil))
}
