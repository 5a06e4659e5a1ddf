import { sql } from 'drizzle-orm'
import { rowsOf } from '../../db/database.ts'
import { boxState, membershipStatus } from '../../db/schema/states.ts'
import type { Gender } from '../../domain/belt.ts'
import { unpackedStates, voidStates } from '../../domain/box.ts'
import { addDays, type CalendarDate } from '../../domain/calendar-date.ts'
import { type Drop, firstDrop } from '../../domain/drop.ts'
import { daysOf } from '../../domain/drop-calendar.ts'
import { beltSizes } from '../../domain/sizing.ts'
import {
  type ShelfPlace,
  type StockGoal,
  type StockNeed,
  stockNeeds,
  usualLowStock,
} from '../../domain/stock-needs.ts'
import { dropCalendar } from '../ledger/drop-calendar.ts'
import { readSetting, writeSetting } from '../settings/settings.ts'
import { type Shop, shopDay } from '../shop/shop.ts'
import { isPromised, stylesOf } from './pool.ts'

/** Milliseconds: sums of renewals that take less are computed for every request. */
const quick = 200
/** Milliseconds for which slower sums are cached. */
const freshFor = 60 * 60_000

export type UpcomingNeeds = {
  drop: Drop
  /** the last day boxes of it may change; curation then assigns belts */
  cutOffDay: CalendarDate
  threshold: number
  needs: StockNeed[]
}

/** What the coming drop needs per style and size, compared with today's stock. */
export async function upcomingNeeds(shop: Shop): Promise<UpcomingNeeds> {
  const drop = firstDrop(shopDay(shop))
  const calendar = await dropCalendar(shop.db, shop.config.timeZone)
  const wishes = [...(await openBoxes(shop, drop)), ...(await renewalsFor(shop, drop))]
  return {
    drop,
    cutOffDay: daysOf(calendar, drop).cutOffDay,
    threshold: (await readSetting(shop, 'desk'))?.lowStock ?? usualLowStock,
    needs: stockNeeds(await shelf(shop, drop), wishes),
  }
}

function shelf(shop: Shop, drop: Drop): Promise<ShelfPlace[]> {
  return rowsOf<ShelfPlace>(
    shop.db,
    sql`with promised as (select b.product_id, b.size, count(*)::int as boxes from boxes b where ${isPromised} group by 1, 2)
      select p.gender, p.style, v.size, sum(v.stock)::int as stock, coalesce(sum(promised.boxes), 0)::int as promised
      from products p join belt_variants v on v.product_id = p.id
        left join promised on promised.product_id = v.product_id and promised.size = v.size
      where p.drop <= ${drop} and (p.is_active or promised.boxes > 0) group by 1, 2, 3`,
  )
}

type WishRow = { gender: Gender; size: string | null; styles: string[]; boxes: number }

const wishOf = ({ gender, size, styles, boxes }: WishRow): StockGoal[] =>
  size !== null && beltSizes[gender].includes(size) ? [{ gender, size, styles: stylesOf(styles), boxes }] : []

/** Number of boxes without a belt from which their sums are cached; fewer take only milliseconds. */
const many = 5_000
/** Milliseconds for which those sums are valid, while about the same number of boxes wait. */
const openFor = 10 * 60_000

/** Paid boxes without a belt, up to and including the drop. Every screen of the admin shows what runs low. */
async function openBoxes(shop: Shop, drop: Drop): Promise<StockGoal[]> {
  const [counted] = await rowsOf<{ waiting: number }>(
    shop.db,
    sql`select coalesce(sum(boxes), 0)::int as waiting from box_counts
      where kind = 'owed' and drop <= ${drop} and state in ${boxState.list('owed', 'held')}`,
  )
  const { waiting } = counted!
  const known = waiting < many ? null : await readSetting(shop, 'openBoxes')
  const isFresh = known?.drop === drop && shop.now().getTime() - Date.parse(known.at) < openFor
  // Curation gives most of them a belt at once; stale sums would count those again.
  if (known && isFresh && Math.abs(known.waiting - waiting) <= known.waiting / 100) return known.wishes
  const wishes = await addUpOpenBoxes(shop, drop)
  if (waiting >= many)
    await writeSetting(shop, 'openBoxes', { drop, at: shop.now().toISOString(), waiting, wishes })
  return wishes
}

async function addUpOpenBoxes(shop: Shop, drop: Drop): Promise<StockGoal[]> {
  const rows = await rowsOf<WishRow>(
    shop.db,
    sql`select m.gender, case when m.size ~ '^[0-9]+$' then m.size else b.size end as size, m.styles, count(*)::int as boxes
      from boxes b join memberships m on m.id = b.membership_id
      where b.drop <= ${drop} and b.packed_at is null and b.product_id is null and b.kind = 'owed'
        and b.state in ${boxState.list(...unpackedStates)} and b.hold_reason is distinct from 'dispute'
      group by 1, 2, 3`,
  )
  return rows.flatMap(wishOf)
}

/** Boxes renewals will buy for the drop. With a million members this takes seconds, so the sums are cached. */
async function renewalsFor(shop: Shop, drop: Drop): Promise<StockGoal[]> {
  const known = await readSetting(shop, 'expectedRenewals')
  const isFresh = known?.drop === drop && shop.now().getTime() - Date.parse(known.at) < freshFor
  if (known && isFresh && known.took > quick) return known.wishes
  const begun = performance.now()
  const rows = await rowsOf<WishRow>(
    shop.db,
    sql`select m.gender, m.size, m.styles, count(*)::int as boxes from memberships m
      where m.renews and m.status in ${membershipStatus.list('active')} and m.cancelled_at is null
        and m.paid_until <= ${addDays(`${drop}-01`, -1)}::date
        and not exists (select 1 from boxes b where b.membership_id = m.id and b.drop >= ${drop}
          and b.state not in ${boxState.list(...voidStates)})
      group by 1, 2, 3`,
  )
  const wishes = rows.flatMap(wishOf)
  const took = Math.round(performance.now() - begun)
  // Only slow sums are cached; the others save a write.
  if (took > quick)
    await writeSetting(shop, 'expectedRenewals', { drop, at: shop.now().toISOString(), took, wishes })
  return wishes
}
