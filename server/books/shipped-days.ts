import { gte, max, sql } from 'drizzle-orm'
import { rowsOf } from '../../db/rows.ts'
import { boxState } from '../../db/schema/states.ts'
import { shippedDays } from '../../db/schema.ts'
import { knownState } from '../../domain/address.ts'
import { leftStates } from '../../domain/box.ts'
import { addDays, type CalendarDate, instantAt } from '../../domain/calendar-date.ts'
import { shopDay } from '../ledger/shop-day.ts'
import { readSetting, writeSetting } from '../settings/settings.ts'
import type { Shop } from '../shop/shop.ts'

const left = boxState.list(...leftStates)

/** When a box that has left did so; those of before it was kept say it by what else happened to them. */
const leftAt = (box: string) => sql.raw(`coalesce(${box}.shipped_at, ${box}.delivered_at, ${box}.updated_at)`)

/** Days that are added up once more: what was being written when they were read last. */
const onceMore = 2
/** Milliseconds up to which adding up everything is no matter: a small club always does. */
const quick = 50
const rowsAtOnce = 1000

/**
 * Adds up what has left the house since the last time; everything, once on each day of the shop and where that is quick.
 * @param how 'new': only what has left since, where that is possible
 */
export async function keepShippedDays(shop: Shop, how: 'daily' | 'new' = 'daily'): Promise<void> {
  const known = await readSetting(shop, 'shippedDays')
  const today = shopDay(shop)
  const isAll = known === null || known.took <= quick || (how === 'daily' && known.wholeOn !== today)
  const begun = performance.now()
  await shop.db.transaction(async (tx) => {
    await tx.execute(sql`lock table ${shippedDays} in share row exclusive mode`)
    const [last] = await tx.select({ day: max(shippedDays.day) }).from(shippedDays)
    const from = isAll || !last?.day ? null : addDays(last.day, -onceMore)
    const rows = await added(shop, tx, from)
    await tx.delete(shippedDays).where(from === null ? undefined : gte(shippedDays.day, from))
    for (let first = 0; first < rows.length; first += rowsAtOnce)
      await tx.insert(shippedDays).values(rows.slice(first, first + rowsAtOnce))
  })
  if (isAll)
    await writeSetting(shop, 'shippedDays', { took: Math.round(performance.now() - begun), wholeOn: today })
}

type Row = typeof shippedDays.$inferSelect

async function added(
  shop: Shop,
  tx: Parameters<typeof rowsOf>[0],
  from: CalendarDate | null,
): Promise<Row[]> {
  const { timeZone } = shop.config
  // Through the index where only the last days are read.
  const since = from
    ? sql`and b.shipped_at >= ${instantAt(from, 0, timeZone).toISOString()}::timestamptz`
    : sql``
  const found = await rowsOf<{ day: string; plan: string; typed: string } & Record<Sums, string>>(
    tx,
    sql`select to_char(${leftAt('b')} at time zone ${timeZone}, 'YYYY-MM-DD') as day,
        coalesce(p.plan_id, m.plan_id) as plan, coalesce(b.ship_to ->> 'state', p.ship_state, '') as typed,
        count(*) as boxes, sum(b.value) * 100 as cents,
        count(*) filter (where p.amount + p.credit > 0 and not exists (
          select 1 from boxes x where x.payment_id = b.payment_id and x.state in ${left}
            and (${leftAt('x')}, x.id) < (${leftAt('b')}, b.id))) as sales
      from boxes b join membership_payments p on p.id = b.payment_id join memberships m on m.id = b.membership_id
      where b.kind = 'owed' and b.state in ${left} ${since} group by 1, 2, 3`,
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
