import { sql } from 'drizzle-orm'
import { membershipStatus } from '../../db/states.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { noticeWindows } from '../../domain/renewal-notices.ts'
import type { DueMails } from './due-mails.ts'

/** The renewals whose charge is to be told about on a day; a fact is "membership:day of the charge". */
export function renewalsToTell(today: CalendarDate): DueMails[] {
  return noticeWindows(today).map(({ days, isMonthly, after, until }) => ({
    kind: `renewal-notice-${days}` as const,
    facts: sql`select m.id || ':' || to_char(m.paid_until, 'YYYY-MM-DD') as fact from memberships m
      join subscription_plans p on p.plan_id = m.plan_id
      where m.renews and m.status in ${membershipStatus.list('active')} and m.payer_email is not null
        and (p.interval_count = 1) = ${isMonthly}::boolean
        and m.paid_until > ${after}::date and m.paid_until <= ${until}::date`,
  }))
}
