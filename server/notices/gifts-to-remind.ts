import { sql } from 'drizzle-orm'
import { boxState } from '../../db/states.ts'
import { unpackedStates } from '../../domain/box.ts'
import { addDays, type CalendarDate, instantAt } from '../../domain/calendar-date.ts'
import { type ReminderDay, reminderDays } from '../../domain/gift-schedule.ts'
import { recipientPicksStyle } from '../../domain/quiz.ts'
import { recipientChoosesSize } from '../../domain/sizing.ts'
import { isAheadOfCutOff } from '../billing/next-drop.ts'
import type { Shop } from '../shop.ts'
import type { DueMails } from './due-mails.ts'

/** The gifts whose recipient is asked again (domain/gift-schedule.ts `dueGiftReminder`); a fact is the membership. */
export function giftsToRemind(shop: Shop, today: CalendarDate): DueMails[] {
  return reminderDays.map((day) => ({
    kind: `gift-reminder-${day}` as const,
    facts: facts(shop, today, day),
  }))
}

function facts(shop: Shop, today: CalendarDate, day: ReminderDay) {
  // Told on a day means before the next one begins.
  const begin = (ago: number) => instantAt(addDays(today, 1 - ago), 0, shop.config.timeZone).toISOString()
  const isYounger = day === 3 ? sql`and n.sent_at >= ${begin(10)}::timestamptz` : sql``
  return sql`select m.id::text as fact from memberships m
    join outbox n on n.fact = m.id::text and n.kind = 'gift-notice' and n.dropped_because is null
    where m.is_gift and m.member_email is not null
      and (m.styles @> ${JSON.stringify([recipientPicksStyle])}::jsonb or m.size = ${recipientChoosesSize})
      and n.sent_at < ${begin(day)}::timestamptz ${isYounger}
      and exists (select 1 from boxes b
        where b.membership_id = m.id and b.state in ${boxState.list(...unpackedStates)} and ${isAheadOfCutOff(sql`b.drop`, today, shop.config.timeZone)})
      and not exists (select 1 from mail_optouts x
        where x.email = m.member_email and x.kind = 'gift-reminders' and x.opted_out_at is not null)`
}
