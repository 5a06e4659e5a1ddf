import { sql } from 'drizzle-orm'
import { membershipStatus } from '../../db/states.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { runningStatuses } from '../../domain/membership.ts'
import { summaryYear } from '../../domain/yearly-summary.ts'
import type { Shop } from '../shop.ts'
import type { DueMails } from './due-mails.ts'
import { yearSpan } from './year-span.ts'

/**
 * The payers who are told about the year that has passed: those with something that renews who paid in it. A fact is
 * "the payer's first membership:year"; one mail a payer, whatever they joined first.
 */
export function summariesToSend(shop: Shop, today: CalendarDate): DueMails[] {
  const year = summaryYear(today)
  if (!year) return []
  const { from, to } = yearSpan(shop, year)
  const facts = sql`select distinct on (m.payer_email) m.id || ${`:${year}`}::text as fact from memberships m
    where m.payer_email in (select r.payer_email from memberships r where r.renews and r.status in ${membershipStatus.list(...runningStatuses)})
      and exists (select 1 from memberships o join membership_payments p on p.membership_id = o.id
        where o.payer_email = m.payer_email
          and p.paid_at >= ${from.toISOString()}::timestamptz and p.paid_at < ${to.toISOString()}::timestamptz)
      and not exists (select 1 from mail_optouts x
        where x.email = m.payer_email and x.kind = 'yearly-summary' and x.opted_out_at is not null)
      and not exists (select 1 from memberships o join outbox s
        on s.fact = o.id || ${`:${year}`}::text and s.kind = 'yearly-summary' and s.dropped_because is null
        where o.payer_email = m.payer_email)
    order by m.payer_email, m.created_at, m.id`
  return [{ kind: 'yearly-summary', facts }]
}
