import { sql } from 'drizzle-orm'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import type { DueMails } from './due-mails.ts'

/** Whom a price run has to tell by a day; a fact is "membership:price run" (server/prices/price-runs.ts). */
export function priceChangesToTell(today: CalendarDate): DueMails {
  return {
    kind: 'price-change',
    facts: sql`select r.membership_id || ':' || r.run_id as fact from price_run_members r
      join price_changes c on c.id = r.run_id and c.withdrawn_at is null
      join memberships m on m.id = r.membership_id and m.renews and m.payer_email is not null
      where r.state = 'waiting' and r.tell_on <= ${today}::date and m.status in ('active', 'past_due')`,
  }
}
