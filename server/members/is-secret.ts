import { type SQL, sql } from 'drizzle-orm'
import { memberships, orderItems } from '../../db/schema.ts'
import { addDays, calendarDateOfIso, instantAt } from '../../domain/calendar-date.ts'
import type { CartItem } from '../../domain/cart.ts'
import { shopDay } from '../ledger/shop-day.ts'
import type { Shop } from '../shop/shop.ts'

/** Hour at which the recipient of a gift gets its notice (club-rules.md "The gift"). */
const noticeHour = 9
/** Milliseconds that are left to the notice, so that nothing overtakes it. */
const after = 5 * 60_000

/** From when on the recipient of a gift may hear of it; null where its giver chose no day. `emailDate` as in the cart. */
export function announcedAt(shop: Shop, emailDate: string | null): Date | null {
  const day = calendarDateOfIso(emailDate ?? '')
  return day === null ? null : new Date(instantAt(day, noticeHour, shop.config.timeZone).getTime() + after)
}

/**
 * A gift of which its recipient has not heard: until its notice they see nothing of it, though they may have a page of
 * their own (club-rules.md "The gift"). Its giver sees it from the first day on.
 * @param email who reads, normalised
 */
export function isSecret(
  shop: Shop,
  membership: Pick<typeof memberships.$inferSelect, 'isGift' | 'payerEmail'>,
  preferences: (typeof orderItems.$inferSelect)['preferences'],
  email: string,
): boolean {
  if (!membership.isGift || membership.payerEmail === email) return false
  const since = announcedAt(shop, (preferences as CartItem | null)?.giftDetails?.emailDate ?? null)
  return since !== null && since > shop.now()
}

/**
 * As a condition on memberships with their order items: those of which an address knows, because it pays for them or has
 * been told. It says of a gift what is-secret.ts says, within the one statement that must cost the same for everybody.
 * @param email normalised
 */
export function knownTo(shop: Shop, email: string): SQL {
  const today = shopDay(shop)
  // The first day whose notices have not left.
  const secretFrom = announcedAt(shop, today)! > shop.now() ? today : addDays(today, 1)
  const day = sql`left(${orderItems.preferences} -> 'giftDetails' ->> 'emailDate', 10)`
  return sql`(${memberships.payerEmail} = ${email} or (${memberships.memberEmail} = ${email}
    and not (${memberships.isGift} and coalesce(${day} ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' and ${day} >= ${secretFrom}, false))))`
}
