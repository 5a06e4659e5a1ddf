import { and, asc, eq, isNotNull, lt, or } from 'drizzle-orm'
import { memberships } from '../../db/schema.ts'
import { addDays, type CalendarDate } from '../../domain/calendar-date.ts'
import { type Shop, shopDay } from '../shop/shop.ts'
import { reconcileMembership } from './reconcile-membership.ts'

const hour = 60 * 60_000

/**
 * Checks every renewal that should have been seen by now with the provider: the repair for lost events. Returns the number
 * it checked, including those that failed.
 */
export async function reconcileRenewals(shop: Shop): Promise<number> {
  let asked = 0
  for (const renewal of await overdueMemberships(shop)) {
    const last = renewal.renewalCheckedAt?.getTime() ?? 0
    // A time in the future means the clock was set back since.
    if (Math.abs(shop.now().getTime() - last) < waitFor(shop, renewal)) continue
    asked++
    const id = renewal.membershipId
    await shop.db.update(memberships).set({ renewalCheckedAt: shop.now() }).where(eq(memberships.id, id))
    try {
      await reconcileMembership(shop, id)
    } catch (error) {
      // An error on one membership must not block the others.
      shop.log.error({ error, membershipId: id }, 'a renewal could not be reconciled')
    }
  }
  return asked
}

// A renewal a day late may arrive any hour; one long overdue is checked once a day.
function waitFor(shop: Shop, { paidUntil }: ExpectedRenewal): number {
  if (paidUntil >= addDays(shopDay(shop), -2)) return 2 * hour
  return paidUntil >= addDays(shopDay(shop), -30) ? 6 * hour : 24 * hour
}

type ExpectedRenewal = {
  membershipId: string
  paidUntil: CalendarDate
  status: string
  renewalCheckedAt: Date | null
}

/** Memberships whose charge date has passed without a payment, longest overdue first. */
export async function expectedRenewals(shop: Shop): Promise<ExpectedRenewal[]> {
  return (await overdueMemberships(shop)).filter((membership) => membership.status !== 'cancelled')
}

/** The same, plus cancelled ones whose end, or last charge before it, hasn't been seen. */
function overdueMemberships(shop: Shop): Promise<ExpectedRenewal[]> {
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
