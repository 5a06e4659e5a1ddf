import { sql } from 'drizzle-orm'
import { addDays, type CalendarDate } from '../../domain/calendar-date.ts'
import { latestGiftNotice } from '../../domain/gift-schedule.ts'
import { sqlUnshipped, sqlVoid } from './box-lists.ts'
import type { DueMails } from './due-mails.ts'

/** The gifts whose notice's day has come (domain/gift-schedule.ts `isGiftNoticeDue`); a fact is the membership. */
export function giftsToAnnounce(today: CalendarDate): DueMails {
  // Absent, the notice leaves at once: a gift is no older than its payment.
  const chosen = sql`substring(i.preferences->'giftDetails'->>'emailDate' from '^[0-9]{4}-[0-9]{2}-[0-9]{2}')`
  const noticeOn = sql`coalesce(${chosen}, to_char(m.created_at, 'YYYY-MM-DD'))`
  return {
    kind: 'gift-notice',
    facts: sql`select m.id::text as fact from memberships m join order_items i on i.id = m.order_item_id
      where m.is_gift and m.member_email is not null and coalesce(${chosen} <= ${today}, true)
        and exists (select 1 from boxes b where b.membership_id = m.id and b.state not in ${sqlVoid})
        and (${noticeOn} >= ${addDays(today, -latestGiftNotice)}
          or exists (select 1 from boxes b where b.membership_id = m.id and b.state in ${sqlUnshipped}))`,
  }
}
