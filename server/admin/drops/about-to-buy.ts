import { type SQL, sql } from 'drizzle-orm'
import { boxState, membershipStatus } from '../../../db/schema/states.ts'
import { unpackedStates, voidStates } from '../../../domain/box.ts'
import type { CalendarDate } from '../../../domain/calendar-date.ts'
import { addDrops, type Drop } from '../../../domain/drop.ts'
import { isAheadOfCutOff } from '../../ledger/next-drop.ts'

/**
 * Which memberships `m` buy a drop with their next charge, and wait for no box before it: a move of the drop is one of
 * that charge.
 */
export function isAboutToBuy(drop: Drop, today: CalendarDate, timeZone: string): SQL {
  return sql`(m.renews and m.status in ${membershipStatus.list('active')} and m.stripe_subscription_id is not null and m.paid_until > ${today}
    and m.paid_until >= ${`${addDrops(drop, -1)}-01`} and m.paid_until < ${`${drop}-01`}
    and not exists (select 1 from boxes own where own.membership_id = m.id and own.kind = 'owed'
      and (own.state not in ${boxState.list(...voidStates)} and own.drop >= ${drop}
        or own.state in ${boxState.list(...unpackedStates)} and ${isAheadOfCutOff(sql`own.drop`, today, timeZone)})))`
}
