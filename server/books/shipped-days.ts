import { inArray, sql } from 'drizzle-orm'
import { rowsOf, type Transaction } from '../../db/database.ts'
import { boxState } from '../../db/schema/states.ts'
import { changedShipments, shippedDays } from '../../db/schema.ts'
import { knownState } from '../../domain/address.ts'
import { leftStates } from '../../domain/box.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { readSetting, writeSetting } from '../settings/settings.ts'
import type { Shop } from '../shop/shop.ts'

const left = boxState.list(...leftStates)

/** When a box shipped; for boxes older than that column, the time of a later event. */
const leftAt = (box: string) => sql.raw(`coalesce(${box}.shipped_at, ${box}.delivered_at, ${box}.updated_at)`)

const rowsAtOnce = 1000

/**
 * Recomputes the sums of shipped boxes for the days a trigger has marked since the last run (docs/decisions/112), so that a
 * day's sums always match its boxes. Recomputes every day the first time, and after a change of the shop's time zone.
 */
export async function refreshShippedDays(shop: Shop): Promise<void> {
  const { timeZone } = shop.config
  const isWhole = (await readSetting(shop, 'shippedDays'))?.timeZone !== timeZone
  if (!isWhole && (await shop.db.select().from(changedShipments).limit(1)).length === 0) return
  await shop.db.transaction(async (tx) => {
    await tx.execute(sql`lock table ${shippedDays} in share row exclusive mode`)
    // Deleted before summing: whatever is written meanwhile marks its day again.
    const taken = await rowsOf<{ day: CalendarDate }>(
      tx,
      sql`with taken as (delete from ${changedShipments} returning left_at)
        select distinct to_char(left_at at time zone ${timeZone}, 'YYYY-MM-DD') as day from taken`,
    )
    const days = isWhole ? null : taken.map(({ day }) => day)
    const rows = await added(tx, timeZone, days)
    await tx.delete(shippedDays).where(days ? inArray(shippedDays.day, days) : undefined)
    for (let first = 0; first < rows.length; first += rowsAtOnce)
      await tx.insert(shippedDays).values(rows.slice(first, first + rowsAtOnce))
  })
  if (isWhole) await writeSetting(shop, 'shippedDays', { timeZone })
}

type Row = typeof shippedDays.$inferSelect

async function added(tx: Transaction, timeZone: string, days: CalendarDate[] | null): Promise<Row[]> {
  const day = sql`to_char(${leftAt('b')} at time zone ${timeZone}, 'YYYY-MM-DD')`
  const found = await rowsOf<{ day: string; plan: string; typed: string } & Record<Sums, string>>(
    tx,
    sql`select ${day} as day,
        coalesce(p.plan_id, m.plan_id) as plan, coalesce(b.ship_to ->> 'state', p.ship_state, '') as typed,
        count(*) as boxes, sum(b.value) * 100 as cents,
        count(*) filter (where p.amount + p.credit > 0 and not exists (
          select 1 from boxes x where x.payment_id = b.payment_id and x.state in ${left}
            and (${leftAt('x')}, x.id) < (${leftAt('b')}, b.id))) as sales
      from ${days ? boxesOf(days, timeZone) : sql`boxes b`}
        join membership_payments p on p.id = b.payment_id join memberships m on m.id = b.membership_id
      where b.kind = 'owed' and b.state in ${left} ${days ? sql`and ${day} = d.day` : sql``} group by 1, 2, 3`,
  )
  const sums = new Map<string, Row>()
  for (const { day, plan: planId, typed, ...row } of found) {
    const state = knownState(typed) ?? ''
    const key = `${day} ${state} ${planId}`
    const sum = sums.get(key) ?? { day, planId, state, boxes: 0, sales: 0, valueCents: 0 }
    sum.boxes += Number(row.boxes)
    sum.sales += Number(row.sales)
    sum.valueCents += Math.round(Number(row.cents))
    sums.set(key, sum)
  }
  return [...sums.values()]
}
type Sums = 'boxes' | 'cents' | 'sales'

/**
 * Boxes that may have shipped on some days, found by index: with two extra hours on each side, in case clocks change at
 * midnight.
 */
function boxesOf(days: CalendarDate[], timeZone: string) {
  const within = (
    at: string,
  ) => sql`${sql.raw(at)} >= d.day::timestamp at time zone ${timeZone} - interval '2 hours'
    and ${sql.raw(at)} < (d.day::timestamp + interval '1 day') at time zone ${timeZone} + interval '2 hours'`
  return sql`unnest(${`{${days.join(',')}}`}::text[]) as d(day) cross join lateral (
    select * from boxes where ${within('shipped_at')}
    union all select * from boxes where shipped_at is null and state in ${left} and ${within('coalesce(delivered_at, updated_at)')}) b`
}
