import { sql } from 'drizzle-orm'
import { rowsOf } from '../../../db/rows.ts'
import { boxState } from '../../../db/states.ts'
import type { Figures } from '../../../domain/admin/dashboard-calls.ts'
import { voidStates } from '../../../domain/box.ts'
import { addDrops, dropsBetween, firstDrop } from '../../../domain/drop.ts'
import { shopDay } from '../../billing/shop-day.ts'
import type { Shop } from '../../shop.ts'

const cohorts = 12

/**
 * Retention of memberships for oneself: of those whose first box was in a drop, how many had one in each drop after, up to
 * the one that is sold now. A skip moves a box, so it shows as a gap; a gift ends by itself and is left out.
 */
export async function cohortFigures(shop: Shop): Promise<Figures['cohorts']> {
  const current = firstDrop(shopDay(shop))
  const oldest = addDrops(current, 1 - cohorts)
  const rows = await rowsOf(
    shop.db,
    sql`with of_members as (
        select b.membership_id, b.drop from boxes b join memberships m on m.id = b.membership_id
        where not m.is_gift and b.payment_id is not null and b.state not in ${boxState.list(...voidStates)}
      ), firsts as (select membership_id, min(drop) as first from of_members group by 1)
      select f.first, o.drop, count(distinct o.membership_id) as members
      from firsts f join of_members o on o.membership_id = f.membership_id
      where f.first >= ${oldest} and o.drop <= ${current} group by 1, 2`,
  )
  return Array.from({ length: cohorts }, (_, index) => addDrops(current, -index)).flatMap((drop) => {
    const kept = Array.from({ length: dropsBetween(drop, current) + 1 }, (_, after) => {
      const row = rows.find((each) => each.first === drop && each.drop === addDrops(drop, after))
      return Number(row?.members ?? 0)
    })
    return kept[0] ? [{ drop, members: kept[0], kept }] : []
  })
}
