import { type SQL, sql } from 'drizzle-orm'
import { memberships } from '../../db/schema.ts'
import { addDays, type CalendarDate } from '../../domain/calendar-date.ts'
import { noticeTime } from '../../domain/gift-notice.ts'
import { type Shop, shopDay } from '../shop/shop.ts'
import type { Membership } from './find-membership.ts'

/** Milliseconds allowed for the notice to go out, so that nothing reaches the recipient before it. */
const after = 5 * 60_000

/** When the recipient of a gift may first learn of it; null if its giver chose no day, or if it isn't a gift. */
export function announcedAt(shop: Shop, noticeOn: CalendarDate | null): Date | null {
  return noticeOn === null ? null : new Date(noticeTime(noticeOn, shop.config.timeZone).getTime() + after)
}

/**
 * Whether a gift is still secret from a reader. Until the notice its recipient sees nothing of it, even on a page they
 * already have (club-rules.md "The gift"). The giver sees it from the start.
 * @param email the reader's, normalized
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

/** When news of a membership may reach its member: at once, but no sooner than a gift's notice. */
export function newsAt(
  shop: Shop,
  membership: Pick<Membership, 'noticeOn' | 'payerEmail' | 'memberEmail'>,
  at = shop.now(),
): Date {
  const { memberEmail, noticeOn } = membership
  return memberEmail && isSecret(shop, membership, memberEmail) ? announcedAt(shop, noticeOn)! : at
}

/**
 * SQL condition on memberships an address may see: it pays for them, or has been told. It matches `isSecret` but runs inside
 * the one statement that must take the same time for every address.
 * @param email normalized
 */
export function knownTo(shop: Shop, email: string): SQL {
  return sql`(${memberships.payerEmail} = ${email} or (${memberships.memberEmail} = ${email}
    and coalesce(${memberships.noticeOn} < ${secretFrom(shop)}, true)))`
}

/** The first day whose notices haven't gone out: gifts with this notice day or a later one are secret. */
export function secretFrom(shop: Shop): CalendarDate {
  const today = shopDay(shop)
  return announcedAt(shop, today)! > shop.now() ? today : addDays(today, 1)
}
