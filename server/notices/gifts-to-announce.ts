import { sql } from 'drizzle-orm'
import { boxState } from '../../db/states.ts'
import { unshippedStates, voidStates } from '../../domain/box.ts'
import { addDays, type CalendarDate } from '../../domain/calendar-date.ts'
import { latestGiftNotice } from '../../domain/gift-schedule.ts'
import type { Shop } from '../shop.ts'
import type { DueMails } from './due-mails.ts'

/** The gifts whose notice's day has come (domain/gift-schedule.ts `isGiftNoticeDue`); a fact is the membership. */
export function giftsToAnnounce(shop: Shop, today: CalendarDate): DueMails {
  // Without a chosen day the notice leaves at once: a gift is no older than its payment.
  const noticeOn = sql`coalesce(m.notice_on, (m.created_at at time zone ${shop.config.timeZone})::date)`
  return {
    kind: 'gift-notice',
    facts: sql`select m.id::text as fact from memberships m
      where m.is_gift and m.member_email is not null and coalesce(m.notice_on <= ${today}, true)
        and exists (select 1 from boxes b where b.membership_id = m.id and b.state not in ${boxState.list(...voidStates)})
        and (${noticeOn} >= ${addDays(today, -latestGiftNotice)}
          or exists (select 1 from boxes b where b.membership_id = m.id and b.state in ${boxState.list(...unshippedStates)}))`,
  }
}
