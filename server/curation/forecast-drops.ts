import { setImmediate } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { rowsOf } from '../../db/database.ts'
import { boxState, membershipStatus } from '../../db/schema/states.ts'
import type { Gender } from '../../domain/belt.ts'
import { voidStates } from '../../domain/box.ts'
import {
  type DropForecast,
  dropsFrom,
  type ExpectedMember,
  forecast,
  type SentBelts,
} from '../../domain/curation/forecast.ts'
import { type Drop, firstDrop } from '../../domain/drop.ts'
import { allocateDrops, type DropCalendar } from '../../domain/drop-calendar.ts'
import { dropCalendar } from '../ledger/drop-calendar.ts'
import { type Shop, shopDay } from '../shop/shop.ts'
import { hasAddress, inPool, sizeOf, stylesOf } from './pool.ts'
import { readInventory } from './read-boxes.ts'
import { historyReader } from './read-histories.ts'
import { atOnce } from './write-curation.ts'

/** How many drops the forecast covers (club-rules.md "Forecast"). */
const ahead = 6

/**
 * Forecasts what curation would do with the next six drops given today's stock (club-rules.md "Forecast"); what it couldn't
 * fill is what to buy. Writes nothing.
 */
export async function forecastDrops(shop: Shop): Promise<DropForecast[]> {
  const drops = dropsFrom(firstDrop(shopDay(shop)), ahead)
  const belts = await readInventory(shop.db, ...drops)
  const members = await expectedMembers(shop, drops)
  const people = [...new Set(members.map((member) => member.personId))]
  const sent = await sentTo(
    shop,
    people,
    drops,
    belts.map((belt) => belt.id),
  )
  const made: DropForecast[] = []
  for (const each of forecast(drops, members, sent, belts)) {
    if (each) made.push(each)
    // Yields between steps, so that the process can answer other requests.
    await setImmediate()
  }
  return made
}

async function sentTo(shop: Shop, people: string[], drops: Drop[], beltIds: string[]) {
  const read = await historyReader(shop.db, drops, beltIds)
  const sent = new Map<string, SentBelts>()
  for (let first = 0; first < people.length; first += atOnce) {
    for (const [person, known] of await read(people.slice(first, first + atOnce))) sent.set(person, known)
  }
  return sent
}

type Row = {
  id: string
  person_id: string
  name: string | null
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
 * Everyone who gets a box in these drops: paid boxes, and those renewals will buy if nobody skips or cancels.
 * @param drops in order
 */
async function expectedMembers(shop: Shop, drops: Drop[]): Promise<ExpectedMember[]> {
  const rows = await rowsOf<Row>(
    shop.db,
    sql`with coming as (
        select b.membership_id, array_agg(b.drop) as own_drops, max(b.size) as box_size
        from boxes b where ${inPool('b', ...drops)} group by b.membership_id
      )
      select m.id, m.person_id, nullif(trim(m.address->>'fullName'), '') as name, m.gender, m.size, coming.box_size, m.styles, ${hasAddress} as has_address,
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
    ...(row.name ? { name: row.name } : {}),
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
  const [next] = allocateDrops(calendar, row.paid_until, 1, row.last_drop).drops
  return [...own, ...drops.filter((drop) => drop >= next! && !calendar[drop]?.movedTo)]
}
