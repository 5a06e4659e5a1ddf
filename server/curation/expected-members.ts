import { sql } from 'drizzle-orm'
import { rowsOf } from '../../db/rows.ts'
import { boxState, membershipStatus } from '../../db/states.ts'
import type { Gender } from '../../domain/belt.ts'
import { voidStates } from '../../domain/box.ts'
import type { ExpectedMember } from '../../domain/curation/forecast.ts'
import type { Drop } from '../../domain/drop.ts'
import { type DropCalendar, landing } from '../../domain/drop-calendar.ts'
import { dropCalendar } from '../billing/drop-calendar.ts'
import type { Shop } from '../shop.ts'
import { inPool } from './pool.ts'
import { hasAddress, sizeOf, stylesOf } from './wearer.ts'

type Row = {
  id: string
  person_id: string
  gender: Gender
  size: string
  box_size: string | null
  styles: string[]
  has_address: boolean
  paid_until: string
  will_renew: boolean
  last_drop: Drop | null
  own_drops: Drop[] | null
}

/**
 * Who gets a box in these drops: the boxes that are paid for, and those that renewals will buy if nobody skips or
 * cancels.
 * @param drops in order
 */
export async function expectedMembers(shop: Shop, drops: Drop[]): Promise<ExpectedMember[]> {
  const rows = await rowsOf<Row>(
    shop.db,
    sql`with coming as (
        select b.membership_id, array_agg(b.drop) as own_drops, max(b.size) as box_size
        from boxes b where ${inPool('b', ...drops)} group by b.membership_id
      )
      select m.id, m.person_id, m.gender, m.size, coming.box_size, m.styles, ${hasAddress} as has_address,
        m.paid_until::text, m.renews and m.status in ${membershipStatus.list('active')} and m.cancelled_at is null as will_renew,
        coming.own_drops,
        (select max(l.drop) from boxes l where l.membership_id = m.id and l.state not in ${boxState.list(...voidStates)}) as last_drop
      from memberships m left join coming on coming.membership_id = m.id
      where coming.membership_id is not null or m.renews and m.status in ${membershipStatus.list('active')}`,
  )
  const calendar = await dropCalendar(shop.db, shop.config.timeZone)
  return rows.map((row) => ({
    membershipId: row.id,
    personId: row.person_id,
    gender: row.gender,
    size: sizeOf(row.gender, row.size, row.box_size),
    hasAddress: row.has_address,
    styles: stylesOf(row.styles),
    drops: dropsOfMember(row, drops, calendar),
  }))
}

function dropsOfMember(row: Row, drops: Drop[], calendar: DropCalendar): Drop[] {
  const own = row.own_drops ?? []
  if (!row.will_renew) return own
  const [next] = landing(calendar, row.paid_until, 1, row.last_drop).drops
  return [...own, ...drops.filter((drop) => drop >= next! && !calendar[drop]?.movedTo)]
}
