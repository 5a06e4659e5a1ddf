import { sql } from 'drizzle-orm'
import { boxState } from '../../db/states.ts'
import { unpackedStates } from '../../domain/box.ts'
import { addDays, type CalendarDate, instantAt } from '../../domain/calendar-date.ts'
import { sizeReminderOn } from '../../domain/size-reminders.ts'
import { unsureSize } from '../../domain/sizing.ts'
import { dropCalendar } from '../billing/drop-calendar.ts'
import type { Shop } from '../shop.ts'
import type { DueMails } from './due-mails.ts'

/**
 * Who is unsure of the size and has a belt before the next cut-off, or one that waits since an earlier one. Of a gift: who
 * has had its notice. A fact is "membership:drop of that cut-off".
 */
export async function sizesToAsk(shop: Shop, today: CalendarDate): Promise<DueMails[]> {
  const { timeZone } = shop.config
  const reminder = sizeReminderOn(await dropCalendar(shop.db, timeZone, today.slice(0, 7)), today)
  if (!reminder) return []
  const { drop, days } = reminder
  const told = instantAt(addDays(reminder.toldUntil, 1), 0, timeZone).toISOString()
  return [
    {
      kind: `size-reminder-${days}`,
      facts: sql`select m.id || ':' || ${drop} as fact from memberships m
        left join outbox n on m.is_gift and n.fact = m.id::text and n.kind = 'gift-notice'
          and n.dropped_because is null
        where m.size = ${sql.raw(`'${unsureSize}'`)}
          and case when m.is_gift then n.sent_at else m.created_at end < ${told}::timestamptz
          and case when m.is_gift then m.member_email else coalesce(m.member_email, m.payer_email) end is not null
          and exists (select 1 from boxes b where b.membership_id = m.id and b.kind = 'owed'
            and b.state in ${boxState.list(...unpackedStates)} and b.drop <= ${drop} and b.hold_reason is distinct from 'dispute')
          and not exists (select 1 from mail_optouts x
            where x.email = case when m.is_gift then m.member_email else coalesce(m.member_email, m.payer_email) end
              and x.kind = 'size-reminders' and x.opted_out_at is not null)`,
    },
  ]
}
