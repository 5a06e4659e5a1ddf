import { type SQL, sql } from 'drizzle-orm'
import { memberships } from '../../db/schema.ts'
import { addDays, type CalendarDate } from '../../domain/calendar-date.ts'
import { noticeTime } from '../../domain/gift-notice.ts'
import type { Membership } from '../ledger/find-membership.ts'
import { shopDay } from '../ledger/shop-day.ts'
import type { Shop } from '../shop/shop.ts'

/** Milliseconds that are left to the notice, so that nothing overtakes it. */
const after = 5 * 60_000

/** When the recipient of a gift may first be told; null where its giver chose no day, or it is no gift. */
export function announcedAt(shop: Shop, noticeOn: CalendarDate | null): Date | null {
  return noticeOn === null ? null : new Date(noticeTime(noticeOn, shop.config.timeZone).getTime() + after)
}

/**
 * A gift of which its recipient has not heard: until its notice they see nothing of it, though they may have a page of
 * their own (club-rules.md "The gift"). Its giver sees it from the first day on.
 * @param email who reads, normalized
 */
export function isSecret(
  shop: Shop,
  { noticeOn, payerEmail }: Pick<Membership, 'noticeOn' | 'payerEmail'>,
  email: string,
): boolean {
  if (payerEmail === email) return false
  const since = announcedAt(shop, noticeOn)
  return since !== null && since > shop.now()
}

/**
 * As a condition on memberships: those of which an address knows, because it pays for them or has been told. It says of a
 * gift what `isSecret` says, within the one statement that must cost the same for everybody.
 * @param email normalized
 */
export function knownTo(shop: Shop, email: string): SQL {
  return sql`(${memberships.payerEmail} = ${email} or (${memberships.memberEmail} = ${email}
    and coalesce(${memberships.noticeOn} < ${secretFrom(shop)}, true)))`
}

/** The first day whose notices have not left: a gift that is noticed on it or later is a secret. */
export function secretFrom(shop: Shop): CalendarDate {
  const today = shopDay(shop)
  return announcedAt(shop, today)! > shop.now() ? today : addDays(today, 1)
}
