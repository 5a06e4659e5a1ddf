import { type SQL, sql } from 'drizzle-orm'
import { memberships, orderItems } from '../../db/schema.ts'
import { addDays } from '../../domain/calendar-date.ts'
import { shopDay } from '../billing/shop-day.ts'
import { announcedAt } from '../notices/announced-at.ts'
import type { Shop } from '../shop.ts'

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
