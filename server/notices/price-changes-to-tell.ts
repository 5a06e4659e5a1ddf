import { sql } from 'drizzle-orm'
import { membershipStatus } from '../../db/states.ts'
import { runningStatuses } from '../../domain/membership.ts'
import type { Shop } from '../shop.ts'
import type { DueMails } from './due-mails.ts'

/**
 * The members who renew a plan whose new price was announced; a fact is "membership:price change". Whoever joins
 * between the announcement and its day is told as well; whoever joins later pays the new price from the beginning.
 */
export function priceChangesToTell(shop: Shop): DueMails {
  return {
    kind: 'price-change',
    facts: sql`select m.id || ':' || c.id as fact from price_changes c
      join memberships m on m.plan_id = c.plan_id and m.renews and m.payer_email is not null
      where c.withdrawn_at is null and m.status in ${membershipStatus.list(...runningStatuses)}
        and m.created_at < c.effective_on::timestamp at time zone ${shop.config.timeZone}::text`,
  }
}
